// wardctl trust status: which step would decide a call of a project's Guardfile here; asks and runs nothing.
import type { Command } from "commander";
import { jsonPage } from "../../render/json.ts";
import { printable } from "../../render/printable.ts";
import { readOwnMachine } from "../own-machine.ts";
import { complain, print } from "../stdio.ts";
import { exitOfState, stateOf } from "../trust/state.ts";
import { stateJson, stateLines } from "../trust/state-text.ts";
import { targetsOf } from "../trust/target.ts";
import type { Verb } from "../verb.ts";

export const trustStatus: Verb = {
  name: "trust status",
  summary: "say what decides about a project's Guardfile: exit 0 allowed, 77 denied, 1 undecided",
  example: "wardctl trust status ./Guardfile --json",
  declare(command: Command) {
    command.argument("[path]", "a Guardfile or its directory; else the one around here");
    command.option("--json", "print the state as JSON");
    command.option("--verbose", "also show the pinned files, and what an approval does not cover");
  },
  async run(command: Command) {
    const { json, verbose } = command.opts<{ json?: true; verbose?: true }>();
    const machine = await readOwnMachine();
    const targets = await targetsOf(command.args[0], machine);
    const states = targets.map((target) => stateOf(target, machine));
    for (const line of new Set(states.flatMap(({ warnings }) => warnings))) {
      complain(`wardctl: ${printable(line)}`);
    }
    const lines = () => states.flatMap((state) => stateLines(state, verbose === true)).join("\n");
    await print(json ? jsonPage(states.map(stateJson)) : lines());
    return Math.max(...states.map(exitOfState));
  },
};
