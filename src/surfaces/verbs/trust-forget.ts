// wardctl trust forget: takes an answer off the record.
import type { Command } from "commander";
import { readOwnMachine } from "../own-machine.ts";
import { declareAnswer } from "../trust/answer-options.ts";
import { type AnswerOptions, forgetAnswer } from "../trust/answering.ts";
import { targetKey } from "../trust/target.ts";
import type { Verb } from "../verb.ts";

export const trustForget: Verb = {
  name: "trust forget",
  summary: "take an answer off the record; the file may be gone",
  example: "wardctl trust forget ~/src/gone/Guardfile",
  declare: declareAnswer,
  async run(command: Command) {
    const machine = await readOwnMachine();
    const key = await targetKey(command.args[0], machine);
    return forgetAnswer(key, command.opts<AnswerOptions>(), machine);
  },
};
