// A path → a lock between processes: a symbolic link, made in one step, whose text says which process holds it.
//
// - symlink(2) makes it whole or not at all, and nobody can open what it seems to lead to.
// - A dead holder's lock is taken away at once. Only one process may do that: the right to it is a lock of its own.
// - A live holder that does not let go (a stopped one) is waited for, and never robbed. Others who come and go meanwhile
//   are no reason to give up.
// - Whether a process of another boot, machine or namespace lives can't be seen: its lock counts as left behind after a
//   minute. So whoever was held up looks again before he writes.

import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
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

interface Holder {
  readonly pid: number;
  readonly started: string;
  /** Where that process id and its start mean something: boot, pid and time namespace. */
  readonly world: string;
  readonly nonce: string;
}

/**
 * Runs one piece of work while no other process is in the same lock. Blocks; nothing else of this process runs meanwhile.
 * @param path of the lock, in a directory that only the user writes
 * @param work short and synchronous; gets what tells whether the lock is still ours, for the moment before it changes anything
 * @param waitMs how long to wait for one live holder, in milliseconds
 * @returns what the work returns
 * @throws WardFault 125 `lock-held` when the wait is over, `lock-unwritable` where no lock can be made
 */
export function withLock<T>(path: string, work: (isOurs: () => boolean) => T, waitMs = WAIT_MS): T {
  const own = ownText();
  acquire(path, own, waitMs);
  const isOurs = () => readText(path) === own;
  try {
    return work(isOurs);
  } finally {
    // Only what is still ours: a person may have removed it, or another world after a minute.
    if (isOurs()) remove(path);
  }
}

/** What stays the same as long as a process lives. */
let life: string | null = null;

/** Shorter than 60 characters, a link needs no block of the disk: ext4 and others keep it in its inode. */
function ownText(): string {
  life ??= [process.pid, readWorld(), randomBytes(6).toString("hex"), ownStart()].join(" ");
  return life;
}

/** The first digits of the boot's id, which are random, and the numbers of the namespaces. */
function readWorld(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
    return [boot, namespaceNumber("pid"), namespaceNumber("time")].join("-");
  } catch {
    return process.platform;
  }
}

/** Short, as all of it has to be. */
function namespaceNumber(kind: "pid" | "time"): string {
  try {
    const text = readlinkSync(`/proc/self/ns/${kind}`);
    return Number(text.slice(`${kind}:[`.length, -1)).toString(36);
  } catch (error) {
    // Kernels before 5.6 have none of time.
    if (kind === "time" && errorCode(error) === "ENOENT") return "0";
    throw error;
  }
}

function acquire(path: string, own: string, waitMs: number): void {
  const end = steadyClock() + Math.max(waitMs, LONGEST_WAIT_MS);
  let holder: string | null = null;
  let deadline = steadyClock() + waitMs;
  try {
    for (let ms = 1; !place(path, own); ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
      const text = readText(path);
      // One process may hold it several times in a row; each time it is another link.
      const hold = `${changedMs(path)} ${text}`;
      if (hold !== holder && waitMs > 0) deadline = Math.min(end, steadyClock() + waitMs);
      holder = hold;
      if (takeAway(path, text, deadline)) continue;
      if (steadyClock() >= deadline) throw held(path);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    }
  } catch (cause) {
    throw cause instanceof WardFault ? cause : unwritable(path, cause);
  }
}

function changedMs(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
}

/** As rmSync with `force` does, which loads a module of node's for directories. */
function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

/** Whether the lock was free and is ours now. */
function place(path: string, own: string): boolean {
  try {
    symlinkSync(own, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    // A file system without links: there the lock can be seen half-written, and counts as held then.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(errorCode(error) ?? "")) throw error;
    return placeByWriting(path, own);
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

/** Whether the holder was dead and its lock is gone now, for whoever comes first. */
function takeAway(path: string, text: string | null, deadline: number): boolean {
  if (text === null || !isLeftBehind(text, path)) return false;
  const right = `${path}.over-${parseHolder(text)?.nonce ?? "unknown"}`;
  return withLock(
    right,
    () => {
      // Who came later finds another holder here than the dead one that it saw.
      if (readText(path) === text) remove(path);
      return true;
    },
    Math.max(0, deadline - steadyClock()),
  );
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

const HOLDER = /^(?<pid>[1-9]\d{0,14}) (?<world>\S+) (?<nonce>[0-9a-f]{12}) (?<started>.*)$/;

function parseHolder(text: string): Holder | null {
  const { pid, world, nonce, started } = HOLDER.exec(text)?.groups ?? {};
  if (pid === undefined || world === undefined || nonce === undefined) return null;
  return { pid: Number(pid), world, nonce, started: started ?? "" };
}

function ageMs(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}

/** What the lock says; null where there is none. */
function readText(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    if (errorCode(error) !== "EINVAL") throw error;
    return readWritten(path);
  }
}

/** Of a lock that is no link; never waits for another end of what stands there. */
function readWritten(path: string): string | null {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  let fd: number;
  try {
    fd = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  try {
    return readFileSync(fd, "utf8");
  } finally {
    closeSync(fd);
  }
}

function held(path: string): WardFault {
  const holder = parseHolder(readText(path) ?? "");
  const { who, hint } = holder === null ? unknownHolder(path) : knownHolder(path, holder);
  return new WardFault({
    code: "lock-held",
    path,
    exit: EXIT.ownFailure,
    message: `${who} holds ${path} and does not let go`,
    hint,
  });
}

function knownHolder(path: string, { pid, world }: Holder): { who: string; hint: string } {
  if (world === readWorld()) return { who: `process ${pid}`, hint: `look at: ps -fp ${pid}` };
  const who = `a process of another boot, machine or container (${pid} there)`;
  return {
    who,
    hint: `it is believed for a minute; where no ward runs there: rm ${pathWord(path)}`,
  };
}

function unknownHolder(path: string): { who: string; hint: string } {
  const hint = `it is believed for a minute; what stands there is no lock of ward's: rm ${pathWord(path)}`;
  return { who: "something else than ward", hint };
}

/** For whoever finds, before a change, that the lock is not his any more. */
export function lostLock(path: string): WardFault {
  return new WardFault({
    code: "lock-held",
    path,
    exit: EXIT.ownFailure,
    message: `this call was held up so long that another one has taken ${path}`,
    hint: "call again",
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
