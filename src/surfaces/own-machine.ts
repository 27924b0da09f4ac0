// As machine.ts, for a verb of wardctl: what was not followed, and what became of older answers, is said first.
import { printable } from "../render/printable.ts";
import { type Machine, readMachine } from "./machine.ts";
import { complain } from "./stdio.ts";
import { lookUpAnswers, tellMigration } from "./trust/notice.ts";

/** @throws WardFault where a variable names a relative directory */
export async function readOwnMachine(): Promise<Machine> {
  const machine = await readMachine(process.env, true);
  for (const line of machine.directories.notices) complain(`wardctl: ${printable(line)}`);
  lookUpAnswers(machine);
  tellMigration("wardctl", machine);
  return machine;
}
