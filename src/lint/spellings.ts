// A hazard → the words that a caller would add to use it, the clearest spelling first.

import { commandPath } from "../engine/flag-table.ts";
import { traitsOf } from "../engine/option-styles.ts";
import type { Arity, BinaryFacts, FlagFact, SubcommandFacts } from "../model/catalogue.ts";
import type { Hazard, HazardEffect } from "../model/hazard.ts";
import type { Spelling } from "./attempt.ts";
import type { Position, Reached } from "./position.ts";

const SAMPLES: Readonly<Record<HazardEffect, string>> = {
  exec: "/tmp/x",
  write: "/tmp/x",
  config: "/tmp/x",
  identity: "x",
  network: "192.0.2.1",
  interactive: "x",
  read: "/etc/passwd",
};

/** @returns for one flag of the hazard, every spelling to try; none where the program is known not to have it there */
export function flagSpellings(
  { hazard, extra }: Reached,
  name: string,
  position: Position,
  facts: BinaryFacts | null,
): readonly Spelling[] {
  const path = commandPath(facts, [...position.path, ...extra]);
  const fact = findFlag(name, path.chain, facts);
  if (fact === null && isMissing(hazard, name, path.chain, facts)) return [];
  const sample = hazard.samples[0]?.[0] ?? SAMPLES[hazard.effect];
  const values = [...new Set([sample, SAMPLES[hazard.effect], "x"])];
  const arity = fact?.arity ?? "unknown";
  const style = path.chain.at(-1)?.style ?? facts?.style ?? null;
  const { hasClusters } = traitsOf(style);
  const forms = values.map((value) => spell(name, value, arity, hasClusters));
  return (forms[0] ?? []).map((_, at) => forms.map((of) => [...extra, ...(of[at] ?? [])]));
}

function findFlag(
  name: string,
  chain: readonly SubcommandFacts[],
  facts: BinaryFacts | null,
): FlagFact | null {
  const root = facts?.subcommands.find((sub) => sub.name === "");
  const flags = [...chain.flatMap((step) => step.flags), ...(root?.flags ?? [])];
  const all = [...flags, ...(facts?.globals ?? [])];
  return all.find(({ names }) => names.includes(name)) ?? null;
}

/** Whether the subcommand is known not to have the flag, by its own list or because a neighbour's list has it. */
function isMissing(
  { among }: Hazard,
  name: string,
  chain: readonly SubcommandFacts[],
  facts: BinaryFacts | null,
): boolean {
  if (isWhole(chain)) return true;
  const isListed = (chain.at(-1)?.flags.length ?? 0) > 0;
  if (!isListed || among.length < 2) return false;
  const has = (words: string) => commandPath(facts, words.split(" ")).chain.at(-1);
  return among.some((words) => has(words)?.flags.some(({ names }) => names.includes(name)));
}

function isWhole(chain: readonly SubcommandFacts[]): boolean {
  return chain.length > 0 && chain.every(({ isComplete }) => isComplete === true);
}

/** Only what the program would read as this flag: where letters form no clusters, nothing is attached to one. */
function spell(
  name: string,
  value: string,
  arity: Arity,
  hasClusters: boolean,
): readonly (readonly string[])[] {
  if (name === "--") return [["--", value]];
  const isShort = /^-[^-]$/u.test(name) && hasClusters;
  const attached = [isShort ? `${name}${value}` : `${name}=${value}`];
  if (arity === "none") return isShort ? [[name]] : [[name], attached];
  if (arity === "attached") return [attached, [name]];
  const apart = [name, value];
  const rest = isShort ? [[`${name}=${value}`]] : [];
  const forms = name.startsWith("--") ? [attached, apart] : [apart, attached, ...rest];
  return arity === "required" ? forms : [...forms, [name]];
}

/** @returns for an operand, the words to try: those of its samples that the leaf does not fix already */
export function operandSpellings({ hazard, extra, given }: Reached): readonly Spelling[] {
  const behind = hazard.samples.map((sample) => sample.slice(given));
  return behind.filter((sample) => sample.length > 0).map((sample) => [[...extra, ...sample]]);
}

/** Whether an operand's sample is fixed whole by the leaf, so that the leaf alone is the hazard. */
export function isFixedWhole({ hazard, given }: Reached): boolean {
  return given > 0 && hazard.samples.every((sample) => sample.length <= given);
}

/** The flags of a hazard in the order in which they are shown. */
export function namesOf({ kind, names }: Hazard): readonly string[] {
  return kind === "flag" ? names : [];
}
