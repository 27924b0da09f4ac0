// A call of the built ward with `--outcome-fd` → how it ended, and the lines that came on that descriptor.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import type { Outcome } from "../src/model/outcome.ts";
import { validateOutcome } from "../src/model/outcome-validity.ts";
import type { CallOptions, Ended, Place } from "./program-place.ts";

export interface Told extends Ended {
  /** What came on the descriptor, line by line. */
  readonly lines: readonly string[];
  /** The one line, parsed; null where there is none, or more than one. */
  readonly outcome: Outcome | null;
  /** What is wrong with it by the contract's own rules; null for a valid one. */
  readonly flaw: string | null;
}

/**
 * @param words behind ward's own options
 * @param before a program that calls ward, with its words
 */
export function tell(
  place: Place,
  words: readonly string[],
  options: CallOptions & { readonly before?: readonly string[] } = {},
): Told {
  const { cwd = place.work, env = {}, input = "", before = [] } = options;
  const ward = [process.execPath, resolve("dist/ward.js"), "--outcome-fd", "3", ...words];
  const [file = "", ...args] = [...before, ...ward];
  const { status, output } = spawnSync(file, args, {
    cwd,
    env: place.environment(env),
    input,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    encoding: "utf8",
  });
  const [, stdout, stderr, told] = output;
  const lines = (told ?? "").split("\n").slice(0, -1);
  const outcome = lines.length === 1 ? (JSON.parse(lines[0] ?? "") as Outcome) : null;
  const flaw = outcome && validateOutcome(outcome);
  return { exit: status, stdout: stdout ?? "", stderr: stderr ?? "", lines, outcome, flaw };
}
