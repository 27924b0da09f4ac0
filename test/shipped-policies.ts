// The shipped Guardfiles on the disk → parsed policies, and the decision on a call to one of them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { catalogueOf } from "../src/catalogue/load.ts";
import { decide } from "../src/engine/decide.ts";
import { matchWhole } from "../src/engine/patterns.ts";
import { plant } from "../src/engine/tree.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import type { Decision } from "../src/model/decision.ts";
import type { Leaf, Wrap } from "../src/model/policy.ts";

export interface ShippedLeaf {
  readonly wrap: Wrap;
  readonly leaf: Leaf;
  /** The binary's base name. */
  readonly bin: string;
  /** The words that a caller types before any of his own. */
  readonly words: readonly string[];
}

export interface Shipped {
  /** Without `.kdl`. */
  readonly name: string;
  readonly text: string;
  /** The lines of comment that the file opens with, without their slashes. */
  readonly comment: string;
  readonly leaves: readonly ShippedLeaf[];
  readonly decide: (words: readonly string[]) => Decision;
}

/** The catalogue as it was built, one packed text a binary. */
const catalogue = catalogueOf((bin) => {
  try {
    return readFileSync(`dist/catalogue/${bin}.txt`, "utf8");
  } catch {
    return null;
  }
});
const facts = { catalogue, matchWhole, shell: new Map(), env: new Map() };

export const shippedNames = readdirSync("guardfiles")
  .filter((file) => file.endsWith(".kdl"))
  .map((file) => file.slice(0, -".kdl".length))
  .sort();

export function readShipped(name: string): Shipped {
  const text = readFileSync(`guardfiles/${name}.kdl`, "utf8");
  const { guardfile, diagnostics } = parseGuardfile(`${name}.kdl`, text);
  assert.deepEqual(diagnostics, []);
  assert.ok(guardfile);
  const { tree } = plant([{ place: "shipped", guardfile }]);
  const leaves = guardfile.wraps.flatMap((wrap) =>
    wrap.leaves.map((leaf) => ({
      wrap,
      leaf,
      bin: leaf.exec.bin.split("/").at(-1) ?? "",
      words: [...wrap.path, ...(wrap.form === "allow" ? [leaf.exec.bin] : leaf.words)],
    })),
  );
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  const comment = lines.slice(0, end).map((line) => line.slice(3));
  return {
    name,
    text,
    comment: comment.join("\n"),
    leaves,
    decide: (words) => decide(tree, { words }, facts),
  };
}
