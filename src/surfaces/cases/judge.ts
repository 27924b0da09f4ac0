// Plays one case through the real parser, engine, environment and row code, with the spawn's end taken from its stub.

import { findGroup } from "../../engine/group.ts";
import { plant } from "../../engine/tree.ts";
import { endedChild } from "../../host/outcomes.ts";
import type { Allow, Denial } from "../../model/decision.ts";
import { EXIT, exitOfRefusal } from "../../model/exit-codes.ts";
import type { Guardfile } from "../../model/policy.ts";
import { type Explanation, explanation } from "../../render/explain.ts";
import { renderChecked } from "../checked-text.ts";
import { NOTHING_RUNS, surroundings } from "../explaining.ts";
import { readFacts, runFacts, settle } from "../facts.ts";
import type { Machine } from "../machine.ts";
import { assemblePolicy, type ReadFile } from "../policy.ts";
import type { Got } from "./compare.ts";
import { playRows } from "./rows.ts";
import type { TableCase } from "./table.ts";

export interface Judged {
  readonly got: Got;
  /** The stable shape of `explain --json`; null where nothing was decided. */
  readonly told: Explanation | null;
}

const NOTHING: Omit<Got, "parse" | "errors"> = {
  decision: null,
  reason: null,
  exec: null,
  remote_words: null,
  audit_verb: null,
  child_env: null,
  environment: null,
  bin: null,
  exit: null,
  audit_rows: null,
};

function errorsOf(read: ReadFile): string {
  return renderChecked({ files: [read], hidden: [], unapproved: [], home: null }, false);
}

function withClashes(read: ReadFile, guardfile: Guardfile): ReadFile {
  const { diagnostics } = plant([{ place: "user", guardfile }]);
  return { ...read, diagnostics: [...read.diagnostics, ...diagnostics] };
}

function exitOf(decision: Allow | Denial, { stub }: TableCase): number {
  if (decision.decision === "deny") return exitOfRefusal(decision.reason);
  const [first = {}] = stub;
  return endedChild({ code: first.exit ?? 0, signal: null, isLaunched: true }).exitCode;
}

function execFields(decision: Allow | Denial, machine: Machine) {
  if (decision.decision === "deny") return {};
  const { exec } = decision;
  const around = surroundings(exec, machine);
  return {
    exec: [exec.bin, ...exec.argv.slice(1)],
    remote_words: exec.remoteWords,
    child_env: exec.envSet,
    environment: runFacts(exec, machine).environment.env,
    bin: around.bin,
  };
}

async function judgeCall(
  one: TableCase,
  words: readonly string[],
  read: ReadFile,
  real: Machine,
): Promise<Judged> {
  const machine: Machine = { ...real, env: one.env };
  const policy = assemblePolicy([read]);
  const call = { words };
  const facts = await readFacts(read.guardfile?.wraps ?? []);
  const decision = await settle(policy.tree, call, facts, machine);
  const isHelp = findGroup(policy.tree, words) !== null;
  const played = { policy, machine, call, decision, stub: one.stub[0] ?? {} };
  const got: Got = {
    ...NOTHING,
    parse: "ok",
    errors: "",
    decision: decision.decision,
    reason: decision.decision === "deny" ? decision.reason : null,
    audit_verb: decision.verb,
    exit: isHelp ? EXIT.ok : exitOf(decision, one),
    audit_rows: one.expect.audit_rows === undefined ? null : isHelp ? [] : playRows(played),
    ...execFields(decision, machine),
  };
  const around = decision.decision === "deny" ? NOTHING_RUNS : surroundings(decision.exec, machine);
  return { got, told: explanation(decision, around) };
}

/**
 * @param one the case
 * @param read its Guardfile, parsed
 * @param machine whose search path and account the case is played on; its environment is the case's own
 */
export async function judgeCase(one: TableCase, read: ReadFile, machine: Machine): Promise<Judged> {
  const whole = read.guardfile === null ? read : withClashes(read, read.guardfile);
  const isValid =
    whole.fault === null && !whole.diagnostics.some(({ severity }) => severity === "error");
  if (!isValid) {
    const exit = one.call === null ? null : EXIT.badGuardfile;
    return { got: { ...NOTHING, parse: "error", errors: errorsOf(whole), exit }, told: null };
  }
  if (one.call === null) return { got: { ...NOTHING, parse: "ok", errors: "" }, told: null };
  return judgeCall(one, one.call, read, machine);
}
