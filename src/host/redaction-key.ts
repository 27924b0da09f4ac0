// A secret → the mark that stands for it in every record: its length and a part of its HMAC under a key of the user's own.
//
// Equal secrets can be seen to be equal; without the key nobody can try out what a mark may stand for.

import { createHmac, randomBytes } from "node:crypto";
import { linkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { isSha256 } from "../model/hash.ts";
import { makeDirectory } from "./make-directory.ts";
import { pathWord } from "./path-word.ts";
import { readReady } from "./ready-file.ts";
import { errorCode, errorWords } from "./system-error.ts";

const KEY_BYTES = 32;

/** @param own the user's own directory of the trail */
function keyPath(own: string): string {
  return join(own, "redaction.key");
}

function readKey(path: string): Buffer | null {
  try {
    const text = readReady(path).toString().trim();
    if (isSha256(text)) return Buffer.from(text, "hex");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  const message = `${path} is no redaction key, so nothing can be put on record`;
  const hint = `move it away: ${pathWord(path)}; a new one is made then`;
  throw new WardFault({ code: "redaction-key", path, exit: EXIT.ownFailure, message, hint });
}

/** Seen by others whole or not at all; whoever comes second takes the first one's. */
function makeKey(path: string, own: string): Buffer {
  makeDirectory(own);
  const key = randomBytes(KEY_BYTES).toString("hex");
  const draft = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    writeFileSync(draft, `${key}\n`, { flag: "wx", mode: 0o600 });
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKey(path) ?? Buffer.from(key, "hex");
}

/**
 * @param own the user's own directory of the trail, where the key is made when it is first needed
 * @returns takes a secret and gives its mark; throws WardFault `redaction-key`, exit 125, where there can be no key
 */
export function secretMarker(own: string): (secret: string) => string {
  let key: Buffer | null = null;
  const path = keyPath(own);
  return (secret) => {
    try {
      key ??= readKey(path) ?? makeKey(path, own);
    } catch (cause) {
      if (cause instanceof WardFault) throw cause;
      const message = `the redaction key ${path} can't be had, so nothing can be put on record: ${errorWords(cause)}`;
      const hint = `look at: ls -ld ${pathWord(own)}`;
      throw new WardFault({
        code: "redaction-key",
        path,
        exit: EXIT.ownFailure,
        message,
        hint,
        cause,
      });
    }
    const digest = createHmac("sha256", key).update(secret).digest("hex");
    return `[redacted ${[...secret].length} ${digest.slice(0, 8)}]`;
  };
}
