// A leaf and the catalogue → what is known of the program that reads the caller's words, and how far the fixed words lead in it.

import type { BinaryFacts, FlagFact, SubcommandFacts } from "../model/catalogue.ts";
import type { Leaf } from "../model/policy.ts";
import type { Facts } from "./facts.ts";
import { type CommandPath, commandPath, fixedPath } from "./flag-table.ts";
import { ownWords } from "./invocation.ts";
import { readerOf } from "./reader.ts";

export interface Reading {
  /** Null where nothing is known of that program. */
  readonly facts: BinaryFacts | null;
  readonly path: CommandPath;
  /** The fixed words that this program reads in front of the caller's. */
  readonly fixed: readonly string[];
  /** Where the fixed words start that program: its name and the words that it gets before the caller's. */
  readonly inner: InnerProgram | null;
}

export interface InnerProgram {
  readonly bin: string;
  readonly words: readonly string[];
  /** The catalogue's own entry for it. */
  readonly known: BinaryFacts | null;
}

/** @param catalogue `Facts.catalogue` */
export function readingOf(leaf: Leaf, catalogue: Facts["catalogue"]): Reading {
  const { bin, words, isInner, isLocal } = readerOf(leaf, catalogue);
  if (!isInner) return ownReading(leaf, catalogue(leaf.exec.bin));
  const known = catalogue(bin);
  const facts = known && !isLocal ? withoutRelaxing(known) : known;
  const path = facts ? fixedPath(facts, words) : commandPath(null, []);
  return { facts, path, fixed: words, inner: { bin, words, known } };
}

/** Behind a remote shell, or a separator whose other side nobody knows, the binary's own facts say nothing. */
function ownReading(leaf: Leaf, known: BinaryFacts | null): Reading {
  const { exec } = leaf;
  const isHidden =
    exec.prefix.includes("--") || (exec.remote === "posix" && exec.prefix.length > 0);
  const fixed = [...exec.prefix, ...ownWords(leaf)];
  const nothing = { facts: null, path: commandPath(null, []), fixed, inner: null };
  if (!known || isHidden) return nothing;
  const path = fixedPath(known, fixed);
  const inner = path.chain.at(-1)?.innerOperand;
  const isBehind = inner !== undefined && path.operands > inner;
  return isBehind ? nothing : { facts: known, path, fixed, inner: null };
}

const careful = new WeakMap<BinaryFacts, BinaryFacts>();

/** The program on another host or in a container may be another version: names and equals hold, what lets more pass does not. */
function withoutRelaxing(facts: BinaryFacts): BinaryFacts {
  const known = careful.get(facts);
  if (known) return known;
  const { style: _, ...rest } = facts;
  const made: BinaryFacts = {
    ...rest,
    globals: facts.globals.map(unsure),
    subcommands: facts.subcommands.map(unsureCommand),
  };
  careful.set(facts, made);
  return made;
}

function unsure({ names, dashless, same, isPrefix, readsFlags }: FlagFact): FlagFact {
  return {
    ...{ names, arity: "unknown" as const },
    ...(dashless && { dashless }),
    ...(same && { same }),
    ...(isPrefix && { isPrefix }),
    ...(readsFlags && { readsFlags }),
  };
}

/** Flags are unpacked when they are first asked for: most never are. */
function unsureCommand(sub: SubcommandFacts): SubcommandFacts {
  const { name, aliases, hasInnerCommand, innerOperand, joinsForShell } = sub;
  return {
    ...{ name, aliases },
    ...(hasInnerCommand && { hasInnerCommand }),
    ...(innerOperand !== undefined && { innerOperand }),
    ...(joinsForShell && { joinsForShell }),
    get flags() {
      return sub.flags.map(unsure);
    },
  };
}
