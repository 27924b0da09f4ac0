// The program ward: its own few options, help for groups, and everything else is a call to decide.
import { inheritedDescriptors } from "../host/descriptors.ts";
import { findNotUtf8 } from "../host/raw-argv.ts";
import type { Call } from "../model/decision.ts";
import { EXIT } from "../model/exit-codes.ts";
import { renderExplanation } from "../render/explain.ts";
import { printable } from "../render/printable.ts";
import { answerCall } from "./answer-call.ts";
import { exitOfExplanation, explainCall } from "./explaining.ts";
import { type Machine, readMachine } from "./machine.ts";
import { readPolicy, readPolicyFor } from "./read-policy.ts";
import { rootHelp } from "./root-help.ts";
import { complain, print } from "./stdio.ts";
import { tellMigration } from "./trust/notice.ts";
import { readWardArgv, rootWord } from "./ward-argv.ts";

/** The words that were typed; those whose bytes were not UTF-8 are known by their place. */
function toCall(words: readonly string[], args: readonly string[]): Call {
  const shift = words.length - args.length;
  return { words, notUtf8: findNotUtf8(args).map((index) => index + shift) };
}

async function explain(call: Call, machine: Machine): Promise<number> {
  const told = await explainCall(await readPolicyFor(machine, call.words), machine, call);
  await print(renderExplanation(told, machine.home));
  return exitOfExplanation(told);
}

/**
 * @param argv the program's path, then what was typed
 * @param env the environment that ward was started with
 * @returns the exit code
 */
export async function ward(
  [program = "ward", ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const descriptors = inheritedDescriptors();
  const root = rootWord(program);
  const request = readWardArgv(root, args);
  if (request.kind === "misuse") {
    complain(`ward: ${printable(request.message)}`);
    return EXIT.usage;
  }
  if (request.kind === "version") {
    await print(`ward ${WARD_VERSION}`);
    return EXIT.ok;
  }
  const machine = { ...(await readMachine(env)), descriptors };
  tellMigration("ward", machine);
  if (request.kind === "help") {
    await print(rootHelp(root, await readPolicy(machine), machine));
    return EXIT.ok;
  }
  const call = toCall(request.words, args);
  if (request.kind === "explain") return explain(call, machine);
  return answerCall(call, await readPolicyFor(machine, call.words), machine);
}
