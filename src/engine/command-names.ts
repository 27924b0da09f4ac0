// Words that name a subcommand → every way that the catalogue knows to write what begins with them.
//
// `docker rm` is `docker container rm`: an alias may stand at another depth, so it is not found word by word.

import type { BinaryFacts } from "../model/catalogue.ts";

type Words = readonly string[];

const found = new WeakMap<BinaryFacts, Map<string, readonly Words[]>>();

/**
 * @param words without flags; not empty
 * @returns the words themselves first, then what means the same or something below it elsewhere
 */
export function allNamesOf(words: Words, facts: BinaryFacts | null): readonly Words[] {
  if (!facts) return [words];
  const known = found.get(facts) ?? new Map<string, readonly Words[]>();
  found.set(facts, known);
  const name = words.join(" ");
  const names = known.get(name) ?? [words, ...namesElsewhere(words, facts)];
  known.set(name, names);
  return names;
}

function namesElsewhere(words: Words, facts: BinaryFacts): readonly Words[] {
  return manyNamed(facts).flatMap((own) => {
    const met = own.filter((name) => startsWith(name, words) || startsWith(words, name));
    const rest = words.slice(met[0]?.length ?? 0);
    return met.length === 0
      ? []
      : own.filter((name) => !met.includes(name)).map((name) => [...name, ...rest]);
  });
}

const named = new WeakMap<BinaryFacts, readonly (readonly Words[])[]>();

/** The names of each subcommand that has several: few do, and a policy may hold many sentences. */
function manyNamed(facts: BinaryFacts): readonly (readonly Words[])[] {
  const known = named.get(facts);
  if (known !== undefined) return known;
  const many = facts.subcommands
    .filter(({ aliases }) => aliases.length > 0)
    .map(({ name, aliases }) => [name, ...aliases].map((one) => one.split(" ")));
  named.set(facts, many);
  return many;
}

/** The empty name is the binary itself and begins nothing. */
function startsWith(words: Words, beginning: Words): boolean {
  return beginning[0] !== "" && beginning.every((word, index) => words[index] === word);
}
