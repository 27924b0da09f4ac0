// Reads one shipped Guardfile, parsed when ward was built, from beside the running program.

import { readFileSync } from "node:fs";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { Guardfile } from "../model/policy.ts";
import { beside } from "./own-place.ts";
import { sha256 as hashOf } from "./sha256.ts";

export interface ShippedFile {
  readonly text: string;
  readonly guardfile: Guardfile;
  /** Of its surface (engine/surface-digest.ts). */
  readonly digest: string;
}

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

function readBytes(name: string): Buffer {
  try {
    return readFileSync(beside(`shipped/${name}.json`));
  } catch (cause) {
    throw fault(name, `the shipped policy ${name} is missing from this installation`, cause);
  }
}

/**
 * @param name a key of WARD_SHIPPED: `git.kdl`
 * @param sha256 of the bytes, as the program itself holds it: nobody can swap them on the disk
 * @throws WardFault `installation`, exit 125
 */
export function readShippedFile(name: string, sha256: string): ShippedFile {
  const bytes = readBytes(name);
  if (hashOf(bytes) !== sha256) {
    throw fault(name, `the shipped policy ${name} is not the one that ward was built with`);
  }
  return JSON.parse(bytes.toString("utf8")) as ShippedFile;
}
