// wardctl check: parses Guardfiles, runs their examples, and shows every error at its place.
import type { Command } from "commander";
import { EXIT } from "../../model/exit-codes.ts";
import { jsonPage } from "../../render/json.ts";
import { checkedJson, renderChecked } from "../checked-text.ts";
import { type Checked, checkFiles, checkPlaces, countErrors, withCoverage } from "../checking.ts";
import { readOwnMachine } from "../own-machine.ts";
import { canColor, complain, print } from "../stdio.ts";
import { recordOwnFiles, tellUnrecorded } from "../trust/record-own.ts";
import type { Verb } from "../verb.ts";

function summary({ files }: Checked, errors: number): string {
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  return `wardctl: ${count(files.length, "file")} checked, ${count(errors, "error")}`;
}

export const check: Verb = {
  name: "check",
  summary: "parse Guardfiles and run their examples; without a file, those of all places",
  example: "wardctl check ~/.config/ward/git.kdl",
  declare(command: Command) {
    command.argument("[file...]", "Guardfiles, each judged as one of the user's");
    command.option("--coverage", "list the sentences that no example exercises");
    command.option("--json", "print the findings as JSON");
  },
  async run(command: Command) {
    const machine = await readOwnMachine();
    const { args } = command;
    const { json, coverage } = command.opts<{ json?: true; coverage?: true }>();
    const judged = args.length > 0 ? await checkFiles(args, machine) : await checkPlaces(machine);
    recordOwnFiles(judged.own, machine);
    const checked = coverage
      ? { ...judged, files: await Promise.all(judged.files.map(withCoverage)) }
      : judged;
    const isColored = canColor(process.stdout);
    const text = json ? jsonPage(checkedJson(checked)) : renderChecked(checked, isColored);
    if (text !== "") await print(text);
    const errors = countErrors(checked);
    complain(summary(checked, errors));
    tellUnrecorded(judged.own, machine);
    return errors > 0 ? EXIT.badGuardfile : EXIT.ok;
  },
};
