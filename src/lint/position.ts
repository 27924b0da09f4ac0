// The fixed words of a reader → which of its subcommands they reach, and which hazards a caller can still reach from there.

import { commandPath, extendPath } from "../engine/flag-table.ts";
import { operandsOf, type Reader } from "../engine/reader.ts";
import type { BinaryFacts, SubcommandFacts } from "../model/catalogue.ts";
import type { Hazard } from "../model/hazard.ts";

export interface Position {
  /** Canonical words of the subcommand; empty for the program itself. */
  readonly path: readonly string[];
  /** Fixed operands behind it. */
  readonly operands: readonly string[];
  /** Whether the program has subcommands at all. */
  readonly hasSubcommands: boolean;
  /** The fixed words begin with a flag in place of a subcommand: `--version`. */
  readonly isFlagLed: boolean;
}

export interface Reached {
  readonly hazard: Hazard;
  /** Words of a subcommand that the caller has to add. */
  readonly extra: readonly string[];
  /** For an operand: the words of a sample that the leaf fixes already. */
  readonly given: number;
}

export function positionOf(
  reader: Reader,
  facts: BinaryFacts | null,
  hazards: readonly Hazard[],
): Position {
  const operands = operandsOf(reader.words, facts).map((at) => reader.words[at] ?? "");
  const { path, taken } = pathOf(operands, facts, hazards);
  const names = [...(facts?.subcommands ?? []), ...hazards].map(subcommandName);
  return {
    path,
    operands: operands.slice(taken),
    hasSubcommands: names.some((name) => name !== ""),
    isFlagLed: operands.length === 0 && reader.words.some((word) => word.startsWith("-")),
  };
}

function subcommandName(known: Hazard | SubcommandFacts): string {
  return "subcommand" in known ? known.subcommand : known.name;
}

/** As far as the catalogue knows, and from there as far as some hazard's subcommand goes on. */
function pathOf(
  operands: readonly string[],
  facts: BinaryFacts | null,
  hazards: readonly Hazard[],
): { readonly path: readonly string[]; readonly taken: number } {
  let known = commandPath(facts, []);
  let taken = 0;
  for (const word of operands) {
    const next = facts && extendPath(facts, known, word);
    if (!next) break;
    known = { chain: [next], name: next.name, callerSteps: 0, operands: 0 };
    taken += 1;
  }
  const path = known.name === "" ? [] : known.name.split(" ");
  const names = hazards.map(({ subcommand }) => `${subcommand} `);
  for (const word of operands.slice(taken)) {
    const begun = `${[...path, word].join(" ")} `;
    if (!names.some((name) => name.startsWith(begun))) break;
    path.push(word);
    taken += 1;
  }
  return { path, taken };
}

/** @returns each hazard that a call of the leaf could hold, whatever the policy says of it */
export function reachFrom(
  position: Position,
  facts: BinaryFacts | null,
  hazards: readonly Hazard[],
): readonly Reached[] {
  return hazards.flatMap((hazard) => {
    const reached = reach(hazard, position, facts);
    return reached && !isGiven(hazard, position, hazards) ? [reached] : [];
  });
}

/** An interpreter whose program is fixed reads none from its input, and opens no prompt. */
function isGiven({ kind, subcommand }: Hazard, { operands }: Position, hazards: readonly Hazard[]) {
  if (operands.length === 0 || (kind !== "stdin" && kind !== "bare")) return false;
  const isProgram = (one: Hazard) => one.kind === "positional" && one.rule === "launcher-open";
  return hazards.some((one) => one.subcommand === subcommand && isProgram(one));
}

function reach(hazard: Hazard, position: Position, facts: BinaryFacts | null): Reached | null {
  const wanted = wordsOf(hazard, facts);
  const { path } = position;
  const isBelow = path.every((word, at) => wanted[at] === word);
  if (isBelow && wanted.length >= path.length) {
    const extra = wanted.slice(path.length);
    if (extra.length > 0 && (position.operands.length > 0 || position.isFlagLed)) return null;
    return here(hazard, position, extra);
  }
  const isAbove = wanted.every((word, at) => path[at] === word);
  return isAbove ? fromAbove(hazard, position, facts, wanted.length) : null;
}

/** The subcommand under its own name, where the catalogue calls it otherwise. */
function wordsOf({ subcommand }: Hazard, facts: BinaryFacts | null): readonly string[] {
  if (subcommand === "") return [];
  const words = subcommand.split(" ");
  const { name } = commandPath(facts, words);
  const canonical = name === "" ? [] : name.split(" ");
  return [...canonical, ...words.slice(canonical.length)];
}

function here(hazard: Hazard, position: Position, extra: readonly string[]): Reached | null {
  const { operands, isFlagLed, hasSubcommands } = position;
  if (hazard.kind !== "positional") return { hazard, extra, given: 0 };
  if (isFlagLed && hasSubcommands) return null;
  if (operands.length === 0) return { hazard, extra, given: 0 };
  const [first = ""] = operands;
  if (!takesAnyWord(hazard) && !literalsOf(hazard).includes(first)) return null;
  // The first operand of a launcher is what it starts; what follows belongs to that.
  const longest = Math.max(...hazard.samples.map((sample) => sample.length));
  if (longest > operands.length) return { hazard, extra, given: operands.length };
  return hazard.isFirstOnly ? null : { hazard, extra, given: 0 };
}

/** Whether the operand stands for any word, as `<path>` does; `add` and `set` stand for themselves. */
function takesAnyWord({ names }: Hazard): boolean {
  return names.some((name) => name.includes("<"));
}

function literalsOf({ names, samples }: Hazard): readonly string[] {
  return [...names.flatMap((name) => name.split(" ")), ...samples.map(([word = ""]) => word)];
}

/** A hazard of a command further up: flags that are read below it too, and operands that are the way here. */
function fromAbove(
  hazard: Hazard,
  { path, hasSubcommands }: Position,
  facts: BinaryFacts | null,
  length: number,
): Reached | null {
  if (hazard.kind === "flag" && length === 0 && hasSubcommands) {
    return facts?.areGlobalsFirst ? null : { hazard, extra: [], given: 0 };
  }
  if (hazard.kind === "env" && length === 0) return { hazard, extra: [], given: 0 };
  if (hazard.kind !== "positional" || length === 0) return null;
  const rest = path.slice(length);
  const isOnTheWay = hazard.samples.some((sample) => rest.every((word, at) => sample[at] === word));
  return isOnTheWay ? { hazard, extra: [], given: rest.length } : null;
}
