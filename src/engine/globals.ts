// Fixed words of a policy → those behind the options that the binary reads before its subcommand only.

import type { BinaryFacts } from "../model/catalogue.ts";
import { baseName } from "./base-name.ts";

/** Known for git whether it is catalogued or not: the pins of its policies stand on it. */
const GIT_GLOBALS_WITH_VALUE = ["-c", "-C", "--git-dir", "--work-tree", "--namespace"];

/**
 * @param bin the binary as the policy names it
 * @param words an `argv-prefix`, an `argv` or a leaf's own words
 * @param facts the catalogue's entry for the binary, or null
 * @returns `words` as they are where the binary also reads its options behind the subcommand
 */
export function behindGlobals(
  bin: string,
  words: readonly string[],
  facts: BinaryFacts | null,
): readonly string[] {
  const withValue = globalsWithValue(bin, facts);
  if (withValue === null) return words;
  let at = 0;
  while (at < words.length && words[at]?.startsWith("-")) {
    at += withValue.includes(words[at] ?? "") ? 2 : 1;
  }
  return words.slice(at);
}

/** Null where the binary's options may stand anywhere. */
function globalsWithValue(bin: string, facts: BinaryFacts | null): readonly string[] | null {
  if (baseName(bin) === "git") return GIT_GLOBALS_WITH_VALUE;
  if (!facts?.areGlobalsFirst) return null;
  return facts.globals.filter(({ arity }) => arity === "required").flatMap(({ names }) => names);
}
