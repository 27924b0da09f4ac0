// The bounds of a leaf, and of the deeper grants that its call holds as well → the bounds that keep what each of them says.
//
// - Else `remote -v add` would run without what bounds `remote add`.
// - The shorter time, the smaller size, no input before some. A directory or a sandbox can't be two at once.

import type { Bounds } from "../model/policy.ts";
import type { LeafContext } from "./context.ts";
import { code, type Trouble } from "./trouble.ts";

function least(all: readonly (number | undefined)[]): number | undefined {
  const said = all.filter((value) => value !== undefined);
  return said.length === 0 ? undefined : Math.min(...said);
}

/** Those that are said, each once. */
function distinct<T>(all: readonly (T | undefined)[]): readonly T[] {
  const said = all.filter((value) => value !== undefined);
  return [...new Map(said.map((value) => [JSON.stringify(value), value])).values()];
}

function joined(all: readonly Bounds[]): Bounds {
  const inputs = distinct(all.map(({ stdin }) => stdin));
  const said = {
    timeoutMs: least(all.map(({ timeoutMs }) => timeoutMs)),
    outputLimit: least(all.map(({ outputLimit }) => outputLimit)),
    cwd: distinct(all.map(({ cwd }) => cwd))[0],
    stdin: inputs.includes("none") ? "none" : inputs[0],
    confine: distinct(all.map(({ confine }) => confine))[0],
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function conflict(
  [shallow, ...deeper]: readonly [LeafContext, ...LeafContext[]],
  what: "cwd" | "confine",
): Trouble {
  const said = shallow.mounted.leaf.bounds?.[what];
  const differs = ({ mounted }: LeafContext) =>
    mounted.leaf.bounds?.[what] !== undefined &&
    JSON.stringify(mounted.leaf.bounds[what]) !== JSON.stringify(said);
  const { leaf } = (deeper.find(differs) ?? shallow).mounted;
  const message = `this is a call of ${code(leaf.words.join(" "))} as well, which has another ${code(what)}`;
  const remedy = `write ${code(leaf.words.join(" "))} first, and flags behind it`;
  return { reason: "limit", rule: leaf.rule, message, remedy };
}

/**
 * @param contexts the leaf, then the deeper grants
 * @returns the bounds of the run, undefined where nothing is said; or why no run keeps them all
 */
export function judgeBounds(
  contexts: readonly [LeafContext, ...LeafContext[]],
): { readonly bounds: Bounds | undefined } | { readonly trouble: Trouble } {
  const all = contexts.flatMap(({ mounted }) => mounted.leaf.bounds ?? []);
  for (const what of ["cwd", "confine"] as const) {
    if (distinct<unknown>(all.map((one) => one[what])).length > 1) {
      return { trouble: conflict(contexts, what) };
    }
  }
  return { bounds: all.length > 1 ? joined(all) : all[0] };
}
