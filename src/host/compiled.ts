// A file's bytes → the policy that was compiled from exactly these bytes, where one is kept and can be believed.
//
// - `compiled.json` beside the store names each tree by the hash of its source and the hash of its own bytes.
// - Believed only where the source's owner wrote both, nobody else can, and this very build of ward made them.
// - Whatever is missing, foreign, stale or spoilt is as if it were not there: the source is parsed.
// - What the index says of a file that was not opened only chooses which files to open.

import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import type { Ownership } from "./ownership.ts";
import { pathFlaw } from "./path-walk.ts";
import type { TrustedFile } from "./read-file.ts";
import { sha256 } from "./sha256.ts";

export interface CompiledPlace {
  /** The user's directory, or the system's. */
  readonly directory: string;
  readonly ownership: Ownership;
}

/** What a source was compiled into. */
export interface Tree {
  /** Of a Guardfile's surface; null for settings. */
  readonly digest: string | null;
  /** A Guardfile or the settings, in ASCII: who compiled it can read it back. */
  readonly text: string;
}

/** What the index knows of one source. */
export interface Known {
  /** Of its bytes. */
  readonly source: string;
  /** Of the tree's bytes, which is also its name. */
  readonly tree: string;
  /** Of the file when it was compiled: where it lay, how long it was, when it changed. */
  readonly stamp: string;
  /** Of its wraps. */
  readonly paths: readonly (readonly string[])[];
}

export interface CompiledIndex {
  readonly build: string;
  /** By the name under which the source was read. */
  readonly files: Readonly<Record<string, Known>>;
}

export const BUILD = `${WARD_VERSION}+${WARD_BUILD}`;
const MOST_BYTES = 64 * 1024 * 1024;

export function indexPath({ directory }: CompiledPlace): string {
  return join(directory, "compiled.json");
}

export function treePath({ directory }: CompiledPlace, tree: string): string {
  return join(directory, "compiled", `${tree}.txt`);
}

interface OwnBytes {
  readonly bytes: Buffer;
  readonly uid: number;
}

/** Bytes that nobody but their owner can have written; null for anything else. */
function readOwn(path: string, ownership: Ownership): OwnBytes | null {
  const { O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  try {
    const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    try {
      const stats = fstatSync(fd);
      const isOwn = ownership.uids.includes(stats.uid) && (stats.mode & 0o022) === 0;
      const isSound = stats.isFile() && stats.nlink === 1 && stats.size <= MOST_BYTES;
      return isOwn && isSound ? { bytes: readFileSync(fd), uid: stats.uid } : null;
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

function isPrivate(path: string, ownership: Ownership): boolean {
  try {
    return pathFlaw(path, ownership) === null;
  } catch {
    return false;
  }
}

/** @returns null where there is no index of this build that can be believed */
export function readIndex(place: CompiledPlace): CompiledIndex | null {
  const own = readOwn(indexPath(place), place.ownership);
  if (own === null || !isPrivate(place.directory, place.ownership)) return null;
  try {
    const index = JSON.parse(own.bytes.toString("utf8")) as CompiledIndex;
    const isCurrent = index.build === BUILD && typeof index.files === "object";
    return isCurrent && index.files !== null ? index : null;
  } catch {
    return null;
  }
}

function statsOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch {
    // Why it can't be looked at is said by who reads it.
    return null;
  }
}

/** @returns what changes whenever the file does, as far as the file system tells; null where it can't be looked at */
export function stampOf(path: string): string | null {
  const stats = statsOf(path);
  if (stats === null) return null;
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(" ");
}

/** A tree's file: the digest in the first line, the text behind it. */
export function treeBytes({ digest, text }: Tree): string {
  return `${digest ?? ""}\n${text}`;
}

/** @param bytes of a tree's file, which is ASCII */
export function treeOf(bytes: string): Tree | null {
  const end = bytes.indexOf("\n");
  return end < 0 ? null : { digest: bytes.slice(0, end) || null, text: bytes.slice(end + 1) };
}

/** The compiled policies of one directory, its index read once. */
export class Compiled {
  readonly #place: CompiledPlace;
  readonly #index: CompiledIndex | null;

  constructor(place: CompiledPlace) {
    this.#place = place;
    this.#index = readIndex(place);
  }

  #known(path: string): Known | null {
    const files = this.#index?.files;
    return files !== undefined && Object.hasOwn(files, path) ? (files[path] ?? null) : null;
  }

  /**
   * @param path of a source
   * @returns what is known of it without opening it; null where it may have changed
   */
  glance(path: string): Known | null {
    const known = this.#known(path);
    return known !== null && known.stamp === stampOf(path) ? known : null;
  }

  /**
   * @param file a source, read and hashed
   * @returns what exactly these bytes were compiled into, or null
   */
  find(file: TrustedFile): Tree | null {
    const known = this.#known(file.path);
    if (known === null || known.source !== file.sha256) return null;
    const own = readOwn(treePath(this.#place, known.tree), this.#place.ownership);
    if (own === null || own.uid !== file.uid) return null;
    if (sha256(own.bytes) !== known.tree) return null;
    return treeOf(own.bytes.toString());
  }
}
