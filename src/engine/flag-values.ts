// A flag's name and the caller's tokens → every value that the flag may have been given, in every spelling.

import type { Argument } from "./arguments.ts";
import type { FlagTable } from "./flag-table.ts";
import type { FlagToken } from "./flag-token.ts";
import { type NamedFlag, spellsFlag } from "./spelling.ts";

export interface FlagValue {
  /** Null where the flag may stand there without any value. */
  readonly value: string | null;
  /** Whether the tool reads this as that flag for certain, or only under some reading. */
  readonly isCertain: boolean;
}

/** @returns all occurrences, from the left; one token may give several where readings differ */
export function valuesOf(
  named: NamedFlag,
  args: readonly Argument[],
  table: FlagTable,
): readonly FlagValue[] {
  return [...fixedValues(named, args[0], table), ...givenValues(named, args, table)];
}

/** The policy gives the flag, and the caller its value. */
function fixedValues(
  named: NamedFlag,
  first: Argument | undefined,
  table: FlagTable,
): readonly FlagValue[] {
  const spelling = first?.behind && spellsFlag(first.behind, named, table);
  if (!first || !spelling) return [];
  return [{ value: first.token, isCertain: spelling === "exact" || spelling === "alias" }];
}

function givenValues(
  named: NamedFlag,
  args: readonly Argument[],
  table: FlagTable,
): readonly FlagValue[] {
  return args.flatMap((arg, at) => {
    if (!arg.flag) return [];
    const spelling = spellsFlag(arg.flag, named, table);
    if (!spelling) return [];
    const isWhole = spelling === "exact" || spelling === "alias";
    const isBare = arg.flag.token !== arg.token && arg.valueOf === null;
    if (isBare) return laterValues(arg.flag, args.slice(at + 1));
    if (spelling === "cluster") return clusterValues(arg.flag, named, args[at + 1]?.token, table);
    return [{ value: wholeValue(arg.flag, args[at + 1]?.token), isCertain: isWhole }];
  });
}

/** A cluster without a dash takes its values from the words behind it, in an order that need not be known here. */
function laterValues({ letters }: FlagToken, behind: readonly Argument[]): readonly FlagValue[] {
  const words = behind.filter(({ flag }) => flag === null).slice(0, letters.length);
  return words.map(({ token }) => ({ value: token, isCertain: false }));
}

function wholeValue(flag: FlagToken, next: string | undefined): string | null {
  if (flag.equals !== null) return flag.equals;
  return flag.takesNext === "no" ? null : (next ?? null);
}

function clusterValues(
  flag: FlagToken,
  named: NamedFlag,
  next: string | undefined,
  table: FlagTable,
): readonly FlagValue[] {
  const body = [...flag.token.slice(1)];
  return body.flatMap((letter, index) => {
    if (!named.letters.has(letter) || index >= [...flag.letters].length) return [];
    const rest = body.slice(index + 1).join("");
    // Letters that are known to take nothing leave the rest to this one.
    const isCertain = body
      .slice(0, index)
      .every((before) => table.byName.get(`-${before}`)?.arity === "none");
    if (rest === "") return [{ value: flag.takesNext === "no" ? null : (next ?? null), isCertain }];
    // Some tools drop a `=` between the letter and its value, some keep it.
    const values = rest.startsWith("=") ? [rest, rest.slice(1)] : [rest];
    return values.map((value) => ({ value, isCertain }));
  });
}
