// Turns a program's name into its hazards and what of it only looks: lint and starters alone ask, and only one file is read, once.

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
  readonly notWith?: readonly string[];
  readonly isFirstOnly?: boolean;
}

/** A grant of a program that only looks. */
export interface Look {
  /** Blank-separated words of the leaf; empty for the program itself. */
  readonly words: string;
  /** A call of it, from the group's own words. */
  readonly example: string;
  readonly isSealed: boolean;
  /** Flags that only look and that the catalogue does not know well enough to say so. */
  readonly flags?: readonly string[];
  /** A pattern of its arguments, where plain paths would do more than look. */
  readonly like?: string;
  /** A pattern of arguments that only look too. */
  readonly besides?: string;
  /** The names of the programs that have it; absent for all of the file. */
  readonly only?: readonly string[];
}

interface PackedFile {
  readonly reads: readonly Look[];
  readonly entries: readonly Packed[];
}

export interface ProgramHazards {
  /** By bare name or path; empty where nothing is known. */
  hazards(bin: string): readonly Hazard[];
  looks(bin: string): readonly Look[];
  /** Of all programs. */
  names(): readonly string[];
}

/** @param read the packed text of a file by its name, `index` for the list of names; null where there is none */
export function programHazards(read: (file: string) => string | null): ProgramHazards {
  let index: Readonly<Record<string, string>> | null = null;
  const files = new Map<string, PackedFile | null>();
  const known = new Map<string, readonly Hazard[]>();
  const indexed = () => {
    index ??= JSON.parse(read("index") ?? "{}") as Record<string, string>;
    return index;
  };
  const fileOf = (name: string) => {
    const file = Object.hasOwn(indexed(), name) ? indexed()[name] : undefined;
    if (file === undefined) return null;
    const met = files.get(file);
    if (met !== undefined) return met;
    const text = read(file);
    const packed = text === null ? null : (JSON.parse(text) as PackedFile);
    files.set(file, packed);
    return packed;
  };
  const hazards = (bin: string) => {
    const name = baseOf(bin);
    const met = known.get(name);
    if (met) return met;
    const unpacked = unpack(fileOf(name), name, indexed()[name] !== name);
    known.set(name, unpacked);
    return unpacked;
  };
  const looks = (bin: string) => {
    const name = baseOf(bin);
    return (fileOf(name)?.reads ?? []).filter((look) => isOf(look, name));
  };
  return { hazards, looks, names: () => Object.keys(indexed()) };
}

function baseOf(bin: string): string {
  return bin.slice(bin.lastIndexOf("/") + 1);
}

function isOf({ only }: Pick<Look, "only">, name: string): boolean {
  return only === undefined || only.includes(name);
}

function unpack(file: PackedFile | null, name: string, isBorrowed: boolean): readonly Hazard[] {
  return (file?.entries ?? [])
    .filter((entry) => isOf(entry, name))
    .flatMap((entry) =>
      entry.subcommands.map((subcommand) => hazard(entry, subcommand, name, isBorrowed)),
    );
}

function hazard(entry: Packed, subcommand: string, bin: string, isBorrowed: boolean): Hazard {
  const { kind, names, effect, severity, says } = entry;
  return {
    ...{ subcommand, among: entry.subcommands, kind, names, effect, severity, says },
    source: entry.source.replace("{}", subcommand.replaceAll(" ", "-") || bin),
    rule: entry.rule ?? null,
    closedBy: entry.closedBy ?? null,
    samples: entry.samples ?? [],
    unless: entry.unless ?? [],
    notWith: entry.notWith ?? [],
    isFirstOnly: entry.isFirstOnly ?? entry.rule === "launcher-open",
    isBorrowed,
  };
}
