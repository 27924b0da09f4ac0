// wardctl explain: the decision on one call, what decided it and what would run; spawns nothing.
import type { Command } from "commander";
import { renderExplanation } from "../../render/explain.ts";
import { jsonText } from "../../render/json.ts";
import { renderChecked } from "../checked-text.ts";
import { approvalNote, exitOfExplanation, explainCall } from "../explaining.ts";
import { readOwnMachine } from "../own-machine.ts";
import { assemblePolicy, type Policy } from "../policy.ts";
import { readGiven, readPolicy } from "../read-policy.ts";
import { canColor, complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

/** The policy of one file alone, as one of the user's; its errors are shown. */
async function onlyFile(file: string): Promise<Policy> {
  const policy = assemblePolicy([await readGiven(file)]);
  const isColored = canColor(process.stderr);
  const found = { files: policy.broken, hidden: [], unapproved: [], home: null };
  if (policy.broken.length > 0) complain(renderChecked(found, isColored));
  return policy;
}

export const explain: Verb = {
  name: "explain",
  summary: "say how a call would be decided and what would run; runs nothing",
  example: "wardctl explain -- ward git commit -m 'a message'",
  declare(command: Command) {
    command.argument("<word...>", "the call, its root word first, behind --");
    command.option("--guardfile <file>", "judge by this file alone, as one of the user's");
    command.option("--json", "print the decision as JSON");
    command.passThroughOptions();
  },
  async run(command: Command) {
    const { guardfile, json } = command.opts<{ guardfile?: string; json?: true }>();
    const machine = await readOwnMachine();
    const policy = guardfile === undefined ? await readPolicy(machine) : await onlyFile(guardfile);
    const isGiven = guardfile !== undefined;
    const decided = await explainCall(policy, machine, { words: command.args }, isGiven);
    const notes = isGiven ? approvalNote(guardfile) : [];
    const told = { ...decided, notes: [...decided.notes, ...notes] };
    await print(json ? jsonText(told) : renderExplanation(told, machine.home));
    return exitOfExplanation(told);
  },
};
