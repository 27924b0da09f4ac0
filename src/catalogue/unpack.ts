// Turns the packed text of one binary, as the build makes it, into its facts; flags are unpacked when first asked for.
//
// The first line is JSON: all but the flags. Then comes a line of flags for the globals, for each shared set, for each subcommand.
// A flag is `names[=code[:dashless]]`, names and dashless prefixes joined by commas, flags by blanks.
// The code is one letter for the arity and any of t (text), s (swallows) and f (reads flags); without a code it takes no value.

import type { Arity, BinaryFacts, FlagFact, SubcommandFacts } from "../model/catalogue.ts";

type Attributes = Omit<SubcommandFacts, "name" | "aliases" | "flags">;
type PackedSubcommand = readonly [
  name: string,
  aliases: readonly string[],
  sets: readonly number[],
  attributes: Attributes,
];
interface Packed {
  readonly head: Omit<BinaryFacts, "globals" | "subcommands">;
  readonly sets: number;
  readonly subcommands: readonly PackedSubcommand[];
}
type Flags = () => readonly FlagFact[];

const arities: Readonly<Record<string, Arity>> = {
  n: "none",
  r: "required",
  a: "attached",
  u: "unknown",
};

/** Takes the packed text of one binary; throws where the text is not the build's own. */
export function unpackFacts(text: string): BinaryFacts {
  const [first = "", ...lines] = text.split("\n");
  const packed = JSON.parse(first) as Packed;
  const [globals = noFlags, ...rest] = lines.map((line) => once(() => unpackFlags(line)));
  const sets = rest.slice(0, packed.sets);
  return {
    ...packed.head,
    get globals() {
      return globals();
    },
    subcommands: packed.subcommands.map((subcommand, index) =>
      unpackSubcommand(subcommand, rest[packed.sets + index] ?? noFlags, sets),
    ),
  };
}

function unpackSubcommand(
  [name, aliases, used, attributes]: PackedSubcommand,
  own: Flags,
  sets: readonly Flags[],
): SubcommandFacts {
  const shared = used.map((index) => sets[index] ?? noFlags);
  const all = shared.length === 0 ? own : once(() => [own, ...shared].flatMap((flags) => flags()));
  return {
    name,
    aliases,
    get flags() {
      return all();
    },
    ...attributes,
  };
}

function noFlags(): readonly FlagFact[] {
  return [];
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
