// A call, and the policy without unapproved files → the policy that it is judged by, and the token that lets it run.
//
// Settled before anything is asked of the host: no guard and no provider runs for a file that nobody approved.
// 1. The leaf that the call reaches, with the project's files counted in, says which file has to be trusted.
// 2. A project's file that is not trusted gives nothing: what a lower place grants may serve in its stead.
// 3. But a file that was approved before and is not as it was then withholds its groups: an edit must not swap a policy.
import { decide } from "../../engine/decide.ts";
import { bareFacts } from "../../engine/facts.ts";
import { authorize, type Grant, isRecorded, type Verdict } from "../../host/authorize.ts";
import type { PersonsAnswer } from "../../host/persons-answer.ts";
import { approvedElsewhere } from "../../host/standing.ts";
import { readStore } from "../../host/trust-store.ts";
import type { Call, Denial } from "../../model/decision.ts";
import { WardFault } from "../../model/fault.ts";
import { renderSites } from "../../render/question.ts";
import { digestOf } from "../digest.ts";
import type { Machine } from "../machine.ts";
import { isServed, type Policy, type ReadFile } from "../policy.ts";
import { trustAround } from "./around.ts";
import { askPerson, type Undecided } from "./ask.ts";
import {
  declinedDenial,
  forbiddenDenial,
  type Refused,
  storeDenial,
  undecidedDenial,
  unrecordedDenial,
} from "./denial.ts";
import { lostApprovals } from "./lost.ts";
import { askedOf, viewOf } from "./question-view.ts";
import { policyWith, policyWithout, type Reached, reachIn, type Setting } from "./setting.ts";
import { subjectOf } from "./subject.ts";
import { UNASKED, withheldFile } from "./withheld.ts";

export interface Trusted {
  /** What the call is judged by. */
  readonly policy: Policy;
  /** Null where no leaf is reached, or none may run. */
  readonly grant: Grant | null;
  readonly refusal: Refusal | null;
  /** Lines for stderr, without the program's name. */
  readonly warnings: readonly string[];
}

export interface Refusal {
  readonly denial: Denial;
  /** The file that is not trusted, for the record. */
  readonly read: ReadFile | null;
  /** Lines for stderr behind the refusal, escaped already. */
  readonly details: readonly string[];
  /** The machine's trouble that it is due to, which has an exit code of its own; else null. */
  readonly fault: WardFault | null;
}

/**
 * @param policy of this place; unapproved files are not in its tree
 * @param machine whose terminal, environment and store it is
 * @param call root word first
 * @param mayAsk false where nobody is to be asked, as for an explanation
 */
export async function settleTrust(
  policy: Policy,
  machine: Machine,
  call: Call,
  mayAsk: boolean,
): Promise<Trusted> {
  if (machine.problems.length > 0) return { policy, grant: null, refusal: null, warnings: [] };
  const setting: Setting = { policy, machine, around: trustAround(machine), call };
  const { warning } = setting.around.optIn;
  try {
    const settings = unrecordedSettings(setting);
    if (settings !== null) return settings;
    const trusted = await settle(setting, mayAsk);
    return warning === null ? trusted : { ...trusted, warnings: [warning, ...trusted.warnings] };
  } catch (thrown) {
    if (!(thrown instanceof WardFault)) throw thrown;
    const denial = storeDenial(verbOf(setting, policy), thrown.message, thrown.hint);
    return refused(policy, { denial, read: null, details: [], fault: thrown }, []);
  }
}

/** Settings choose binaries and directories: on an agent's surface they too have to be as a person recorded them. */
function unrecordedSettings(setting: Setting): Trusted | null {
  const { around, machine, policy } = setting;
  const own = machine.configs.filter(({ place }) => place === "user");
  if (!around.isAgent || own.length === 0) return null;
  const { records, warnings } = readStore(around.store);
  const changed = own.find(({ file }) => !isRecorded(records, file));
  if (changed === undefined) return null;
  const denial = unrecordedDenial({
    ...refusedBy(setting, null, policy),
    file: changed.file.path,
  });
  return refused(policy, { denial, read: null, details: [], fault: null }, warnings);
}

async function settle(setting: Setting, mayAsk: boolean): Promise<Trusted> {
  const { policy } = setting;
  const reached =
    reachIn(policyWith(policy, policy.unapproved).tree, setting) ?? reachIn(policy.tree, setting);
  const isHigher = reached?.read.place === "system" || reached?.read.place === "user";
  const withheld = isHigher ? UNASKED : withheldFile(setting, reached?.read ?? null);
  const { changed, warnings } = withheld;
  if (changed !== null) return refuseUndecided(setting, changed.read, changed.standing, warnings);
  if (reached === null) return { policy, grant: null, refusal: null, warnings };
  const trusted = await settleLeaf(setting, reached, mayAsk);
  const lost = reached.read.place === "shipped" ? lostApprovals(setting) : [];
  return { ...trusted, warnings: [...new Set([...warnings, ...lost, ...trusted.warnings])] };
}

