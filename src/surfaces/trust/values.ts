// Leaves → the values of variables that a Guardfile writes down, by the hash that stands for each in a site.
import { sha256 } from "../../host/sha256.ts";
import type { Leaf } from "../../model/policy.ts";

export function valuesOf(leaves: readonly Leaf[]): ReadonlyMap<string, string> {
  const texts = leaves.flatMap((leaf) =>
    leaf.exec.env.map(({ source }) => (source.kind === "literal" ? source.value : source.address)),
  );
  return new Map([...new Set(texts)].map((text) => [sha256(text), text]));
}
