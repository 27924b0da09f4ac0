// A denied flag and a call → whether the call gives, in one of its other ways, what comes to the same: `branch -d -f` is `branch -D`.

import type { Argument } from "./arguments.ts";
import type { FlagTable } from "./flag-table.ts";
import { valuesOf } from "./flag-values.ts";
import { type Given, type NamedFlag, spellsFlag } from "./spelling.ts";

/**
 * @param at index of the token that is judged: the way must go through it
 * @returns whether this token and, where the way has more flags, others of the call are that way as a whole
 */
export function spellsSame(
  named: NamedFlag,
  args: readonly Argument[],
  at: number,
  table: FlagTable,
): boolean {
  return named.same.some(
    (way) =>
      way.some((given) => isGivenAt(given, args, at, table)) &&
      way.every((given) => args.some((_, index) => isGivenAt(given, args, index, table))),
  );
}

function isGivenAt(
  { named, value }: Given,
  args: readonly Argument[],
  at: number,
  table: FlagTable,
): boolean {
  const flag = args[at]?.flag;
  if (!flag || !spellsFlag(flag, named, table)) return false;
  if (value === null) return true;
  const values = valuesOf(named, args.slice(at, at + 2), table);
  // Tools that take one of several words mostly take a beginning of it too.
  return values.some(
    (one) => one.value !== null && one.value !== "" && value.startsWith(one.value),
  );
}
