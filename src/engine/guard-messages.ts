// A guard that does not hold → why, in words: a pattern that stands for anything, or for one word, is told without it.

import type { Guard, Selector } from "../model/policy.ts";
import type { Mounted } from "./tree.ts";
import { code } from "./trouble.ts";

/** Whose guard it is. */
export type Guarded = Pick<Mounted, "wrap" | "leaf">;

/** What a guard found where its selector points. */
export interface Found {
  /** Null stands for a flag without a value. */
  readonly text: string | null;
  /** No reading has another text there. */
  readonly isOnly: boolean;
  /** How many words are arguments under every reading. */
  readonly count: number;
}

const ANYTHING = "*";

/** @returns the message, with the reason that the policy gives for the guard */
export function withReason({ describe }: Guard, message: string): string {
  return describe === undefined ? message : `${message}: ${describe}`;
}

/** @returns why a call is refused for want of what a guard asks for */
export function missingMessage({ selector, globs }: Guard, mounted: Guarded): string {
  const wanted = globText(globs);
  if (selector.kind === "any-arg") {
    return globs.includes(ANYTHING)
      ? `${callOf(mounted)} needs an argument here`
      : `no argument matches ${wanted}`;
  }
  if (!globs.includes(ANYTHING)) {
    return `${selectorName(selector)} is missing: it must match ${wanted}`;
  }
  if (selector.kind !== "positional") return `${selectorName(selector)} is missing`;
  const least = selector.index === 0 ? "an argument" : `${selector.index + 1} arguments`;
  return `${callOf(mounted)} needs ${least} here`;
}

/** @param text null stands for a flag without a value */
export function strayMessage({ selector, globs }: Guard, text: string | null): string {
  const name = selectorName(selector);
  return text === null
    ? `${name} has no value: it must match ${globText(globs)}`
    : `${name} may be ${code(text)}, which does not match ${globText(globs)}`;
}

/**
 * @param part of the token, or all of it
 * @returns why a word is refused wherever it stands
 */
export function refusedPartMessage(
  glob: string,
  part: string,
  token: string,
  mounted: Guarded,
): string {
  if (glob === ANYTHING) return `${callOf(mounted)} takes no argument and no flag here`;
  if (!isWord(glob, part)) return `${code(token)} matches ${code(glob)}, which is refused`;
  return part === token
    ? `${code(token)} is refused here`
    : `${code(token)} holds ${code(part)}, which is refused here`;
}

/** @returns why the text at the selector's place is refused */
export function refusedMessage(
  selector: Selector,
  glob: string,
  { text, isOnly, count }: Found,
  mounted: Guarded,
): string {
  const shown = code(text ?? "");
  const name = selectorName(selector);
  const isCertain = selector.kind === "positional" && count > selector.index;
  if (glob === ANYTHING) {
    if (selector.kind !== "positional") return `${name} is refused here, whatever it is`;
    const takes = `${callOf(mounted)} takes ${mostText(selector.index)} here`;
    return isCertain ? takes : `${shown} may be an argument, and ${takes}`;
  }
  if (!isWord(glob, text ?? "")) {
    return `${name} may be ${shown}, which matches ${code(glob)} and is refused`;
  }
  return isCertain && isOnly
    ? `${shown} is refused here`
    : `${name} may be ${shown}, which is refused here`;
}

/** @returns how many arguments there may be, where the one at this index is refused whatever it is */
export function mostText(index: number): string {
  if (index === 0) return "no arguments";
  return index === 1 ? "one argument at most" : `${index} arguments at most`;
}

/** @returns the first index at which no argument may stand; null where there is none */
export function endOfArguments({ wrap, leaf }: Guarded): number | null {
  const ends = [...wrap.guards, ...leaf.guards].flatMap(({ effect, selector, globs }) => {
    const isEnd = effect === "refuse" && globs.includes(ANYTHING);
    return isEnd && selector.kind === "positional" ? [selector.index] : [];
  });
  return ends.length === 0 ? null : Math.min(...ends);
}

function isWord(glob: string, text: string): boolean {
  return glob.toLowerCase() === text.toLowerCase();
}

function callOf({ wrap, leaf }: Guarded): string {
  return code([...wrap.path, ...leaf.words].join(" "));
}

function globText(globs: readonly string[]): string {
  return globs.map(code).join(" or ");
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

function selectorName(selector: Selector): string {
  switch (selector.kind) {
    case "positional": {
      const ordinal = ORDINALS[selector.index];
      const name = ordinal ? `the ${ordinal} argument` : `argument ${selector.index + 1}`;
      return `${name} (arg${selector.index})`;
    }
    case "flag":
      return `the value of ${code(selector.name.length === 1 ? `-${selector.name}` : `--${selector.name}`)}`;
    case "any-arg":
      return "some argument";
    case "shell":
      return `the output of ${code(selector.argv.join(" "))}`;
  }
}
