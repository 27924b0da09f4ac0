// wardctl trust deny: puts one answer about a Guardfile on record.
import type { Command } from "commander";
import { readOwnMachine } from "../own-machine.ts";
import { declareAnswer } from "../trust/answer-options.ts";
import { type AnswerOptions, answerFor } from "../trust/answering.ts";
import type { Verb } from "../verb.ts";

export const trustDeny: Verb = {
  name: "trust deny",
  summary: "decline a project's Guardfile as it is now; a change of what it runs asks again",
  example: "wardctl trust deny ./Guardfile",
  declare: declareAnswer,
  async run(command: Command) {
    const options = command.opts<AnswerOptions>();
    return answerFor("deny", command.args[0], options, await readOwnMachine());
  },
};
