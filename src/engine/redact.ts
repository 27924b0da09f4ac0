// A call and what would run for it → the same words with every secret among them replaced, for whatever is kept or shown.
//
// The one place that decides what a record may hold; what the child receives never comes through here.

import type { Leaf } from "../model/policy.ts";
import type { Argument } from "./arguments.ts";
import { readArguments } from "./arguments.ts";
import { baseName } from "./base-name.ts";
import { type LeafContext, readLeaf } from "./context.ts";
import type { Facts } from "./facts.ts";
import type { FlagTable } from "./flag-table.ts";
import { ownWords } from "./invocation.ts";
import { findDeeperGrants, isMatch, type Match, matchLeaf } from "./match.ts";
import { traitsOf } from "./option-styles.ts";
import { isSetter, redactFlagValues, type SecretFlags, secretSettings } from "./secret-flags.ts";
import { isSuspect, type Mark, redactText, replaceStretches } from "./secret-text.ts";
import type { LeafTree } from "./tree.ts";

/** What is known of the words' tool without a leaf: nothing. */
const NO_TABLE: FlagTable = {
  style: null,
  traits: traitsOf(null),
  byName: new Map(),
  flags: [],
  isComplete: false,
  responseFiles: [],
  bareCluster: null,
  prefixes: [],
  readsPlus: false,
  rewrites: [],
  contradiction: null,
};

export interface Redacted {
  /** All words of the call. */
  readonly words: readonly string[];
  /** The argv that would run; null where nothing would. */
  readonly argv: readonly string[] | null;
  /** Each word that was changed, as it was and as it is: for sentences that quote it. */
  readonly changed: readonly (readonly [string, string])[];
}

function isDash(token: string): boolean {
  return token.length > 1 && token.startsWith("-");
}

/** A mark stays one. */
function once(token: string, mark: Mark): string {
  return replaceStretches(token, [{ start: 0, end: token.length }], mark);
}

function redactTokens(
  tokens: readonly string[],
  args: () => readonly Argument[],
  known: SecretFlags,
  mark: Mark,
): readonly string[] {
  const byFlag = tokens.some(isDash) ? redactFlagValues(args(), known, mark) : tokens;
  const settings = secretSettings(known.words);
  const before = known.words.length - tokens.length;
  return byFlag.map((token, index) => {
    if (token !== tokens[index] || token === "") return token;
    return settings.has(before + index) ? once(token, mark) : redactText(token, mark);
  });
}

/**
 * Words without a policy: a prefix, a `shell` guard's argv, the words of a call without a leaf.
 * @param bin whose words they are; null where nobody knows
 */
export function redactWords(
  words: readonly string[],
  bin: string | null,
  mark: Mark,
): readonly string[] {
  const known = { bin: bin === null ? "" : baseName(bin), words, table: NO_TABLE, marked: [] };
  return redactTokens(words, () => readArguments(words, NO_TABLE, [], []), known, mark);
}

function redactBehindLeaf(
  { mounted, node }: Match,
  words: readonly string[],
  tokens: readonly string[],
  catalogue: Facts["catalogue"],
  mark: Mark,
): readonly string[] {
  const { leaf, wrap } = mounted;
  let context: LeafContext | null = null;
  const read = () => {
    context ??= readLeaf(mounted, tokens, catalogue);
    return context;
  };
  const deeper = tokens.some(isDash) ? (findDeeperGrants(node, read().args) ?? []) : [];
  const leaves = [leaf, ...deeper.map((grant) => grant.mounted.leaf)];
  const marked = [wrap, ...leaves].flatMap(({ redactFlags = [] }) => redactFlags);
  const known = {
    bin: baseName(leaf.exec.bin),
    words: [...(leaf.argv ?? []), ...words],
    get table() {
      return read().table;
    },
    marked,
  };
  const last = lastFixedFlag(leaf);
  if (last === null) return redactTokens(tokens, () => read().args, known, mark);
  const seen = [last, ...tokens];
  const args = () => readArguments(seen, read().table, read().flags.plusFlags, []);
  return redactTokens(seen, args, known, mark).slice(1);
}

/** A flag at the end of the fixed words takes the caller's first word for its value, which may be the secret. */
function lastFixedFlag(leaf: Leaf): string | null {
  const last = [...leaf.exec.prefix, ...ownWords(leaf)].at(-1);
  return last !== undefined && isDash(last) ? last : null;
}

/**
 * @param tree the mounted leaves
 * @param words of the call, root word first
 * @param argv that would run for it; null where nothing would
 * @param catalogue what is known of a binary
 * @param mark stands for each secret
 */
export function redactCall(
  tree: LeafTree,
  words: readonly string[],
  argv: readonly string[] | null,
  catalogue: Facts["catalogue"],
  mark: Mark,
): Redacted {
  const match = matchLeaf(tree, words);
  const isBehindFlag = isMatch(match) && lastFixedFlag(match.mounted.leaf) !== null;
  const isSeen = (word: string) => isDash(word) || isSetter(word) || isSuspect(word);
  if (!isBehindFlag && !words.some(isSeen) && !argv?.some(isSuspect)) {
    return { words, argv, changed: [] };
  }
  const taken = isMatch(match) ? match.taken : 0;
  const tokens = words.slice(taken);
  const redacted = isMatch(match)
    ? redactBehindLeaf(match, words, tokens, catalogue, mark)
    : redactWords(words, null, mark);
  const changed = tokens.flatMap((token, index) => {
    const shown = redacted[index] ?? "";
    return token === shown ? [] : [[token, shown] as const];
  });
  return {
    words: [...words.slice(0, taken), ...redacted],
    argv: argv === null ? null : redactArgv(argv, tokens, redacted, mark),
    changed,
  };
}

/** The caller's tokens stand last in what runs, each as one word, quoted for a remote shell or as it is. */
function redactArgv(
  argv: readonly string[],
  tokens: readonly string[],
  redacted: readonly string[],
  mark: Mark,
): readonly string[] {
  const fixed = argv.length - tokens.length;
  const [bin = "", ...prefix] = argv.slice(0, fixed);
  const own = argv.slice(fixed).map((word, index) => {
    const shown = redacted[index] ?? "";
    return shown === tokens[index] ? word : shown;
  });
  return [bin, ...redactWords(prefix, bin, mark), ...own];
}
