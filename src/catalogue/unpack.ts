// Turns the packed text of one binary, as the build makes it, into its facts; flags are unpacked when first asked for.
//
// A flag is `names[=code[:dashless]]`, names and dashless prefixes joined by commas, flags by blanks.
// The code is one letter for the arity and any of t (text), s (swallows) and f (reads flags); without a code it takes no value.

import type { Arity, BinaryFacts, FlagFact, SubcommandFacts } from "../model/catalogue.ts";

type Attributes = Omit<SubcommandFacts, "name" | "aliases" | "flags">;
type PackedSubcommand = readonly [
  name: string,
  aliases: readonly string[],
  flags: string,
  sets: readonly number[],
  attributes: Attributes,
];
interface Packed {
  readonly head: Omit<BinaryFacts, "globals" | "subcommands">;
  readonly globals: string;
  readonly sets: readonly string[];
  readonly subcommands: readonly PackedSubcommand[];
}

const arities: Readonly<Record<string, Arity>> = {
  n: "none",
  r: "required",
  a: "attached",
  u: "unknown",
};

/** Takes the packed text of one binary; throws where the text is not the build's own. */
export function unpackFacts(text: string): BinaryFacts {
  const packed = JSON.parse(text) as Packed;
  const sets = packed.sets.map((set) => once(() => unpackFlags(set)));
  return {
    ...packed.head,
    globals: unpackFlags(packed.globals),
    subcommands: packed.subcommands.map((subcommand) => unpackSubcommand(subcommand, sets)),
  };
}

function unpackSubcommand(
  [name, aliases, flags, used, attributes]: PackedSubcommand,
  sets: readonly (() => readonly FlagFact[])[],
): SubcommandFacts {
  const all = once(() => [
    ...unpackFlags(flags),
    ...used.flatMap((index) => sets[index]?.() ?? []),
  ]);
  return {
    name,
    aliases,
    get flags() {
      return all();
    },
    ...attributes,
  };
}

function unpackFlags(text: string): readonly FlagFact[] {
  return text === "" ? [] : text.split(" ").map(unpackFlag);
}

function unpackFlag(text: string): FlagFact {
  const equals = text.indexOf("=");
  if (equals < 0) return { names: text.split(","), arity: "none" };
  const [code = "", ...dashless] = text.slice(equals + 1).split(":");
  const arity = arities[code.charAt(0)];
  if (arity === undefined) throw new Error(`unreadable flag in the catalogue: ${text}`);
  return {
    names: text.slice(0, equals).split(","),
    arity,
    ...(code.includes("t") && { isText: true }),
    ...(code.includes("s") && { swallows: true }),
    ...(code.includes("f") && { readsFlags: true }),
    ...(dashless.length > 0 && { dashless: dashless.join(":").split(",") }),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
