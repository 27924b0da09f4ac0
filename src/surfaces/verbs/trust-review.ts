// wardctl trust review: shows all that a project's Guardfile could run, and asks.
import type { Command } from "commander";
import { readOwnMachine } from "../own-machine.ts";
import { review } from "../trust/reviewing.ts";
import type { Verb } from "../verb.ts";

export const trustReview: Verb = {
  name: "trust review",
  summary: "read all that a project's Guardfile could run, and answer for it",
  example: "wardctl trust review ./Guardfile",
  declare(command: Command) {
    command.argument("[path]", "a Guardfile or its directory; else those around here");
  },
  async run(command: Command) {
    return review(command.args[0], await readOwnMachine());
  },
};
