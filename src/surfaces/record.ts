// Turns a decision into what its audit row says of it, and the machine into who records it.
import { readSurface } from "../engine/surface-digest.ts";
import type { RowEntry } from "../host/audit.ts";
import type { Recorder } from "../host/audit-trail.ts";
import type { Prepared } from "../host/prepare.ts";
import type { Allow, Call, Denial } from "../model/decision.ts";
import type { Rule } from "../model/policy.ts";
import type { Machine } from "./machine.ts";
import type { Policy } from "./policy.ts";
import { sha256 } from "./sha256.ts";

/** Who writes the rows of this call, and where to. */
export function recorderOf({ directories, settings, signs, cwd }: Machine): Recorder {
  return { directories, auditDirectory: settings.auditDirectory, signs, cwd };
}

/** The hash of all texts that the policy of this call was compiled from. */
function policyHash({ files }: Policy): string {
  return sha256(JSON.stringify(files.map(({ place, file, sha256 }) => [place, file, sha256])));
}

/** The file that decided: where it lies, what its surface digests to, and why it counts. */
function source(
  policy: Policy,
  rule: Rule | null,
): Pick<RowEntry, "guardfile" | "digest" | "trust"> {
  const read = policy.files.find(({ file }) => file === rule?.file);
  if (read === undefined) return { guardfile: rule?.file ?? null, digest: null, trust: null };
  const surface = read.guardfile === null ? null : readSurface(read.guardfile, sha256);
  const digest = surface?.ok === true ? surface.digest : null;
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
