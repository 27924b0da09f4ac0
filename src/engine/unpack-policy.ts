// Packed lines (pack-policy.ts) and the words of a call → the policy, of which only the leaves that the call can concern are read.
//
// A leaf of other words keeps its place in the tree, and names no binary: whatever went wrong, it could not be run.

import type { Guardfile, Leaf, Rule, Wrap } from "../model/policy.ts";
import { isOnTheWay } from "./overlap.ts";
import type { PackedHead, PackedLeaf, PackedWrap } from "./pack-policy.ts";

/** Who asks for help sees every leaf of the group. */
const HELP = ["--help", "-h"];

/**
 * @param text from `packGuardfile`
 * @param words of the call, root word first; null for the whole policy
 * @throws Error where the text is not what `packGuardfile` made
 */
export function unpackGuardfile(text: string, words: readonly string[] | null): Guardfile {
  const lines = text.split("\n");
  const head = JSON.parse(lines[0] ?? "") as PackedHead;
  const reader = new Reader(lines);
  let at = 1 + head.shared;
  const wraps = head.wraps.map((packed) => {
    const first = at;
    at += packed.leaves.length;
    return readWrap(packed, reader, words, first);
  });
  return { ...head.guardfile, wraps };
}

function readWrap(
  { leaves, ...packed }: PackedWrap,
  reader: Reader,
  words: readonly string[] | null,
  first: number,
): Wrap {
  const rest = reader.revive(packed) as Omit<Wrap, "leaves">;
  const isWhole = words === null || words.some((word) => HELP.includes(word));
  const read = leaves.map((own, index) =>
    isWhole || canConcern(rest.path, own[0], words)
      ? (reader.line(first + index) as Leaf)
      : unreadLeaf(own, rest.rule),
  );
  return { ...rest, leaves: read };
}

/** The leaf that is called, and each deeper one that the call may name, has all its words among the call's. */
function canConcern(
  path: readonly string[],
  own: readonly string[],
  words: readonly string[],
): boolean {
  return own.every((word) => words.includes(word)) || isOnTheWay([...path, ...own], words);
}

function unreadLeaf([words, ends]: PackedLeaf, rule: Rule): Leaf {
  const [line = 1, column = 1, offset = 0, lastLine = 1, lastColumn = 1, lastOffset = 0] = ends;
  const start = { line, column, offset };
  const span = { start, end: { line: lastLine, column: lastColumn, offset: lastOffset } };
  return {
    ...{ words, rule, span, isWholeBinary: false, argv: null, isSealed: true },
    exec: {
      ...{ bin: "", prefix: [], env: [], environment: { keep: [], drop: [] } },
      ...{ remote: "none", options: null, valueFlags: [], textFlags: [], rule },
    },
    metacharacters: "refuse",
    ...{ denyFlags: [], allowFlags: [], mayRepeat: [], valueFlags: [], textFlags: [] },
    ...{ patterns: [], guards: [], describe: null, examples: [], lintAllows: [] },
  };
}

class Reader {
  readonly #lines: readonly string[];
  readonly #values: unknown[] = [];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  line(at: number): unknown {
    return this.revive(JSON.parse(this.#lines[at] ?? ""));
  }

  /** Puts in the shared values, in place. */
  revive(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    const fields = value as Record<string, unknown>;
    const shared = fields["="];
    if (typeof shared === "number") return this.#shared(shared);
    for (const key of Object.keys(fields)) {
      const part = fields[key];
      if (typeof part === "object" && part !== null) fields[key] = this.revive(part);
    }
    return value;
  }

  #shared(line: number): unknown {
    this.#values[line] ??= this.line(1 + line);
    return this.#values[line];
  }
}
