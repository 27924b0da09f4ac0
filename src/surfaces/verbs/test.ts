// wardctl test: plays a table of calls against Guardfiles and compares each decision with what the table expects.
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { errorWords } from "../../host/system-error.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { jsonPage } from "../../render/json.ts";
import { clipped, printable } from "../../render/printable.ts";
import { compareCase, type Mismatch } from "../cases/compare.ts";
import { type Judged, judgeCase } from "../cases/judge.ts";
import { readTable, type TableCase } from "../cases/table.ts";
import { approvalNote } from "../explaining.ts";
import type { Machine } from "../machine.ts";
import { readOwnMachine } from "../own-machine.ts";
import type { ReadFile } from "../policy.ts";
import { parseText, readGiven } from "../read-policy.ts";
import { complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

interface Result {
  readonly id: string;
  readonly mismatches: readonly Mismatch[];
  readonly got: Judged["told"];
  /** What is wrong with the Guardfile, where that was not expected; else empty. */
  readonly errors: string;
}

async function play(one: TableCase, own: ReadFile | null, machine: Machine): Promise<Result> {
  const read = one.guardfile === null ? own : await parseText(`${one.id}.kdl`, one.guardfile);
  if (read === null) {
    const field = "guardfile";
    const got = "none: the case has none and no --guardfile was given";
    return {
      id: one.id,
      mismatches: [{ field, expected: "a Guardfile", got }],
      got: null,
      errors: "",
    };
  }
  const { got, told } = await judgeCase(one, read, machine);
  const mismatches = compareCase(one.expect, got);
  // Where the parse was asked about, its mismatch shows the errors.
  const errors = one.expect.parse === undefined ? got.errors : "";
  return { id: one.id, mismatches, got: told, errors };
}

function valueText(value: unknown): string {
  return typeof value === "string"
    ? value.split("\n").map(printable).join("\n    ")
    : clipped(JSON.stringify(value) ?? "nothing", 2000);
}

function errorLines(errors: string): readonly string[] {
  if (errors === "") return [];
  return [
    "  the Guardfile is not valid, so nothing was decided:",
    ...errors.split("\n").map((line) => `    ${line}`),
  ];
}

function failureText({ id, mismatches, got, errors }: Result): string {
  const lines = mismatches.flatMap(({ field, expected, got }) => [
    `  ${field}`,
    `    expected ${valueText(expected)}`,
    `    got      ${valueText(got)}`,
  ]);
  const decided = got === null ? [] : [`  decided    ${clipped(JSON.stringify(got), 4000)}`];
  return [`FAILED ${printable(id)}`, ...lines, ...decided, ...errorLines(errors)].join("\n");
}

async function report(results: readonly Result[], isJson: boolean): Promise<number> {
  const failed = results.filter(({ mismatches }) => mismatches.length > 0);
  if (isJson) await print(jsonPage(results));
  else for (const result of failed) await print(failureText(result));
  const summary = `${results.length - failed.length} passed, ${failed.length} failed`;
  if (isJson) complain(summary);
  else await print(summary);
  return failed.length === 0 ? EXIT.ok : EXIT.found;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    complain(`wardctl: ${printable(`${file} can't be read: ${errorWords(error)}`)}`);
    return null;
  }
}

export const test: Verb = {
  name: "test",
  summary: "play a table of calls and compare each decision with the expected one; spawns no leaf",
  example: "wardctl test git.cases.jsonl --guardfile git.kdl",
  declare(command: Command) {
    command.argument("<cases>", "a JSONL file, one case a line");
    command.option("--guardfile <file>", "for the cases that bring none of their own");
    command.option("--json", "print every case's result as JSON");
  },
  async run(command: Command) {
    const { guardfile, json } = command.opts<{ guardfile?: string; json?: true }>();
    const text = readText(command.args[0] ?? "");
    if (text === null) return EXIT.usage;
    const { cases, problems } = readTable(text);
    for (const problem of problems) complain(`wardctl: ${printable(problem)}`);
    if (problems.length > 0) return EXIT.usage;
    if (guardfile !== undefined) approvalNote(guardfile).forEach(complain);
    const machine = await readOwnMachine();
    const own = guardfile === undefined ? null : await readGiven(guardfile);
    const results: Result[] = [];
    for (const one of cases) results.push(await play(one, own, machine));
    return report(results, json === true);
  },
};
