// A store that another version of the policy was carried over from → the one word about it, for a person, once.

import { takeNotice } from "../../host/trust-change.ts";
import { peekNotice } from "../../host/trust-peek.ts";
import { readStore } from "../../host/trust-store.ts";
import { WardFault } from "../../model/fault.ts";
import type { Migration } from "../../model/trust.ts";
import { printable } from "../../render/printable.ts";
import type { Machine } from "../machine.ts";
import { complain } from "../stdio.ts";
import { trustAround } from "./around.ts";

function text({ fromPolicyVersion, kept, invalidated, backupPath }: Migration): string {
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  return (
    `ward's rules for approvals got stricter: ${count(invalidated, "approval")} of version ${fromPolicyVersion} ` +
    `must be given again, ${count(kept, "refusal")} still ${kept === 1 ? "holds" : "hold"}; the old store is ${backupPath}`
  );
}

/** Carries the store over where its version asks for it, so that the command which does is the one that says so. */
export function lookUpAnswers(machine: Machine): void {
  try {
    readStore(trustAround(machine).store);
  } catch (thrown) {
    // Whoever needs an answer says why there is none.
    if (!(thrown instanceof WardFault)) throw thrown;
  }
}

/**
 * Says it on stderr and marks it said; writes nothing where there is nothing to say.
 * @param program that speaks
 */
export function tellMigration(program: string, machine: Machine): void {
  const { store, isAgent } = trustAround(machine);
  if (store === null || isAgent || !peekNotice(store)) return;
  try {
    const migration = takeNotice(store);
    if (migration !== null) complain(`${program}: ${printable(text(migration))}`);
  } catch (thrown) {
    // Said again with the next command: better twice than never.
    if (!(thrown instanceof WardFault)) throw thrown;
  }
}
