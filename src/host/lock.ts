// A path → a lock between processes: a file, made in one step, that says which process holds it.
//
// - Made by link(2), so that it is never seen half-written.
// - A dead holder's lock is taken over at once. Only one process may do that: the right to it is a lock of its own.
// - A live holder that does not let go (a stopped one) is waited for, and never robbed. Others who come and go meanwhile
//   are no reason to give up.
// - Whether a process of another boot or pid namespace lives can't be seen: its lock counts as left behind after a minute.

import { randomBytes } from "node:crypto";
import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { steadyClock } from "./clock.ts";
import { pathWord } from "./path-word.ts";
import { ownStart, readProcess } from "./process-state.ts";
import { errorCode, errorWords } from "./system-error.ts";

const WAIT_MS = 5000;
/** Where many come and go: nobody waits for ever. */
const LONGEST_WAIT_MS = 60_000;
const LONGEST_PAUSE_MS = 40;
const FOREIGN_MS = 60_000;
const FRESH_MS = 5000;

interface Holder {
  readonly pid: number;
  readonly started: string;
  /** Where that process id means something: boot and pid namespace. */
  readonly world: string;
  readonly nonce: string;
}

export interface LockOptions {
  /** How long to wait for one live holder. */
  readonly waitMs?: number;
  /** Whether the draft stays for the next time, until `dropDraft`: making a file takes longer than all else. */
  readonly isKept?: boolean;
}

/** Drafts that stay, by the lock's path. */
const kept = new Map<string, Self>();

/**
 * Runs one piece of work while no other process is in the same lock. Blocks; nothing else of this process runs meanwhile.
 * @param path of the lock file, in a directory that only the user writes
 * @param work short and synchronous
 * @param options of the wait, or how long it may take in milliseconds
 * @returns what the work returns
 * @throws WardFault 125 `lock-held` when the wait is over, `lock-unwritable` where no lock can be made
 */
export function withLock<T>(path: string, work: () => T, options: LockOptions | number = {}): T {
  const { waitMs = WAIT_MS, isKept = false } =
    typeof options === "number" ? { waitMs: options } : options;
  const own = kept.get(path) ?? describeSelf();
  if (isKept) kept.set(path, own);
  acquire(path, own, waitMs);
  try {
    return work();
  } finally {
    // Only what is still ours: nobody takes a live holder's lock, but a person may have removed it.
    if (isOwn(path, own)) remove(path);
  }
}

/** Removes the draft that `withLock` kept for this path, if it kept one. */
export function dropDraft(path: string): void {
  const own = kept.get(path);
  if (own === undefined) return;
  kept.delete(path);
  remove(`${path}.${own.nonce}`);
}

interface Self {
  readonly nonce: string;
  readonly text: string;
  /** Whether its draft is there. */
  isWritten: boolean;
  /** When its age was set last, by the clock on the wall: the other one may stand still while the machine sleeps. */
  writtenAt: number;
  /** Of the draft; nobody else's file has it as long as that is there. */
  inode: number | null;
}

/** A draft that stays is the lock itself under another name: quicker to tell than to read. */
function isOwn(path: string, own: Self): boolean {
  if (kept.get(path) !== own || !own.isWritten || own.inode === null)
    return readText(path) === own.text;
  return statSync(path, { throwIfNoEntry: false })?.ino === own.inode;
}

/** What stays the same as long as a process lives. */
let life: Pick<Holder, "pid" | "started" | "world"> | null = null;

function describeSelf(): Self {
  const nonce = randomBytes(8).toString("hex");
  const { pid } = process;
  life ??= { pid, started: ownStart(), world: readWorld() };
  const holder: Holder = { ...life, nonce };
  return {
    nonce,
    text: `${JSON.stringify(holder)}\n`,
    isWritten: false,
    writtenAt: 0,
    inode: null,
  };
}

function readWorld(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return process.platform;
  }
}

function acquire(path: string, own: Self, waitMs: number): void {
  const draft = `${path}.${own.nonce}`;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const end = steadyClock() + Math.max(waitMs, LONGEST_WAIT_MS);
  let holder: string | null = null;
  let deadline = steadyClock() + waitMs;
  try {
    if (!own.isWritten) writeDraft(path, draft, own);
    for (let ms = 1; !place(draft, path, own); ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
      const text = readText(path);
      // One process may hold it several times in a row; each time its file changes.
      const hold = `${changedMs(path)} ${text}`;
      if (hold !== holder && waitMs > 0) deadline = Math.min(end, steadyClock() + waitMs);
      holder = hold;
      if (takeOver(path, text, draft, deadline)) {
        // The draft is the lock itself now.
        own.isWritten = false;
        return;
      }
      if (steadyClock() >= deadline) throw held(path);
      Atomics.wait(pause, 0, 0, ms);
    }
  } catch (cause) {
    throw cause instanceof WardFault ? cause : unwritable(path, cause);
  } finally {
    if (kept.get(path) !== own) remove(draft);
  }
}

