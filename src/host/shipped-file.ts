// Reads one shipped Guardfile, as it was written and as it was compiled when ward was built, from beside the running program.

import { readFileSync } from "node:fs";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { type Tree, treeOf } from "./compiled.ts";
import { beside } from "./own-place.ts";
import { sha256 as hashOf } from "./sha256.ts";

function fault(name: string, message: string, cause?: unknown): WardFault {
  const hint = "install ward again";
  return new WardFault({
    code: "installation",
    message,
    hint,
    exit: EXIT.ownFailure,
    path: name,
    cause,
  });
}

function readBytes(name: string, file: string, sha256: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(beside(`shipped/${file}`));
  } catch (cause) {
    throw fault(name, `the shipped policy ${name} is missing from this installation`, cause);
  }
  if (hashOf(bytes) === sha256) return bytes;
  throw fault(name, `the shipped policy ${name} is not the one that ward was built with`);
}

/**
 * @param name a key of WARD_SHIPPED: `git.kdl`
 * @param sha256 of the bytes, as the program itself holds it: nobody can swap them on the disk
 * @throws WardFault `installation`, exit 125
 */
export function readShippedTree(name: string, sha256: string): Tree {
  const tree = treeOf(readBytes(name, `${name}.txt`, sha256).toString());
  if (tree === null) throw new Error(`bug: ward was built with no tree in ${name}.txt`);
  return tree;
}

/** As `readShippedTree`: the text that it was compiled from. */
export function readShippedText(name: string, sha256: string): string {
  return readBytes(name, name, sha256).toString("utf8");
}
