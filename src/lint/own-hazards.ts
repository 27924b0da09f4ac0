// Who reads the caller's words → the hazards of that program: behind an interpreter those of the module or script, and its variables.

import { isInterpreter } from "../engine/interpreters.ts";
import type { Reader } from "../engine/reader.ts";
import type { Hazard } from "../model/hazard.ts";

/**
 * @param hazards by base name; those of a module stand under the flag that names it, `-m json.tool`
 * @returns what the caller's words, or variables, can do
 */
export function hazardsOf(
  { bin, words, startedBy }: Reader,
  hazards: (bin: string) => readonly Hazard[],
): readonly Hazard[] {
  const all = hazards(bin);
  // `python3 -m` alone leaves the module to the caller.
  const open = under(all, words.at(-1) ?? "");
  if (open.length > 0) return [...open, ...variablesOf(all)];
  const own = all.filter((one) => !isOfModule(one));
  if (startedBy === null || !runsPrograms(startedBy.bin)) return own;
  const around = hazards(startedBy.bin);
  const known = under(around, `-m ${bin}`);
  return [...(known.length > 0 ? known : own), ...variablesOf(around)];
}

function runsPrograms(bin: string): boolean {
  return isInterpreter(bin) || bin === "java";
}

function under(hazards: readonly Hazard[], flag: string): readonly Hazard[] {
  return hazards
    .filter(({ subcommand }) => isOfModule({ subcommand }) && subcommand === flag)
    .map((one) => ({ ...one, subcommand: "", among: [""] }));
}

function variablesOf(hazards: readonly Hazard[]): readonly Hazard[] {
  return hazards.filter(({ kind, subcommand }) => kind === "env" && subcommand === "");
}

function isOfModule({ subcommand }: Pick<Hazard, "subcommand">): boolean {
  return subcommand === "-m" || subcommand.startsWith("-m ");
}