function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
}

/** As rmSync with `force` does, which loads a module of node's for directories. */
function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

/** Whoever is killed leaves a draft: now and then somebody clears them away. */
function writeDraft(path: string, draft: string, own: Self): void {
  // As writeFileSync does, which takes longer to begin with.
  const fd = openSync(draft, "w", 0o600);
  try {
    for (let done = 0; done < own.text.length; ) done += writeSync(fd, own.text.slice(done));
    own.inode = fstatSync(fd).ino;
  } finally {
    closeSync(fd);
  }
  own.isWritten = true;
  own.writtenAt = Date.now();
  if (own.nonce.startsWith("00")) sweepDrafts(path);
}

/** The lock's age is counted from its hold, however long its draft has been there. */
function renewAge(draft: string, own: Self): void {
  const now = Date.now();
  if (Math.abs(now - own.writtenAt) < FRESH_MS) return;
  utimesSync(draft, now / 1000, now / 1000);
  own.writtenAt = now;
}

/** Whether the lock was free and is ours now. */
function place(draft: string, path: string, own: Self): boolean {
  try {
    renewAge(draft, own);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (errorCode(error) === "ENOENT") {
      // Somebody has cleared it away.
      writeDraft(path, draft, own);
      return false;
    }
    // A file system without hard links: there the lock can be seen half-written, and counts as held then.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(errorCode(error) ?? "")) throw error;
    own.inode = null;
    return placeByWriting(path, own.text);
  }
}

function placeByWriting(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Whether the holder was dead and the lock is ours now. */
function takeOver(path: string, text: string | null, draft: string, deadline: number): boolean {
  if (text === null || !isLeftBehind(text, path)) return false;
  const right = `${path}.over-${parseHolder(text)?.nonce ?? "unknown"}`;
  return withLock(
    right,
    () => {
      // Who came later finds another holder here than the dead one that it saw.
      if (readText(path) !== text) return false;
      renameSync(draft, path);
      sweepDrafts(path);
      return true;
    },
    Math.max(0, deadline - steadyClock()),
  );
}

/** Removes what other killed processes left on their way to this lock. */
function sweepDrafts(path: string): void {
  const directory = dirname(path);
  for (const name of readdirSync(directory)) {
    if (
      !name.startsWith(basename(path)) ||
      !/^\.[0-9a-f]{16}$/.test(name.slice(basename(path).length))
    )
      continue;
    const draft = join(directory, name);
    const text = readText(draft);
    if (text !== null && isLeftBehind(text, draft)) remove(draft);
  }
}

function isLeftBehind(text: string, path: string): boolean {
  const holder = parseHolder(text);
  // Far ahead of the clock is as good as far behind it: then the clock was set back.
  if (holder === null || holder.world !== readWorld()) return Math.abs(ageMs(path)) > FOREIGN_MS;
  const state = readProcess(holder.pid);
  if (state === null) return !isSignallable(holder.pid);
  const isGone = state.state === "Z" || state.state === "X";
  const isKnown = state.started !== "" && holder.started !== "";
  return isGone || (isKnown && state.started !== holder.started);
}

/** Where /proc can't be read the kernel still says whether there is such a process. */
function isSignallable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

function parseHolder(text: string): Holder | null {
  try {
    const { pid, started, world, nonce } = JSON.parse(text);
    const isSound =
      Number.isSafeInteger(pid) &&
      pid > 0 &&
      [started, world].every((field) => typeof field === "string") &&
      /^[0-9a-f]{16}$/.test(nonce);
    return isSound ? { pid, started, world, nonce } : null;
  } catch {
    return null;
  }
}

function ageMs(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

function held(path: string): WardFault {
  const pid = parseHolder(readText(path) ?? "")?.pid;
  const who = pid === undefined ? "another process" : `process ${pid}`;
  return new WardFault({
    code: "lock-held",
    path,
    exit: EXIT.ownFailure,
    message: `${who} holds ${path} and does not let go`,
    hint: pid === undefined ? `look at: ls -l ${pathWord(path)}` : `look at: ps -fp ${pid}`,
  });
}

function unwritable(path: string, cause: unknown): WardFault {
  return new WardFault({
    code: "lock-unwritable",
    path,
    exit: EXIT.ownFailure,
    message: `the lock ${path} can't be made: ${errorWords(cause)}`,
    hint: `look at: ls -ld ${pathWord(dirname(path))}`,
    cause,
  });
}
