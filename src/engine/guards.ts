// Guards (`when`, `deny-when`, `only pass`, `never pass`) and a call → the first guard that does not hold.
//
// `require` guards need a match under every reading, `refuse` guards refuse on a match under any.

import type { Guard, Selector } from "../model/policy.ts";
import type { Argument } from "./arguments.ts";
import type { FlagTable } from "./flag-table.ts";
import { type FlagValue, valuesOf } from "./flag-values.ts";
import { matchGlob, matchGlobStrictly } from "./globs.ts";
import {
  type Guarded,
  missingMessage,
  refusedMessage,
  refusedPartMessage,
  strayMessage,
  withReason,
} from "./guard-messages.ts";
import { type NamedFlag, nameFlagOnce } from "./spelling.ts";
import type { Trouble } from "./trouble.ts";

/**
 * @param guards the wrap's, then the grant's; `shell` guards are left for later
 * @param mounted whose guards they are, for the words of a refusal
 */
export function judgeGuards(
  guards: readonly Guard[],
  args: readonly Argument[],
  table: FlagTable,
  mounted: Guarded,
): Trouble | null {
  for (const guard of guards) {
    if (guard.selector.kind === "shell") continue;
    const message =
      guard.effect === "require"
        ? missing(guard, args, table, mounted)
        : hit(guard, args, table, mounted);
    if (message === null) continue;
    const told = withReason(guard, message);
    return { reason: "guard", rule: guard.rule, message: told, remedy: null };
  }
  return null;
}

function vouches(guard: Guard, text: string): boolean {
  return guard.globs.some((glob) => matchGlobStrictly(glob, text));
}

function missing(
  guard: Guard,
  args: readonly Argument[],
  table: FlagTable,
  mounted: Guarded,
): string | null {
  const { selector } = guard;
  if (selector.kind === "any-arg") {
    const isMet = args.some(({ token, flag }) =>
      wholeAndValue(token, flag !== null).some((text) => vouches(guard, text)),
    );
    return isMet ? null : missingMessage(guard, mounted);
  }
  const { texts, isCertain } = readings(selector, guard, args, table);
  if (texts.length === 0 || !isCertain) return missingMessage(guard, mounted);
  const stray = texts.find((text) => text === null || !vouches(guard, text));
  return stray === undefined ? null : strayMessage(guard, stray);
}

function hit(
  guard: Guard,
  args: readonly Argument[],
  table: FlagTable,
  mounted: Guarded,
): string | null {
  const { selector, globs } = guard;
  if (selector.kind === "any-arg") {
    for (const { token } of args) {
      for (const part of everyPart(token)) {
        const glob = globs.find((one) => matchGlob(one, part));
        if (glob !== undefined) return refusedPartMessage(glob, part, token, mounted);
      }
    }
    return null;
  }
  const { texts } = readings(selector, guard, args, table);
  for (const text of texts) {
    const glob = globs.find((one) => matchGlob(one, text ?? ""));
    if (glob !== undefined) {
      const count = args.filter(({ isPositional }) => isPositional === "yes").length;
      return refusedMessage(selector, glob, { text, isOnly: texts.length === 1, count }, mounted);
    }
  }
  return null;
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
