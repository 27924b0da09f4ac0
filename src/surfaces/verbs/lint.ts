// wardctl lint: shows what Guardfiles let through without meaning to, with the call that uses it and the line that closes it.
import type { Command } from "commander";
import { rewriteFile } from "../../host/rewrite-file.ts";
import { countLevels } from "../../lint/lint.ts";
import { RULES } from "../../lint/rules.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { WardFault } from "../../model/fault.ts";
import type { Finding } from "../../model/finding.ts";
import { renderDiff } from "../../render/diff.ts";
import { renderFault } from "../../render/fault.ts";
import { findingJson, renderFindings } from "../../render/finding.ts";
import { groupFindings } from "../../render/finding-groups.ts";
import { invocationText } from "../../render/invocation.ts";
import { jsonPage } from "../../render/json.ts";
import { pathText } from "../../render/place.ts";
import { sarifLog } from "../../render/sarif.ts";
import { renderChecked } from "../checked-text.ts";
import { countErrors } from "../checking.ts";
import {
  closable,
  errorsOf,
  fixed,
  isFoundInProject,
  type Linted,
  lintFiles,
  lintPlaces,
} from "../linting.ts";
import type { Machine } from "../machine.ts";
import { readOwnMachine } from "../own-machine.ts";
import { canColor, complain, print } from "../stdio.ts";
import { refuseAgent } from "../trust/recorder.ts";
import type { Verb } from "../verb.ts";

interface Options {
  readonly json?: true;
  readonly sarif?: true;
  readonly fix?: true;
  readonly strict?: true;
}

function rendered(all: readonly Linted[], color: boolean): string {
  const texts = all.flatMap(({ read, findings }) =>
    groupFindings(findings).map((group) => renderFindings(group, read.text, { color })),
  );
  return texts.join("\n\n");
}

/** What keeps a file from being a policy, and what the others let through. */
function findingsOf(all: readonly Linted[]): readonly Finding[] {
  return all.flatMap((one) => [...errorsOf(one), ...one.findings]);
}

function output(all: readonly Linted[], { json, sarif }: Options): string {
  const findings = findingsOf(all);
  if (sarif) return jsonPage(sarifLog(findings, RULES, WARD_VERSION));
  if (json) return jsonPage(findings.map(findingJson));
  return rendered(all, canColor(process.stdout));
}

function summary(all: readonly Linted[]): string {
  const findings = findingsOf(all);
  const { error, warning, note } = countLevels(findings);
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  const levels = [count(error, "error"), count(warning, "warning"), count(note, "note")];
  const closed = all.reduce((sum, one) => sum + (isFoundInProject(one) ? 0 : closable(one)), 0);
  const next = closed > 0 ? `; \`wardctl lint --fix\` closes ${closed} of them` : "";
  return `wardctl: ${count(all.length, "file")} linted, ${levels.join(", ")}${next}`;
}

/** A project's policy is its authors' to change, and approved as it is: being in its directory is no wish to edit it. */
function leftAlone(file: string): string {
  const call = invocationText(["wardctl", "lint", "--fix", file]);
  return `${pathText(file, null)} is a project's, so it is only edited where it is named: ${call}`;
}

/** Shows the change of a file on stderr, where talk goes, and writes it. */
async function fix(one: Linted, machine: Machine): Promise<void> {
  const { file, text } = one.read;
  if (isFoundInProject(one)) {
    if (closable(one) > 0) complain(`wardctl: ${leftAlone(file)}`);
    return;
  }
  const next = await fixed(one, machine);
  const diff = renderDiff(file, text, next, { color: canColor(process.stderr) });
  if (diff === "") return;
  complain(diff);
  rewriteFile(file, text, next);
}

/**
 * What can't be mended in one file keeps no other from it.
 * @returns the exit code of the first fault; null where all went well
 */
async function fixAll(all: readonly Linted[], machine: Machine): Promise<number | null> {
  let exit: number | null = null;
  for (const one of all) {
    try {
      await fix(one, machine);
    } catch (thrown) {
      if (!(thrown instanceof WardFault)) throw thrown;
      complain(renderFault("wardctl", thrown));
      exit ??= thrown.exit;
    }
  }
  return exit;
}

function exitOf(findings: readonly Finding[], isStrict: boolean): number {
  const { error, warning } = countLevels(findings);
  if (error > 0) return 2;
  return isStrict && warning > 0 ? EXIT.found : EXIT.ok;
}

async function report(all: readonly Linted[], options: Options): Promise<number> {
  const checked = {
    files: all.map(({ read }) => read),
    ...{ hidden: [], unapproved: [], home: null, own: [] },
  };
  const isInvalid = countErrors(checked) > 0;
  if (isInvalid) complain(renderChecked(checked, canColor(process.stderr)));
  const text = output(all, options);
  if (text !== "") await print(text);
  complain(summary(all));
  return isInvalid ? EXIT.badGuardfile : exitOf(findingsOf(all), options.strict === true);
}

export const lint: Verb = {
  name: "lint",
  summary: "show what Guardfiles let through without meaning to, and the line that closes it",
  example: "wardctl lint --fix ~/.config/ward/git.kdl",
  declare(command: Command) {
    command.argument("[file...]", "Guardfiles; without one, those that serve here");
    command.option("--json", "print the findings as JSON");
    command.option("--sarif", "print the findings as SARIF, for code review");
    command.option(
      "--fix",
      "show the lines that close the findings, and put them in; a project's file only where it is named",
    );
    command.option("--strict", "exit 1 on warnings");
  },
  async run(command: Command) {
    const options = command.opts<Options>();
    const machine = await readOwnMachine();
    const refused = options.fix ? refuseAgent("lint --fix", machine) : null;
    if (refused !== null) return refused;
    const read = () =>
      command.args.length > 0 ? lintFiles(command.args, machine) : lintPlaces(machine);
    const failed = options.fix ? await fixAll(await read(), machine) : null;
    const found = await report(await read(), options);
    return failed ?? found;
  },
};
