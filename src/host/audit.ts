// A decision, then an outcome → the two rows of a run, or the one row of a refusal. Nobody else makes an OpenRow.

import { closeSync } from "node:fs";
import { hostname } from "node:os";
import type { DecidedRow, FinishedRow, PolicyRow } from "../model/audit-row.ts";
import { ROW_VERSION } from "../model/audit-row.ts";
import { WardFault } from "../model/fault.ts";
import type { Outcome } from "../model/outcome.ts";
import { POLICY_VERSION } from "../model/trust.ts";
import { appending } from "./audit-append.ts";
import { fitRow, lastText } from "./audit-fit.ts";
import { keepDigest, lastDigest } from "./audit-policies.ts";
import { isOfLock, type Trail, trailFault } from "./audit-trail.ts";
import { steadyClock, timestamp, wallClock } from "./clock.ts";
import { uuid7 } from "./ids.ts";
import { makeOpenRow, type OpenRow } from "./open-row.ts";
import { findRepository } from "./project.ts";
import { standardInput } from "./standard-input.ts";
import { errorWords } from "./system-error.ts";
import { trailHint } from "./trail-hint.ts";

/** What the policy says of a call; who, when and where is the host's to say. */
export type RowEntry = Partial<Pick<DecidedRow, "stdin">> &
  Pick<
    DecidedRow,
    | "verb"
    | "decision"
    | "reason"
    | "rule"
    | "argv"
    | "exec"
    | "env_set"
    | "env_dropped"
    | "guardfile"
    | "digest"
    | "trust"
    | "overrides"
    | "shell_facts"
    | "policy_hash"
  >;

interface Opened {
  readonly trail: Trail;
  readonly verb: string;
  /** On the steady clock, milliseconds. */
  readonly since: number;
}

const open = new WeakMap<OpenRow, Opened>();

/** In place of a descriptor. */
const CLOSED = -1;

function decidedRow(entry: RowEntry, { recorder }: Trail): DecidedRow {
  const at = wallClock();
  const { directories, signs, cwd } = recorder;
  const { verb, decision, reason, rule, argv, exec, env_set, env_dropped } = entry;
  const { guardfile, digest, trust, overrides, shell_facts, policy_hash } = entry;
  return {
    v: ROW_VERSION,
    id: uuid7(at),
    at: timestamp(at),
    phase: "decided",
    ...{ verb, decision, reason, rule, argv, exec, env_set, env_dropped },
    ...{ guardfile, digest, trust },
    ...(overrides ? { overrides } : {}),
    cwd,
    repo_root: findRepository(cwd),
    user: directories.account?.name ?? String(process.geteuid?.()),
    host: hostname(),
    pid: process.pid,
    ppid: process.ppid,
    ...standardInput(),
    ...(entry.stdin === undefined ? {} : { stdin: entry.stdin }),
    shell_facts,
    config_dir: directories.config,
    policy_hash,
    policy_version: POLICY_VERSION,
    surface: signs.markers.length > 0 ? "agent" : "command-line",
    session: signs.session,
    agent: signs.markers,
    ci: signs.isCi,
  };
}

/** The row that says that the call's Guardfile is not what it was; null where it is, or was never seen. */
function policyRow(row: DecidedRow, previous: string | null): PolicyRow | null {
  const { v, at, verb, guardfile, digest, config_dir } = row;
  if (guardfile === null || digest === null || previous === null) return null;
  const id = uuid7(Date.parse(at));
  return { v, id, at, phase: "policy-changed", verb, guardfile, digest, previous, config_dir };
}

/** One `decided` row, behind the news that its Guardfile has changed where it has. */
function writeDecided(row: DecidedRow, trail: Trail): void {
  const { guardfile, digest } = row;
  const fitted = fitRow(row);
  const add = (append: (row: DecidedRow | PolicyRow) => void) => {
    const last = guardfile === null ? null : lastDigest(trail.place, guardfile);
    const isNews = guardfile !== null && digest !== null && digest !== last;
    const news = isNews ? policyRow(row, last) : null;
    if (news !== null) append(fitRow(news));
    append(fitted);
    if (isNews) keepDigest(trail.place, guardfile, digest);
  };
  appending(trail, add, true);
}

function write(row: DecidedRow | FinishedRow, trail: Trail): void {
  try {
    if (row.phase === "decided") writeDecided(row, trail);
    else appending(trail, (append) => append(fitRow(row)), false);
  } catch (thrown) {
    const missing =
      row.phase === "decided" ? "nothing was run" : "this call's end is not on record";
    const isHeld = thrown instanceof WardFault && isOfLock(thrown);
    const cause = thrown instanceof WardFault && !isHeld ? thrown.cause : thrown;
    const undone = isHeld ? "locked" : "written";
    const what = `can't be ${undone}, so ${missing}: ${errorWords(cause)}`;
    const hint =
      (isHeld ? thrown.hint : undefined) ??
      trailHint(trail.place, trail.recorder.directories.account, cause);
    throw trailFault(trail.file, what, hint, cause);
  }
}

/**
 * Writes the `decided` row of a granted call and waits until it is on the disk.
 * @param entry what was decided
 * @param trail from `openTrail`
 * @returns the token that `run` asks for; `closeRow` takes it back
 * @throws WardFault `audit-unwritable`, exit 125: nothing may run then
 */
export function openRow(entry: RowEntry & { readonly decision: "allow" }, trail: Trail): OpenRow {
  const row = decidedRow(entry, trail);
  write(row, trail);
  const token = makeOpenRow(row.id, row.verb);
  open.set(token, { trail, verb: row.verb, since: steadyClock() });
  return token;
}

/** Closes the trail, if it is open still. */
export function leaveTrail(trail: Trail): void {
  const { fd } = trail;
  trail.fd = CLOSED;
  if (fd !== CLOSED) closeSync(fd);
}

/**
 * Writes the one row of a call that was refused and closes the trail.
 * @param entry what was decided
 * @param trail from `openTrail`
 * @throws WardFault `audit-unwritable`, exit 125
 */
export function recordRefusal(entry: RowEntry & { readonly decision: "deny" }, trail: Trail): void {
  try {
    write(decidedRow(entry, trail), trail);
  } finally {
    leaveTrail(trail);
  }
}

/**
 * Writes the `finished` row and closes the trail.
 * @param row from `openRow`, each once
 * @param outcome how the call ended
 * @param stderrTail the end of what a captured run said, without secrets; the row takes its last 2 KiB; left out for others
 * @returns why the row could not be written, for stderr: the exit code stays the child's; null where all is well
 * @throws Error on a row that is not open: a bug
 */
export function closeRow(row: OpenRow, outcome: Outcome, stderrTail?: string): WardFault | null {
  const state = open.get(row);
  if (state === undefined) throw new Error(`the audit row ${row.id} is not open`);
  open.delete(row);
  const code = outcome.exit?.code ?? null;
  const finished: FinishedRow = {
    v: ROW_VERSION,
    id: row.id,
    at: timestamp(wallClock()),
    phase: "finished",
    verb: state.verb,
    outcome,
    exit: code === -1 ? null : code,
    signal: outcome.exit?.signal ?? null,
    launched: outcome.launched === true,
    duration_ms: Math.round(steadyClock() - state.since),
    ...(stderrTail === undefined ? {} : { stderr_tail: lastText(stderrTail) }),
  };
  try {
    write(finished, state.trail);
    return null;
  } catch (fault) {
    return fault as WardFault;
  } finally {
    leaveTrail(state.trail);
  }
}
