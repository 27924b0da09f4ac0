// A leaf → the flags that its fixed words give to the program which reads the caller's words, and what names them or undoes them.

import { commandPath } from "../engine/flag-table.ts";
import type { FlagFact } from "../model/catalogue.ts";
import type { LintedLeaf } from "./linted-leaf.ts";

export interface PinnedFlag {
  /** With its dashes, up to `=`. */
  readonly name: string;
  readonly value: string | null;
  readonly hasValue: boolean;
}

/** git's and docker's own options are read before the subcommand only, so nothing behind it can give them again. */
export function pinnedFlags({ reader, facts, position, leaf }: LintedLeaf): readonly PinnedFlag[] {
  if (leaf.isSealed) return [];
  const { words } = reader;
  const own = position.path[0];
  const start = facts?.areGlobalsFirst && own !== undefined ? words.indexOf(own) : 0;
  return words.flatMap((word, at) => {
    if (at < start || !/^-{1,2}[A-Za-z]/.test(word) || words.slice(0, at).includes("--")) return [];
    const [name = word, ...rest] = word.split("=");
    const next = words[at + 1];
    const fact = factOf(name, { facts, position });
    const takesNext = fact?.arity === "required" && rest.length === 0;
    const value = rest.length > 0 ? rest.join("=") : takesNext ? (next ?? null) : null;
    return [{ name, value, hasValue: value !== null }];
  });
}

function factOf(
  name: string,
  { facts, position }: Pick<LintedLeaf, "facts" | "position">,
): FlagFact | null {
  const { chain } = commandPath(facts, position.path);
  const all = [...chain.flatMap(({ flags }) => flags), ...(facts?.globals ?? [])];
  return all.find(({ names }) => names.includes(name)) ?? null;
}

/** All names of a flag that the catalogue knows. */
export function otherNames(name: string, linted: LintedLeaf): readonly string[] {
  const fact = factOf(name, linted);
  return fact === null ? [name] : [name, ...fact.names.filter((other) => other !== name)];
}

/** Whether the program is known to read no value behind it; a negation never has one. */
export function takesNoValue(name: string, linted: LintedLeaf): boolean {
  return name.startsWith("--no-") || factOf(name, linted)?.arity === "none";
}

/** What turns a flag round, as far as the program is not known to lack it. */
export function negations(name: string, linted: LintedLeaf): readonly string[] {
  if (!name.startsWith("--")) return [];
  const bare = name.slice(2);
  const turned = bare.startsWith("no-") ? [`--${bare.slice(3)}`] : [`--no-${bare}`];
  const { chain } = commandPath(linted.facts, linted.position.path);
  const isWhole = chain.length > 0 && chain.every(({ isComplete }) => isComplete === true);
  const known = turned.filter((flag) => !isWhole || factOf(flag, linted) !== null);
  const takesValue = linted.facts?.style === "pflag" || linted.facts?.style === "go";
  return takesValue ? [...known, `${name}=false`] : known;
}
