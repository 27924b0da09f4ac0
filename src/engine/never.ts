// `never run` sentences and a call → the first one that the call meets, under any reading.
//
// A sentence's words must come in order, with only flags and possible values between them; under `*` any words may
// stand between, unless the catalogue knows where the binary's subcommands are. Its flags are met in any spelling.

import type { BinaryFacts } from "../model/catalogue.ts";
import type { FlagRule, Never } from "../model/policy.ts";
import { allNamesOf } from "./command-names.ts";
import type { LeafContext } from "./context.ts";
import { spellsOperand } from "./flag-policy.ts";
import { commandPath, extendPath } from "./flag-table.ts";
import { spellsSame } from "./same.ts";
import { nameFlagOnce, spellsFlag } from "./spelling.ts";
import { code, type Trouble } from "./trouble.ts";

export function judgeNevers(context: LeafContext): Trouble | null {
  const { nevers } = context.mounted.wrap;
  if (nevers.length === 0) return null;
  for (const never of nevers) if (isMet(never, context)) return met(never);
  return judgeUnknownWord(context, nevers);
}

function met(never: Never): Trouble {
  const why = never.describe === null ? "" : `: ${never.describe}`;
  return {
    reason: "never",
    rule: never.rule,
    message: `${code(never.words.join(" "))} is never run here${why}`,
    remedy: null,
  };
}

function isMet(never: Never, context: LeafContext): boolean {
  const isFlag = (word: string) => word.startsWith("-") || word.startsWith("+");
  const words = never.words.filter((word) => !isFlag(word));
  if (!allNamesOf(words, context.facts).some((each) => isReached(each, context))) return false;
  return never.words.every(
    (word) => !isFlag(word) || isGiven({ flag: word, rule: never.rule }, context),
  );
}

function isReached(words: readonly string[], context: LeafContext): boolean {
  const { leaf } = context.mounted;
  if (leaf.isWholeBinary && leaf.words.length === 0) return isMetUnderAll(words, context);
  if (isSequence(words, leaf.words, context, false)) return true;
  // What an author fixed in `argv` he chose; only what the caller adds to it can meet a `never`.
  return words.length > 0 && leaf.argv !== null && isSequence(words, leaf.argv, context, true);
}

function isGiven(rule: FlagRule, { args, table }: LeafContext): boolean {
  const named = nameFlagOnce(rule, table);
  return args.some((arg, at) =>
    arg.flag
      ? spellsFlag(arg.flag, named, table) !== null || spellsSame(named, args, at, table)
      : spellsOperand(arg, named, table) !== null,
  );
}

/**
 * Whether `words` can be read off the fixed words and then the caller's, skipping flags and possible values only.
 * @param needsCaller only a reading that uses at least one of the caller's words counts
 */
function isSequence(
  words: readonly string[],
  fixed: readonly string[],
  context: LeafContext,
  needsCaller: boolean,
): boolean {
  const at = positionBehind(fixed, words, context);
  if (at === null) return false;
  if (at === words.length) return !needsCaller;
  // Positions in `words` that some reading has reached.
  let reached = new Set([at]);
  for (const arg of context.args) {
    const next = new Set<number>();
    for (const position of reached) {
      const isWord = arg.valueOf === null && isSameWord(arg.token, words, position, context);
      if (isWord && position + 1 === words.length) return true;
      if (isWord) next.add(position + 1);
      const canBeSkipped = arg.flag !== null || arg.token === "--" || arg.isPositional !== "yes";
      if (canBeSkipped) next.add(position);
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return false;
}

/** How many of `words` the fixed ones read off; null where they lead elsewhere. */
function positionBehind(
  fixed: readonly string[],
  words: readonly string[],
  context: LeafContext,
): number | null {
  let at = 0;
  let isPossibleValue = false;
  for (const word of fixed) {
    if (at === words.length) break;
    const isFlag = word.startsWith("-");
    if (!isFlag && isSameWord(word, words, at, context)) at++;
    else if (!isFlag && !isPossibleValue) return null;
    isPossibleValue = isFlag && !(at === 0 && standsAlone(word, context));
  }
  return at;
}

/** A flag that is known to take no value where it stands, in front of the subcommand: `--no-pager log`. */
function standsAlone(word: string, { facts }: LeafContext): boolean {
  if (!facts?.areGlobalsFirst) return false;
  return facts.globals.some(({ arity, names }) => arity === "none" && names.includes(word));
}

/** Whether the token is the sentence's word at this place, or what the catalogue knows to be another name of it. */
function isSameWord(
  token: string,
  words: readonly string[],
  at: number,
  { facts }: LeafContext,
): boolean {
  const word = words[at];
  if (word === undefined) return false;
  if (token === word) return true;
  if (!facts) return false;
  const before = commandPath(facts, words.slice(0, at));
  if (before.name.split(" ").filter((one) => one !== "").length < at) {
    return mayAbbreviate(token, word, facts);
  }
  const meant = extendPath(facts, before, word);
  const given = extendPath(facts, before, token);
  if (meant && given) return meant.name === given.name;
  return mayAbbreviate(token, word, facts);
}

/** Either may be the shorter one: a policy may say `addr del`, a caller `address delete`. */
function mayAbbreviate(token: string, word: string, facts: BinaryFacts): boolean {
  if (!facts.abbreviatesSubcommands || token === "") return false;
  return word.startsWith(token) || token.startsWith(word);
}

/** Under `*`: by subcommand positions where those are known, else as a subsequence. */
function isMetUnderAll(words: readonly string[], context: LeafContext): boolean {
  if (hasSubcommands(context)) return isSequence(words, [], context, false);
  let at = 0;
  for (const token of context.tokens) if (token === words[at]) at++;
  return at === words.length;
}

function hasSubcommands({ facts }: LeafContext): boolean {
  return facts?.subcommands.some(({ name }) => name !== "") ?? false;
}

/** Under `*` of a catalogued binary with any `never`, a first word that is no known subcommand may be an alias of one. */
function judgeUnknownWord(context: LeafContext, nevers: readonly Never[]): Trouble | null {
  const { facts, args, mounted } = context;
  const [never] = nevers;
  const isUnderAll = mounted.leaf.isWholeBinary && mounted.leaf.words.length === 0;
  if (!isUnderAll || !facts || !never || !hasSubcommands(context)) return null;
  const first = args.find(({ isPositional }) => isPositional !== "no");
  if (!first || extendPath(facts, commandPath(facts, []), first.token)) return null;
  return {
    reason: "never",
    rule: never.rule,
    message: `${code(first.token)} is no known subcommand, so it may be an alias of what is never run here`,
    remedy: "write the subcommand's own name",
  };
}
