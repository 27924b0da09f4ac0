// The options that choose among recorded calls → whether a call is one of those that were asked for.
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { timeOf } from "../../host/ids.ts";
import type { RecordedCall, RecordedEntry } from "../../model/trail.ts";
import { toMoment } from "./moments.ts";

/** An exit code and how others compare to it. */
interface ExitTest {
  readonly sign: string;
  readonly code: number;
}

export interface FilterOptions {
  readonly verb?: string;
  readonly deny?: true;
  readonly since?: number;
  readonly until?: number;
  readonly session?: string;
  readonly exit?: ExitTest;
  readonly guardfile?: string;
}

function toExitTest(text: string): ExitTest {
  const [, sign = "=", code] = /^(!=|>=|<=|=|>|<)?(\d{1,3})$/.exec(text.trim()) ?? [];
  if (code === undefined) throw new InvalidArgumentError("give a code, or one with a sign: '!=0'.");
  return { sign, code: Number(code) };
}

/** Declares the options of when a call was made. */
export function declareTimes(command: Command): void {
  command.option("--since <when>", "calls from then on: 2h, 7d, 2026-11-30", toMoment);
  command.option("--until <when>", "calls up to then", toMoment);
}

/** Declares all options that `filterOf` reads. */
export function declareFilter(command: Command): void {
  command.option("--verb <glob>", "calls of these leaves, with or without the root word: 'git.*'");
  command.option("--deny", "refused calls alone");
  declareTimes(command);
  command.option("--session <id>", "calls of one session of an agent");
  command.option("--exit <test>", "runs that ended so: 1, '!=0', '>128'", toExitTest);
  command.option("--guardfile <file>", "calls that this file decided");
}

function globTest(glob: string): (text: string) => boolean {
  const parts = glob.split("*");
  const [head = "", ...rest] = parts;
  const tail = rest.pop();
  return (text) => {
    if (tail === undefined) return text === head;
    if (!text.startsWith(head)) return false;
    let at = head.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return text.length - tail.length >= at && text.endsWith(tail);
  };
}

function verbTest(glob: string): (verb: string) => boolean {
  const matches = globTest(glob);
  return (verb) => matches(verb) || matches(verb.slice(verb.indexOf(".") + 1));
}

/** A run that a signal ended has no code, and is none that ended well. */
function exitMatches({ sign, code }: ExitTest, { finished }: RecordedCall): boolean {
  if (finished === null) return false;
  const { exit } = finished;
  if (exit === null) return sign === "!=";
  const tests: Readonly<Record<string, boolean>> = {
    "=": exit === code,
    "!=": exit !== code,
    ">": exit > code,
    "<": exit < code,
    ">=": exit >= code,
    "<=": exit <= code,
  };
  return tests[sign] === true;
}

function fileNames(path: string): ReadonlySet<string> {
  const whole = resolve(path);
  try {
    return new Set([path, whole, realpathSync(whole)]);
  } catch {
    // A file that is no more has left its rows.
    return new Set([path, whole]);
  }
}

export interface Filter {
  /** Whether it is one of those that were asked for; no news is where something is asked that only calls have. */
  accepts(entry: RecordedEntry): boolean;
}

/** @param options as `declareFilter` declares them */
export function filterOf(options: FilterOptions): Filter {
  const { verb, deny, since = Number.NEGATIVE_INFINITY, session, exit, guardfile } = options;
  const { until = Number.POSITIVE_INFINITY } = options;
  const isVerb = verb === undefined ? null : verbTest(verb);
  const files = guardfile === undefined ? null : fileNames(guardfile);
  const isInTime = (id: string) => {
    const time = timeOf(id);
    return time >= since && time <= until;
  };
  const isOfCalls = deny || session !== undefined || exit !== undefined || isVerb !== null;
  return {
    accepts(call) {
      if (!isInTime(call.id)) return false;
      if (call.state === "policy-changed") {
        return !isOfCalls && (files === null || files.has(call.row.guardfile));
      }
      const { decided, finished } = call;
      if (isVerb !== null && !isVerb(decided?.verb ?? finished?.verb ?? "")) return false;
      if (deny && call.state !== "refused") return false;
      if (session !== undefined && !Object.values(decided?.session ?? {}).includes(session)) {
        return false;
      }
      if (exit !== undefined && !exitMatches(exit, call)) return false;
      return files === null || files.has(decided?.guardfile ?? "");
    },
  };
}
