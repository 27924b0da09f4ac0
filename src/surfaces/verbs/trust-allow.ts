// wardctl trust allow: puts one answer about a Guardfile on record.
import type { Command } from "commander";
import { readOwnMachine } from "../own-machine.ts";
import { declareAnswer } from "../trust/answer-options.ts";
import { type AnswerOptions, answerFor } from "../trust/answering.ts";
import type { Verb } from "../verb.ts";

export const trustAllow: Verb = {
  name: "trust allow",
  summary: "approve a project's Guardfile as it is now, or record one of the user's own for agents",
  example: "wardctl trust allow ./Guardfile --digest 3f2a… --pins 88b1…",
  declare(command: Command) {
    declareAnswer(command);
    command.option("--pins <hex>", "only if this is the digest of the files behind the surface");
  },
  async run(command: Command) {
    const options = command.opts<AnswerOptions>();
    return answerFor("allow", command.args[0], options, await readOwnMachine());
  },
};
