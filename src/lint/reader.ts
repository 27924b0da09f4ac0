// A leaf → the program that really reads the caller's words, and the fixed words that it gets before them.
//
// Behind ssh's host, behind `--` of `kubectl exec` and behind `env`, `nice` or `docker exec` that is another program.

import { baseName } from "../engine/base-name.ts";
import type { Facts } from "../engine/facts.ts";
import { commandPath } from "../engine/flag-table.ts";
import { ownWords } from "../engine/invocation.ts";
import { readSsh } from "../engine/ssh.ts";
import type { BinaryFacts, FlagFact } from "../model/catalogue.ts";
import type { Leaf } from "../model/policy.ts";

export interface Reader {
  /** Base name. */
  readonly bin: string;
  /** Fixed words behind it. */
  readonly words: readonly string[];
  /** Whether another program starts it. */
  readonly isInner: boolean;
}

/** Programs that hold others under their own names. */
const BOXES: ReadonlySet<string> = new Set(["k3s", "microk8s", "busybox", "toybox"]);

/** No policy nests programs deeper than this. */
const MOST_HOPS = 5;

export function readerOf(leaf: Leaf, catalogue: Facts["catalogue"]): Reader {
  const words = [...leaf.exec.prefix, ...ownWords(leaf)];
  let reader: Reader = { bin: baseName(leaf.exec.bin), words, isInner: false };
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    const start = innerStart(reader, catalogue(reader.bin));
    const bin = start === null ? undefined : reader.words[start];
    if (start === null || bin === undefined) return reader;
    reader = { bin: baseName(bin), words: reader.words.slice(start + 1), isInner: true };
  }
  return reader;
}

/** Where another program's command line begins among the fixed words; null where it does not. */
function innerStart({ bin, words }: Reader, facts: BinaryFacts | null): number | null {
  if (bin === "ssh") {
    const { remoteStart } = readSsh(words);
    return remoteStart < words.length ? remoteStart : null;
  }
  const operands = operandsOf(words, facts);
  if (BOXES.has(bin)) return operands[0] ?? null;
  const named = operands.map((at) => words[at] ?? "");
  const path = commandPath(facts, named);
  const deepest = path.chain.at(-1);
  const separator = words.indexOf("--");
  const isInner = facts === null || deepest?.hasInnerCommand || deepest?.innerOperand !== undefined;
  if (separator >= 0 && isInner) return separator + 1;
  if (deepest?.innerOperand === undefined) return null;
  const steps = path.name === "" ? 0 : path.name.split(" ").length;
  return operands[steps + deepest.innerOperand] ?? null;
}

/** Indices of the words that are no flags and no known values of flags. */
export function operandsOf(words: readonly string[], facts: BinaryFacts | null): readonly number[] {
  const found: number[] = [];
  const flags = [...(facts?.globals ?? []), ...(facts?.subcommands.find(isRoot)?.flags ?? [])];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") break;
    if (!word.startsWith("-") || word === "-") found.push(at);
    else if (takesNext(word, flags)) at += 1;
  }
  return found;
}

const isRoot = ({ name }: { readonly name: string }) => name === "";

function takesNext(word: string, flags: readonly FlagFact[]): boolean {
  return flags.some(({ names, arity }) => arity === "required" && names.includes(word));
}
