// Parsed sources → trees and an index that later calls can use instead of the parser.

import { readdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import {
  BUILD,
  type CompiledIndex,
  type CompiledPlace,
  indexPath,
  type Known,
  readIndex,
  stampOf,
  type Tree,
  treeBytes,
  treePath,
} from "./compiled.ts";
import { withLock } from "./lock.ts";
import { makeDirectory } from "./make-directory.ts";
import { replaceFile, sweepDrafts } from "./replace-file.ts";
import { sha256 as hashOf } from "./sha256.ts";

export interface Source {
  /** The name under which it is read. */
  readonly path: string;
  /** Of the bytes that were parsed. */
  readonly sha256: string;
  /** Of the file before it was read: what changed since is not known to be the same. */
  readonly stamp: string;
  readonly paths: readonly (readonly string[])[];
  readonly tree: Tree;
}

/**
 * Writes the trees under the directory's lock, and drops what is there of files that are gone.
 * @throws the system's error, or WardFault of the lock: nothing is lost but speed
 */
export function compile(place: CompiledPlace, sources: readonly Source[]): void {
  const index = indexPath(place);
  makeDirectory(dirname(treePath(place, "")));
  withLock(`${index}.lock`, () => {
    const before = readIndex(place)?.files ?? {};
    const kept = Object.entries(before).filter(([path]) => stampOf(path) !== null);
    const written = sources.map((source): [string, Known] => [source.path, keep(place, source)]);
    const files = Object.fromEntries([...kept, ...written]);
    sweepDrafts(index);
    replaceFile(index, `${JSON.stringify({ build: BUILD, files } satisfies CompiledIndex)}\n`);
    sweepTrees(place, new Set(Object.values(files).map(({ tree }) => tree)));
  });
}

function keep(place: CompiledPlace, source: Source): Known {
  const bytes = treeBytes(source.tree);
  const tree = hashOf(bytes);
  const path = treePath(place, tree);
  // A tree that is there may be one that was spoilt.
  replaceFile(path, bytes);
  const { sha256, stamp, paths } = source;
  return { source: sha256, tree, stamp, paths };
}

function sweepTrees(place: CompiledPlace, used: ReadonlySet<string>): void {
  const directory = dirname(treePath(place, ""));
  for (const name of readdirSync(directory)) {
    const tree = /^([0-9a-f]{64})\.(?:txt|json)$/.exec(name)?.[1];
    if (tree !== undefined && !used.has(tree)) rmSync(treePath(place, tree), { force: true });
  }
}
