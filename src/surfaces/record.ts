// Turns a decision into what its audit row says of it, and the machine into who records it.
import type { Mark } from "../engine/secret-text.ts";
import { leaveTrail, type RowEntry } from "../host/audit.ts";
import {
  openTrail,
  type Recorder,
  type Trail,
  type TrailLimits,
  USUAL_LIMITS,
} from "../host/audit-trail.ts";
import type { Prepared } from "../host/prepare.ts";
import { sha256 } from "../host/sha256.ts";
import type { Allow, Call, Denial } from "../model/decision.ts";
import type { Rule } from "../model/policy.ts";
import { printable } from "../render/printable.ts";
import { digestOf } from "./digest.ts";
import type { Machine } from "./machine.ts";
import type { Policy, ReadFile } from "./policy.ts";
import { shown, shownFacts } from "./redaction.ts";
import { complain } from "./stdio.ts";
import type { Trusted } from "./trust/settle.ts";

/** The policy that decides a call, and the token of its leaf where it has one. */
type Ground = Pick<Trusted, "policy" | "grant">;

/** Who writes the rows of this call, and where to. */
export function recorderOf({ directories, settings, signs, cwd }: Machine): Recorder {
  const { auditDirectory, auditSpace, auditRotate, auditKeep } = settings;
  const limits: TrailLimits = {
    ...USUAL_LIMITS,
    space: auditSpace,
    isDaily: auditRotate === "daily",
    keep: auditKeep ?? USUAL_LIMITS.keep,
  };
  return { directories, auditDirectory, limits, signs, cwd };
}

function openRecord(machine: Machine): Trail {
  const trail = openTrail(recorderOf(machine));
  for (const line of trail.notices) complain(`ward: ${printable(line)}`);
  return trail;
}

/** What the call that began a new file does for it, behind everything else. */
async function tidy({ place, recorder, hasRotated }: Trail): Promise<void> {
  if (!hasRotated) return;
  try {
    const { tidyTrail } = await import("../host/audit-tidy.ts");
    tidyTrail(place, recorder.limits.keep);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    complain(`ward: ${printable(`the full file of the audit trail stays as it is: ${why}`)}`);
  }
}

/**
 * Opens the trail before anything is asked or run, and says what had to be put right.
 * @param work answers the call and closes its row
 * @throws WardFault 125 where the trail can't be opened, and what the work throws
 */
export async function recorded<T>(
  machine: Machine,
  work: (trail: Trail) => Promise<T>,
): Promise<T> {
  const trail = openRecord(machine);
  try {
    return await work(trail);
  } finally {
    leaveTrail(trail);
    await tidy(trail);
  }
}

/** The hash of all texts that the policy of this call was compiled from, the shipped ones whole. */
function policyHash({ files, unapproved }: Policy): string {
  const own = files.filter((read) => read.place !== "shipped" && !unapproved.includes(read));
  const texts = own.map(({ place, file, sha256 }) => [place, file, sha256]);
  const shipped = Object.entries(WARD_SHIPPED).map(([name, { sha256: hash }]) => [name, hash]);
  return sha256(JSON.stringify([...texts, ...shipped]));
}

/** The file that decided: where it lies, and what its surface digests to. */
function source(policy: Policy, rule: Rule | null): Pick<RowEntry, "guardfile" | "digest"> {
  const read = policy.files.find(({ file }) => file === rule?.file);
  if (read === undefined) return { guardfile: rule?.file ?? null, digest: null };
  return { guardfile: read.realpath, digest: digestOf(read) };
}

function common(policy: Policy, { verb, rule, shellFacts }: Allow | Denial, mark: Mark) {
  return {
    verb,
    rule: rule === null ? null : `${rule.file}:${rule.line}`,
    ...source(policy, rule),
    shell_facts: shownFacts(shellFacts, mark),
    policy_hash: policyHash(policy),
  };
}

/** Why the file that refused counts: its token says it, or the place that it is in. */
function trustOf({ policy, grant }: Ground, { rule }: Denial): string | null {
  if (grant !== null && grant.file === rule?.file) return grant.source;
  const read = policy.files.find(({ file }) => file === rule?.file);
  if (read === undefined || read.guardfile === null) return null;
  return read.place === "project" ? null : "installed";
}

/**
 * The row of a call that nothing will be run for.
 * @param untrusted the file that nobody approved as it is, where that is why; else null
 * @param mark of the trail
 */
export function refusalEntry(
  trusted: Ground,
  call: Call,
  denial: Denial,
  untrusted: ReadFile | null,
  mark: Mark,
): RowEntry & { decision: "deny" } {
  const nothing = { exec: null, env_set: [], env_dropped: [], overrides: null };
  const named = untrusted && { guardfile: untrusted.realpath, digest: digestOf(untrusted) };
  return {
    ...common(trusted.policy, denial, mark),
    argv: shown(trusted.policy, call, null, mark).words,
    ...named,
    decision: "deny",
    reason: denial.reason,
    trust: untrusted === null ? trustOf(trusted, denial) : null,
    ...nothing,
  };
}

/**
 * The row of a granted call.
 * @param trusted the policy that decided it, and the token of its leaf
 * @param prepared null where the binary was not found: the row then names it as the Guardfile does
 * @param mark of the trail
 * @param isCaptured whether the child gets an empty input where its policy says nothing of it
 */
export function grantEntry(
  { policy, grant }: Ground,
  call: Call,
  allow: Allow,
  prepared: Prepared | null,
  mark: Mark,
  isCaptured = false,
): RowEntry & { decision: "allow" } {
  const { bin } = allow.exec;
  const bounds = prepared === null ? allow.exec.bounds : prepared.bounds;
  const { words, argv } = shown(policy, call, allow.exec.argv, mark);
  const isWithoutInput = (bounds?.stdin ?? (isCaptured ? "none" : "inherit")) === "none";
  return {
    ...common(policy, allow, mark),
    argv: words,
    decision: "allow",
    reason: null,
    trust: grant?.source ?? null,
    overrides: grant?.overrides ?? null,
    exec: { bin: prepared?.file ?? bin, argv: argv ?? [] },
    env_set: prepared?.environment.set ?? [],
    env_dropped: prepared?.environment.dropped ?? [],
    ...(isWithoutInput ? { stdin: "none" } : {}),
  };
}
