// Turns a decision into what its audit row says of it, and the machine into who records it.
import { readSurface } from "../engine/surface-digest.ts";
import type { RowEntry } from "../host/audit.ts";
import { openTrail, type Recorder, type Trail } from "../host/audit-trail.ts";
import type { Prepared } from "../host/prepare.ts";
import type { Allow, Call, Denial } from "../model/decision.ts";
import type { Rule } from "../model/policy.ts";
import { printable } from "../render/printable.ts";
import type { Machine } from "./machine.ts";
import type { Policy, ReadFile } from "./policy.ts";
import { sha256 } from "./sha256.ts";
import { complain } from "./stdio.ts";

type Source = Pick<RowEntry, "guardfile" | "digest" | "trust">;

/** Who writes the rows of this call, and where to. */
export function recorderOf({ directories, settings, signs, cwd }: Machine): Recorder {
  return { directories, auditDirectory: settings.auditDirectory, signs, cwd };
}

/**
 * Opens the trail before anything is asked or run, and says what had to be put right.
 * @throws WardFault 125 where it can't be opened
 */
export function openRecord(machine: Machine): Trail {
  const trail = openTrail(recorderOf(machine));
  for (const line of trail.notices) complain(`ward: ${printable(line)}`);
  return trail;
}

/** The hash of all texts that the policy of this call was compiled from, the shipped ones whole. */
function policyHash({ files }: Policy): string {
  const own = files.filter(({ place }) => place === "system" || place === "user");
  const texts = own.map(({ place, file, sha256 }) => [place, file, sha256]);
  return sha256(JSON.stringify([...texts, WARD_SHIPPED]));
}

function digestOf({ digest, guardfile }: ReadFile): string | null {
  if (digest !== undefined || guardfile === null) return digest ?? null;
  const surface = readSurface(guardfile, sha256);
  return surface.ok ? surface.digest : null;
}

/** The file that decided: where it lies, what its surface digests to, and why it counts. */
function source({ files }: Policy, rule: Rule | null): Source {
  const read = files.find(({ file }) => file === rule?.file);
  if (read === undefined) return { guardfile: rule?.file ?? null, digest: null, trust: null };
  const digest = digestOf(read);
  return { guardfile: read.realpath, digest, trust: digest === null ? null : "installed" };
}

function common(policy: Policy, call: Call, { verb, rule, shellFacts }: Allow | Denial) {
  return {
    verb,
    rule: rule === null ? null : `${rule.file}:${rule.line}`,
    argv: call.words,
    ...source(policy, rule),
    shell_facts: shellFacts,
    policy_hash: policyHash(policy),
  };
}

/** The row of a call that nothing will be run for. */
export function refusalEntry(
  policy: Policy,
  call: Call,
  denial: Denial,
): RowEntry & { decision: "deny" } {
  const nothing = { exec: null, env_set: [], env_dropped: [] };
  return { ...common(policy, call, denial), decision: "deny", reason: denial.reason, ...nothing };
}

/**
 * The row of a granted call.
 * @param prepared null where the binary was not found: the row then names it as the Guardfile does
 */
export function grantEntry(
  policy: Policy,
  call: Call,
  allow: Allow,
  prepared: Prepared | null,
): RowEntry & { decision: "allow" } {
  const { bin, argv } = allow.exec;
  return {
    ...common(policy, call, allow),
    decision: "allow",
    reason: null,
    exec: { bin: prepared?.file ?? bin, argv },
    env_set: prepared?.environment.set ?? [],
    env_dropped: prepared?.environment.dropped ?? [],
  };
}
