// The state of a Guardfile → its lines for a person, and its fields for a program.
import { pinsDigest } from "../../host/pin-changes.ts";
import type { Standing } from "../../host/standing.ts";
import { printable } from "../../render/printable.ts";
import { flawText } from "../overrule.ts";
import { isOwn, ownDigest } from "./own.ts";
import type { State } from "./state.ts";

const STEPS: Readonly<Record<State["step"], string>> = {
  nothing: "it grants nothing, so there is nothing to decide",
  environment: "WARD_TRUST_EXEC vouches for it in this environment; nothing is on record for that",
  record: "the answer on record decides",
  terminal: "nobody has answered; the next call on this terminal asks",
  refuse: "nobody has answered, and nobody can be asked here: a call is refused",
  installed: "it is one of the user's own files: a person's calls run without a question",
};

const LIMIT =
  "not covered: what an approved program itself loads, such as modules, plugins and the configuration of git, ssh or npm";

function standingText(standing: Standing): string {
  if (standing.kind === "undecided") {
    const [pin] = standing.changed;
    if (pin !== undefined) return `undecided: ${pin.realpath ?? pin.path} is not the file it was`;
    if (standing.isLapsed)
      return "undecided: the rules for approvals got stricter since it was approved";
    return standing.earlier === null ? "undecided" : "undecided: changed since the last answer";
  }
  const at = `, answered ${standing.record.recordedAt}`;
  if (standing.kind === "declined" && standing.isPathWide) return `declined for the path${at}`;
  return `${standing.kind}${at}`;
}

/** Whether agents may use one of the user's own files, and what puts it on record. */
function ownLines({ target, standing }: State): string[] {
  const digest = `  digest: ${ownDigest(target)} (of the file's bytes)`;
  if (standing?.kind === "allowed") {
    const { recordedAt } = standing.record;
    return [`  recorded as it is now, ${recordedAt}: agents may use it`, digest];
  }
  if (standing !== null && standing.kind !== "undecided") {
    return [`  ${standingText(standing)}: agents are refused what it grants`, digest];
  }
  const since = standing?.earlier ? `; it was changed since ${standing.earlier.recordedAt}` : "";
  return [
    `  not recorded as it is now, so agents are refused what it grants${since}`,
    "  a person who has read it runs `wardctl check` or `wardctl trust allow` on a terminal",
    digest,
  ];
}

/**
 * @param isVerbose adds the pinned files, and what no approval covers
 * @returns the lines of one file, escaped
 */
export function stateLines(state: State, isVerbose: boolean): readonly string[] {
  const { target, step, standing, asked, approvedAt } = state;
  const { read } = target;
  if (read.guardfile === null) {
    return [printable(target.key), `  not valid: ${printable(flawText(read))}`];
  }
  if (isOwn(target)) return [target.key, `  ${STEPS[step]}`, ...ownLines(state)].map(printable);
  const pins = asked?.pins.filter(({ sha256 }) => sha256 !== null) ?? [];
  const pinned = pins.map(
    ({ role, realpath, sha256 }) => `  pinned: ${role} ${realpath ?? ""} ${sha256}`,
  );
  return [
    target.key,
    ...(standing === null ? [] : [`  ${standingText(standing)}`]),
    `  ${STEPS[step]}`,
    ...(asked === null ? [] : [`  digest: ${asked.digest} (${asked.sites.length} sites)`]),
    ...(pins.length === 0 ? [] : [`  pins: ${pinsDigest(pins)} (the files behind it)`]),
    ...(approvedAt === null ? [] : [`  same surface already approved at ${approvedAt}`]),
    ...(isVerbose ? [...pinned, `  ${LIMIT}`] : []),
  ].map(printable);
}

/** The fields of `trust status --json`, unescaped. */
export function stateJson({ target, step, standing, asked, approvedAt }: State): unknown {
  const record = standing === null || standing.kind === "undecided" ? null : standing.record;
  return {
    path: target.key,
    valid: target.read.guardfile !== null,
    step,
    standing: standing?.kind ?? null,
    recordedAt: record?.recordedAt ?? null,
    digest: isOwn(target) ? target.read.sha256 : (asked?.digest ?? null),
    fileSha256: target.read.sha256,
    changedPins: standing?.kind === "undecided" ? standing.changed : [],
    pins: asked?.pins ?? [],
    pinsDigest: pinsDigest(asked?.pins ?? []) || null,
    approvedAt,
  };
}
