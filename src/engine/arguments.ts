// A caller's tokens, under a table of known flags → what each token may be: flag, value, positional or separator.
//
// Tokens are read from the left. Where a flag's arity is unknown, the next token may be its value and may be not;
// both readings are carried on, so that "certain" means: under every reading.

import type { FlagTable, KnownFlag } from "./flag-table.ts";
import { type FlagToken, isDashToken, readFlagToken } from "./flag-token.ts";
import { isPlusFlag, type NamedFlag } from "./spelling.ts";

export type Certainty = "yes" | "maybe" | "no";

export interface Argument {
  readonly index: number;
  readonly token: string;
  /** Set where the token must be judged as a flag. */
  readonly flag: FlagToken | null;
  readonly isPositional: Certainty;
  /** The `--` that ends the options, under some reading. */
  readonly isSeparator: boolean;
  /** The known flag whose detached value this certainly is. */
  readonly valueOf: KnownFlag | null;
  /** For the first token: the flag at the end of the fixed words whose value it may be. */
  readonly behind?: FlagToken;
}

/** Which parser states are possible in front of a token. */
interface States {
  readonly canBeOption: boolean;
  /** A value is expected: of a known flag, of one of unknown arity (null), or not at all (undefined). */
  readonly value: KnownFlag | null | undefined;
  /** Behind a `--`. */
  readonly canBeOperand: boolean;
}

const START: States = { canBeOption: true, value: undefined, canBeOperand: false };

/**
 * @param tokens the caller's tokens behind the leaf
 * @param table the flags known there
 * @param plusFlags the flags that the leaf's policy names: `+` words are flags only among these
 * @param fixed what the policy puts in front of the tokens: a flag at its end may take the first of them for its value
 */
export function readArguments(
  tokens: readonly string[],
  table: FlagTable,
  plusFlags: readonly NamedFlag[],
  fixed: readonly string[],
): readonly Argument[] {
  let states = behindFixed(fixed, table);
  const last =
    states.value === undefined ? null : readFlag(fixed.at(-1) ?? "", fixed.length - 1, table);
  return tokens.map((token, index) => {
    const flag = readFlag(token, fixed.length + index, table);
    const before = withDashReading(states, token);
    const argument = readArgument(index, token, flag, before, plusFlags, table);
    states = nextStates(token, flag, before);
    return index === 0 && last ? { ...argument, behind: last } : argument;
  });
}

/** Both readings are carried on, so that what a policy says of flags and operands holds for such a value too. */
function behindFixed(fixed: readonly string[], table: FlagTable): States {
  let states = START;
  for (let at = fixed.lastIndexOf("--") + 1; at < fixed.length; at++) {
    const word = fixed[at] ?? "";
    states = nextStates(word, readFlag(word, at, table), withDashReading(states, word));
  }
  return { ...START, value: states.value };
}

/**
 * Some tools read a first word without a dash as a cluster too (`tar xf`), or any such word (`ps aux`).
 *
 * @param at where the token stands among all words of the program: behind fixed ones none of the caller's is the first
 */
function readFlag(token: string, at: number, table: FlagTable): FlagToken | null {
  if (isDashToken(token)) return readFlagToken(token, table);
  const isBare = table.bareCluster === "any" || (table.bareCluster === "first" && at === 0);
  if (!isBare || !/^[a-zA-Z]/.test(token)) return null;
  // Such a cluster takes its values from the words behind it, in order; nothing is attached.
  const all = { letters: token, attached: null, valued: null, takesNext: "maybe" } as const;
  return { ...readFlagToken(`-${token}`, table), ...all };
}

/** A dash token where a value is expected is judged as a flag too, unless the flag is known to swallow it. */
function withDashReading(states: States, token: string): States {
  const { value } = states;
  if (!token.startsWith("-") || token === "-" || value === undefined) return states;
  return value?.swallowsDashes ? states : { ...states, canBeOption: true };
}

function readArgument(
  index: number,
  token: string,
  flag: FlagToken | null,
  states: States,
  plusFlags: readonly NamedFlag[],
  table: FlagTable,
): Argument {
  if (!states.canBeOption && !states.canBeOperand) {
    const owner = states.value ?? null;
    const inner = owner?.isUmbrella ? readFlagToken(`--${token}`, table) : null;
    if (inner)
      return { index, token, flag: inner, isPositional: "no", isSeparator: false, valueOf: owner };
    return { index, token, flag: null, isPositional: "no", isSeparator: false, valueOf: owner };
  }
  const isOption = flag !== null || token === "--" || isPlusFlag(token, plusFlags);
  const isSeparator = token === "--" && states.canBeOption;
  const isPositional = positional(isOption, states);
  return { index, token, flag, isPositional, isSeparator, valueOf: null };
}

function positional(isOption: boolean, states: States): Certainty {
  if (isOption && !states.canBeOperand) return "no";
  const canBeElse = (isOption && states.canBeOption) || states.value !== undefined;
  return canBeElse ? "maybe" : "yes";
}

function nextStates(token: string, flag: FlagToken | null, states: States): States {
  const canBeOperand = states.canBeOperand || (states.canBeOption && token === "--");
  // Behind a value the options go on.
  const wasValue = states.value !== undefined;
  if (!states.canBeOption || token === "--") {
    return { canBeOption: wasValue, value: undefined, canBeOperand };
  }
  if (flag === null) return { canBeOption: true, value: undefined, canBeOperand };
  if (flag.takesNext === "yes") return { canBeOption: wasValue, value: flag.valued, canBeOperand };
  const value = flag.takesNext === "maybe" ? null : undefined;
  return { canBeOption: true, value, canBeOperand };
}
