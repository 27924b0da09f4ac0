// Turns a program's name into its hazards: only lint asks, and only the file of the program at hand is read, once.

import type { Hazard } from "../model/hazard.ts";

/** One entry as the build writes it: what is left out is empty. */
interface Packed
  extends Pick<Hazard, "kind" | "effect" | "severity" | "says" | "source" | "names"> {
  readonly subcommands: readonly string[];
  /** The names of the programs that it is true of; absent for all of the file. */
  readonly only?: readonly string[];
  readonly rule?: string;
  readonly closedBy?: string;
  readonly samples?: Hazard["samples"];
  readonly unless?: readonly string[];
}

/**
 * @param read the packed text of a file by its name, `index` for the list of names; null where there is none
 * @returns the hazards of a bare name or a path; empty where nothing is known
 */
export function hazardsOf(
  read: (file: string) => string | null,
): (bin: string) => readonly Hazard[] {
  let index: Readonly<Record<string, string>> | null = null;
  const known = new Map<string, readonly Hazard[]>();
  return (bin) => {
    const name = bin.slice(bin.lastIndexOf("/") + 1);
    const met = known.get(name);
    if (met) return met;
    index ??= JSON.parse(read("index") ?? "{}") as Record<string, string>;
    const file = Object.hasOwn(index, name) ? index[name] : undefined;
    const text = file === undefined ? null : read(file);
    const hazards = text === null ? [] : unpack(text, name);
    known.set(name, hazards);
    return hazards;
  };
}

function unpack(text: string, name: string): readonly Hazard[] {
  const entries = JSON.parse(text) as readonly Packed[];
  return entries
    .filter(({ only }) => only === undefined || only.includes(name))
    .flatMap((entry) => entry.subcommands.map((subcommand) => hazard(entry, subcommand, name)));
}

function hazard(entry: Packed, subcommand: string, bin: string): Hazard {
  const { kind, names, effect, severity, says } = entry;
  return {
    ...{ subcommand, among: entry.subcommands, kind, names, effect, severity, says },
    source: entry.source.replace("{}", subcommand.replaceAll(" ", "-") || bin),
    rule: entry.rule ?? null,
    closedBy: entry.closedBy ?? null,
    samples: entry.samples ?? [],
    unless: entry.unless ?? [],
  };
}
