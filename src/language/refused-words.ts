// Words that a Guardfile may not hold though they look like nodes: each with why and what to do instead.

import type { KdlNode } from "./document.ts";

interface RefusedWord {
  readonly why: string;
  readonly instead: string;
}

const HTTP: RefusedWord = {
  why: "belongs to the HTTP dialect, which ward does not speak",
  instead: "wrap the program that makes the request, such as curl, with the flags it may take",
};
const soon = (instead: string): RefusedWord => ({ why: "is not in this version", instead });

export const REFUSED_WORDS: ReadonlyMap<string, RefusedWord> = new Map([
  [
    "include",
    {
      why: "is reserved",
      instead: "write the wrap here, or put it into a file of its own beside this one",
    },
  ],
  [
    "egress",
    {
      why: "is reserved",
      instead: "cut the child off from every network with `confine { network none }`",
    },
  ],
  ["spec", HTTP],
  ["base-url", HTTP],
  ["auth", HTTP],
  ["canary", soon("remove it; grant only what may run now")],
  ["compensate", soon("remove it; grant the command that undoes as a leaf of its own")],
  ["action", soon("grant each command as a leaf of its own with `can run`")],
  ["gate", soon("remove the grant until a person may be asked; what is not granted does not run")],
  ["only-reads", soon("grant the reading commands by name, with `deny-flag` on what writes")],
]);

const COMPOUND: Readonly<Record<string, readonly string[]>> = {
  can: ["run"],
  cannot: ["run"],
  never: ["run", "pass"],
  only: ["pass"],
};

/** The words of which only the first is the KDL node's name: `can run`, `never pass`. */
export function secondWords(name: string): readonly string[] {
  return COMPOUND[name] ?? [];
}

/** A node's name as the language has it: with its second word where it has one. */
export function label(node: KdlNode): string {
  const second = node.arguments[0]?.value;
  const isCompound = typeof second === "string" && secondWords(node.name).includes(second);
  return isCompound ? `${node.name} ${second}` : node.name;
}
