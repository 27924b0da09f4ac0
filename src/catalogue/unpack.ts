// Turns the packed text of one binary, as the build makes it, into its facts; flags are unpacked when first asked for.
//
// The first line is JSON: all but the flags. Then comes a line of flags for the globals, for each shared set, for each subcommand.
// A flag is `names[=code[~same][:dashless]]`, names and dashless prefixes joined by commas, flags by blanks; the ways of `same` are joined by `|`,
// the flags of one way by `&`. The code is one letter for the arity and any of t (text), s (swallows), d (does not), f (reads flags), p (prefix) and
// w (umbrella); without a code it takes no value.

import type { Arity, BinaryFacts, FlagFact, SubcommandFacts } from "../model/catalogue.ts";

type Attributes = Omit<SubcommandFacts, "name" | "aliases" | "flags">;
type PackedSubcommand = readonly [
  name: string,
  aliases: readonly string[],
  sets: readonly number[],
  attributes?: Attributes,
];
interface Packed {
  readonly head: Omit<BinaryFacts, "globals" | "subcommands">;
  readonly sets: number;
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
  const lines = text.split("\n");
  const packed = JSON.parse(lines[0] ?? "") as Packed;
  const firstOwn = 2 + packed.sets;
  const subcommands = packed.subcommands.map(([name, aliases, sets, attributes], index) => {
    const own = lines[firstOwn + index] ?? "";
    const shared = sets.map((set) => lines[2 + set] ?? "");
    return new PackedFlags(name, aliases, [own, ...shared], attributes);
  });
  return { ...packed.head, globals: unpackFlags(lines[1] ?? ""), subcommands };
}

/** A subcommand whose flags are still text: most are never asked for, and a start pays for each object that it makes. */
class PackedFlags implements SubcommandFacts {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly #lines: readonly string[];
  #flags: readonly FlagFact[] | undefined;

  constructor(
    name: string,
    aliases: readonly string[],
    lines: readonly string[],
    attributes: Attributes | undefined,
  ) {
    this.name = name;
    this.aliases = aliases;
    this.#lines = lines;
    if (attributes) Object.assign(this, attributes);
  }

  get flags(): readonly FlagFact[] {
    this.#flags ??= this.#lines.flatMap(unpackFlags);
    return this.#flags;
  }

  toJSON(): SubcommandFacts {
    return { ...this, flags: this.flags };
  }
}

function unpackFlags(text: string): readonly FlagFact[] {
  return text === "" ? [] : text.split(" ").map(unpackFlag);
}

function unpackFlag(text: string): FlagFact {
  const equals = text.indexOf("=");
  if (equals < 0) return { names: text.split(","), arity: "none" };
  const [codes = "", ...dashless] = text.slice(equals + 1).split(":");
  const [code = "", same] = codes.split("~");
  const arity = arities[code.charAt(0)];
  if (arity === undefined) throw new Error(`unreadable flag in the catalogue: ${text}`);
  return {
    names: text.slice(0, equals).split(","),
    arity,
    ...(code.includes("t") && { isText: true }),
    ...(/[sd]/.test(code) && { swallows: code.includes("s") }),
    ...(code.includes("f") && { readsFlags: true }),
    ...(code.includes("p") && { isPrefix: true }),
    ...(code.includes("w") && { isUmbrella: true }),
    ...(same !== undefined && { same: same.split("|").map((way) => way.split("&")) }),
    ...(dashless.length > 0 && { dashless: dashless.join(":").split(",") }),
  };
}
