// Turns the shipped Guardfiles into read files: all of them, or only those that can have a say in one call.
import { isOnTheWay } from "../engine/overlap.ts";
import { readShippedFile } from "../host/shipped-file.ts";
import type { ReadFile } from "./policy.ts";

/** The names of the shipped policies without their ending: what `wardctl init` can copy. */
export const STARTERS: readonly string[] = Object.keys(WARD_SHIPPED).map((name) =>
  name.replace(/\.kdl$/, ""),
);

function read(name: string, sha256: string): ReadFile {
  const file = `guardfiles/${name}`;
  const { text, guardfile, digest } = readShippedFile(name, sha256);
  const known = { place: "shipped", file, realpath: file, sha256, diagnostics: [] } as const;
  const roots = guardfile.wraps.flatMap(({ path }) => path.slice(0, 1));
  return { ...known, guardfile, text, roots, digest, fault: null };
}

/** The text of one starter, as its author wrote it. */
export function starterText(starter: string): string {
  const name = `${starter}.kdl`;
  return readShippedFile(name, WARD_SHIPPED[name]?.sha256 ?? "").text;
}

/**
 * @param words of the call; null for all files
 * @returns the files whose wraps the words reach or lead to; all where there is none, so that a refusal can say what there is
 */
export function readShipped(words: readonly string[] | null): ReadFile[] {
  const all = Object.entries(WARD_SHIPPED);
  const relevant = all.filter(([, { paths }]) =>
    paths.some((path) => words !== null && isOnTheWay(path, words)),
  );
  const chosen = relevant.length > 0 ? relevant : all;
  return chosen.map(([name, { sha256 }]) => read(name, sha256));
}
