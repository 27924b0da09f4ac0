// Turns the shipped Guardfiles into read files: all of them, or only those that can have a say in one call.
import { isOnTheWay } from "../engine/overlap.ts";
import { unpackGuardfile } from "../engine/unpack-policy.ts";
import { readShippedText, readShippedTree } from "../host/shipped-file.ts";
import { emptyWrap } from "./load-files.ts";
import type { ReadFile } from "./policy.ts";

/** The names of the shipped policies without their ending: what `wardctl init` can copy. */
export const STARTERS: readonly string[] = Object.keys(WARD_SHIPPED).map((name) =>
  name.slice(0, -".kdl".length),
);

function read(name: string, words: readonly string[] | null): ReadFile {
  const sha256 = WARD_SHIPPED[name]?.sha256 ?? "";
  const { digest, text } = readShippedTree(name, sha256);
  const guardfile = unpackGuardfile(text, words);
  const whole = () => unpackGuardfile(text, null);
  return { ...common(name), guardfile, whole, ...(digest === null ? {} : { digest }) };
}

function common(name: string) {
  const file = `guardfiles/${name}`;
  const { sha256 = "", paths = [] } = WARD_SHIPPED[name] ?? {};
  const roots = paths.flatMap((path) => path.slice(0, 1));
  const known = { place: "shipped", file, realpath: file, sha256, diagnostics: [] } as const;
  return { ...known, text: "", roots, fault: null };
}

/** Holds its groups' places, for a refusal to name. */
function stub(name: string): ReadFile {
  const { paths = [] } = WARD_SHIPPED[name] ?? {};
  const file = `guardfiles/${name}`;
  return { ...common(name), guardfile: { file, description: null, wraps: paths.map(emptyWrap) } };
}

/** The text of one starter, as its author wrote it. */
export function starterText(starter: string): string {
  const name = `${starter}.kdl`;
  return readShippedText(name, WARD_SHIPPED[name]?.text ?? "");
}

/**
 * @param words of the call; null for all files, whole
 * @returns the files whose wraps the words reach or lead to, with what the call can concern; the others by their paths
 */
export function readShipped(words: readonly string[] | null): ReadFile[] {
  return Object.entries(WARD_SHIPPED).map(([name, { paths }]) =>
    words === null || paths.some((path) => isOnTheWay(path, words))
      ? read(name, words)
      : stub(name),
  );
}