async function settleLeaf(setting: Setting, reached: Reached, mayAsk: boolean): Promise<Trusted> {
  const { policy, around } = setting;
  const { mounted, read } = reached;
  const subject = subjectOf(mounted, read, around.pins);
  const weigh = (answer: PersonsAnswer | null) => authorize(subject, { ...around, answer });
  const first = weigh(null);
  const standing = openStanding(first);
  const isAsked = standing !== null && mayAsk;
  const heard = isAsked ? await askPerson(read, setting) : "none";
  if (heard === "no") return refuseDeclined(setting, read, "declined", []);
  const verdict = heard === "none" ? first : weigh(heard);
  if (verdict.kind !== "granted") return refuseVerdict(setting, read, verdict);
  const { grant, warnings } = verdict;
  return { policy: policyWith(policy, [read]), grant, refusal: null, warnings };
}

function openStanding(verdict: Verdict): Undecided | null {
  const isOpen = verdict.kind === "standing" && verdict.standing.kind === "undecided";
  return isOpen ? (verdict.standing as Undecided) : null;
}

function refuseVerdict(
  setting: Setting,
  read: ReadFile,
  verdict: Exclude<Verdict, { kind: "granted" }>,
): Trusted {
  const { policy } = setting;
  if (verdict.kind === "unrecorded") {
    const denial = unrecordedDenial(refusedBy(setting, read, policy));
    return refused(policy, { denial, read, details: [], fault: null }, verdict.warnings);
  }
  if (verdict.kind === "forbidden") {
    const isMounted = !policy.unapproved.includes(read);
    const below = isMounted ? null : servedBelow(setting, read, []);
    if (below !== null) return below;
    const denial = forbiddenDenial(refusedBy(setting, read), verdict.why);
    return refused(policy, { denial, read, details: [], fault: null }, []);
  }
  const { standing, warnings } = verdict;
  return standing.kind === "undecided"
    ? refuseUndecided(setting, read, standing, warnings)
    : refuseDeclined(setting, read, standing.kind, warnings);
}

function refuseUndecided(
  setting: Setting,
  read: ReadFile,
  standing: Undecided,
  warnings: readonly string[],
): Trusted {
  const wasApproved = standing.earlier?.decision === "allow";
  const below = wasApproved ? null : servedBelow(setting, read, warnings);
  if (below !== null) return below;
  const { records } = readStore(setting.around.store);
  const elsewhere = approvedElsewhere(records, digestOf(read) ?? "", read.realpath);
  const denial = undecidedDenial(refusedBy(setting, read), standing, elsewhere);
  const details = setting.around.isAgent ? [] : siteLines(setting, read);
  return refused(setting.policy, { denial, read, details, fault: null }, warnings);
}

function refuseDeclined(
  setting: Setting,
  read: ReadFile,
  kind: "declined" | "ignored",
  warnings: readonly string[],
): Trusted {
  const below = servedBelow(setting, read, warnings);
  if (below !== null) return below;
  const denial = declinedDenial(refusedBy(setting, read), kind);
  return refused(setting.policy, { denial, read, details: [], fault: null }, warnings);
}

/** Where a lower place speaks for the call: its policy, and its leaf's token if it has a leaf. */
function servedBelow(
  setting: Setting,
  read: ReadFile,
  warnings: readonly string[],
): Trusted | null {
  const policy = policyWithout(setting.policy, read);
  if (!isServed(policy, setting.call.words)) return null;
  const reached = reachIn(policy.tree, setting);
  if (reached === null) return { policy, grant: null, refusal: null, warnings };
  const { around } = setting;
  const subject = subjectOf(reached.mounted, reached.read, around.pins);
  const verdict = authorize(subject, { ...around, answer: null });
  const grant = verdict.kind === "granted" ? verdict.grant : null;
  return grant === null ? null : { policy, grant, refusal: null, warnings };
}

function refused(policy: Policy, refusal: Refusal, warnings: readonly string[]): Trusted {
  return { policy, grant: null, refusal, warnings };
}

function refusedBy(
  setting: Setting,
  read: ReadFile | null,
  policy: Policy = policyWith(setting.policy, read === null ? [] : [read]),
): Refused {
  const { around, machine } = setting;
  return {
    verb: verbOf(setting, policy),
    file: read?.file ?? "",
    storeFile: around.store?.file ?? "the trust store",
    marker: machine.signs.markers[0] ?? null,
  };
}

function verbOf({ call }: Setting, { tree }: Policy): string {
  return decide(tree, call, bareFacts).verb;
}

function siteLines({ around }: Setting, read: ReadFile): readonly string[] {
  const asked = askedOf(read, around.pins);
  if (asked === null) return [];
  // Where nobody is asked this ends in somebody's log, which is no place for values.
  const view = { ...viewOf(asked, around), values: new Map() };
  return ["  it would run:", ...renderSites(view)];
}
