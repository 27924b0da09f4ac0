// Files of the trail that are full → compressed ones, and fewer of the old ones; behind a call, when nobody waits for it.
//
// - A compressed file is written beside, synced and renamed before the plain one goes: readers find one or the other.
// - Members of one mebibyte each keep the memory small; every gzip reads them as one stream.
// - Nothing younger than 30 days goes; of what is older, the newest files stay.
// - What killed calls were about to write goes after an hour.

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  futimesSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type TrailFile, trailFiles } from "./audit-files.ts";
import type { TrailPlace } from "./audit-place.ts";
import { wallClock } from "./clock.ts";
import { withLock } from "./lock.ts";

const MEMBER = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;
const YOUNG_MS = 30 * 24 * HOUR_MS;

function writeAll(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}

/** Speed counts here, and rows repeat themselves so much that little is lost by it. */
function packInto(target: number, source: number): void {
  const buffer = Buffer.alloc(MEMBER);
  for (let position = 0; ; ) {
    const got = readSync(source, buffer, 0, MEMBER, position);
    if (got === 0) return;
    writeAll(target, gzipSync(buffer.subarray(0, got), { level: 1 }));
    position += got;
  }
}

/** What has such a name and is no file stays where it is, and keeps no other from being compressed. */
function compress({ path }: TrailFile): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const draft = `${path}.gz.tmp`;
  const { O_CREAT, O_EXCL, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
  const source = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    rmSync(draft, { force: true });
    const target = openSync(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600);
    try {
      packInto(target, source);
      // Its age is that of its rows.
      const { atime, mtime } = fstatSync(source);
      futimesSync(target, atime, mtime);
      fsyncSync(target);
    } finally {
      closeSync(target);
    }
    renameSync(draft, `${path}.gz`);
    unlinkSync(path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(source);
  }
}

/** A file that was compressed when its compressor was killed. */
function removeDoubles(files: readonly TrailFile[]): void {
  for (const { path, isCompressed } of files) {
    if (isCompressed) rmSync(path.slice(0, -".gz".length), { force: true });
  }
}

function dropOld(files: readonly TrailFile[], keep: number): void {
  const youngest = wallClock() - YOUNG_MS;
  const old = files.filter(({ path }) => statSync(path).mtimeMs < youngest);
  for (const { path } of old.slice(0, Math.max(0, old.length - keep))) unlinkSync(path);
}

/** What was being written beside the trail by calls that were killed; nothing takes an hour to be written. */
function removeDrafts({ own }: TrailPlace): void {
  const old = wallClock() - HOUR_MS;
  for (const name of readdirSync(own)) {
    const path = join(own, name);
    const isDraft =
      /^(?:policies|head)\.json\.[0-9a-f]{16}\.tmp$|^redaction\.key\.[0-9a-f]{16}\.tmp$|\.jsonl\.gz\.tmp$/.test(
        name,
      );
    if (isDraft && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? old) < old)
      rmSync(path, { force: true });
  }
}

/**
 * @param place of the user's own trail
 * @param keep how many files older than 30 days stay
 * @throws what the system says; nothing is lost then, and the next time goes on
 */
export function tidyTrail(place: TrailPlace, keep: number): void {
  if (place.isShared) return;
  const work = () => {
    const full = () => trailFiles(place).filter(({ isCurrent }) => !isCurrent);
    for (const file of full()) if (!file.isCompressed) compress(file);
    removeDoubles(full());
    dropOld(full(), keep);
    removeDrafts(place);
  };
  withLock(`${place.own}/tidy.lock`, work, 0);
}
