// Guards (`when`, `deny-when`, `only pass`, `never pass`) and a call → the first guard that does not hold.
//
// `require` guards need a match under every reading, `refuse` guards refuse on a match under any.

import type { Guard, Selector } from "../model/policy.ts";
import type { Argument } from "./arguments.ts";
import type { FlagTable } from "./flag-table.ts";
import { type FlagValue, valuesOf } from "./flag-values.ts";
import { matchGlob, matchGlobStrictly } from "./globs.ts";
import { type NamedFlag, nameFlagOnce } from "./spelling.ts";
import { code, type Trouble } from "./trouble.ts";

/** @param guards the wrap's, then the grant's; `shell` guards are left for later */
export function judgeGuards(
  guards: readonly Guard[],
  args: readonly Argument[],
  table: FlagTable,
): Trouble | null {
  for (const guard of guards) {
    if (guard.selector.kind === "shell") continue;
    const message =
      guard.effect === "require" ? missing(guard, args, table) : hit(guard, args, table);
    if (message !== null) return { reason: "guard", rule: guard.rule, message, remedy: null };
  }
  return null;
}

function vouches(guard: Guard, text: string): boolean {
  return guard.globs.some((glob) => matchGlobStrictly(glob, text));
}

function forbids(guard: Guard, text: string): boolean {
  return guard.globs.some((glob) => matchGlob(glob, text));
}

function missing(guard: Guard, args: readonly Argument[], table: FlagTable): string | null {
  const { selector } = guard;
  if (selector.kind === "any-arg") {
    const isMet = args.some(({ token, flag }) =>
      wholeAndValue(token, flag !== null).some((text) => vouches(guard, text)),
    );
    return isMet ? null : `no argument matches ${globText(guard)}`;
  }
  const { texts, isCertain } = readings(selector, guard, args, table);
  const name = selectorName(selector);
  if (texts.length === 0 || !isCertain)
    return `${name} is missing: it must match ${globText(guard)}`;
  const stray = texts.find((text) => text === null || !vouches(guard, text));
  if (stray === undefined) return null;
  return stray === null
    ? `${name} has no value: it must match ${globText(guard)}`
    : `${name} may be ${code(stray)}, which does not match ${globText(guard)}`;
}

function hit(guard: Guard, args: readonly Argument[], table: FlagTable): string | null {
  const { selector } = guard;
  if (selector.kind === "any-arg") {
    for (const { token } of args) {
      const text = everyPart(token).find((part) => forbids(guard, part));
      if (text !== undefined) return `${code(token)} matches ${globText(guard)}, which is refused`;
    }
    return null;
  }
  const text = readings(selector, guard, args, table).texts.find((one) =>
    forbids(guard, one ?? ""),
  );
  if (text === undefined) return null;
  return `${selectorName(selector)} may be ${code(text ?? "")}, which matches ${globText(guard)} and is refused`;
}

function globText({ globs }: Guard): string {
  return globs.map(code).join(" or ");
}

function selectorName(selector: Selector): string {
  switch (selector.kind) {
    case "positional":
      return `positional ${selector.index} (arg${selector.index})`;
    case "flag":
      return `the value of ${code(selector.name.length === 1 ? `-${selector.name}` : `--${selector.name}`)}`;
    case "any-arg":
      return "some argument";
    case "shell":
      return `the output of ${code(selector.argv.join(" "))}`;
  }
}

/** Every text that the selector may mean under some reading; null stands for a flag without a value. */
function readings(
  selector: Selector,
  guard: Guard,
  args: readonly Argument[],
  table: FlagTable,
): { readonly texts: readonly (string | null)[]; readonly isCertain: boolean } {
  if (selector.kind === "positional") {
    const texts = positionalsAt(selector.index, args);
    return { texts, isCertain: texts.length > 0 };
  }
  if (selector.kind !== "flag") return { texts: [], isCertain: false };
  const named = (flag: string) => nameFlagOnce({ flag, rule: guard.rule }, table);
  const values = [
    ...valuesOf(named(flagOf(selector.name)), args, table),
    ...([...selector.name].length === 1 ? [] : oneDashValues(selector.name, named, args, table)),
  ];
  return {
    texts: values.map(({ value }) => value),
    isCertain: values.some(({ isCertain }) => isCertain),
  };
}

function flagOf(name: string): string {
  return [...name].length === 1 ? `-${name}` : `--${name}`;
}

/** `find -exec`, `terraform -out`: certain only where the tool is known to read one dash so. */
function oneDashValues(
  name: string,
  named: (flag: string) => NamedFlag,
  args: readonly Argument[],
  table: FlagTable,
): readonly FlagValue[] {
  const isKnown = table.byName.has(`-${name}`);
  const values = valuesOf(named(`-${name}`), args, table);
  return isKnown ? values : values.map(({ value }) => ({ value, isCertain: false }));
}

/** Every token that is the Nth positional under some reading. */
function positionalsAt(index: number, args: readonly Argument[]): readonly string[] {
  let certainBefore = 0;
  let possibleBefore = 0;
  const found: string[] = [];
  for (const { token, isPositional } of args) {
    if (isPositional === "no") continue;
    if (certainBefore <= index && index <= possibleBefore) found.push(token);
    if (isPositional === "yes") certainBefore++;
    possibleBefore++;
    if (certainBefore > index) break;
  }
  return found;
}

/** The whole token, what follows its first `=`, and what may be attached to its first letter. */
function wholeAndValue(token: string, isFlag: boolean): readonly string[] {
  const at = token.indexOf("=");
  const texts = at < 0 ? [token] : [token, token.slice(at + 1)];
  return isFlag && !token.startsWith("--") ? [...texts, token.slice(2)] : texts;
}

/** As above, with every value that may be attached behind any letter of a cluster. */
function everyPart(token: string): readonly string[] {
  const texts = wholeAndValue(token, true);
  if (!token.startsWith("-") || token.startsWith("--")) return texts;
  const letters = Math.min(token.length, MOST_LETTERS);
  return [...texts, ...Array.from({ length: letters }, (_, index) => token.slice(index + 2))];
}

/** No tool has more one-letter flags than this in one cluster; bounds the work for a long token. */
const MOST_LETTERS = 64;
