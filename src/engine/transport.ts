// Turns a fixed prefix, the subcommand and the caller's words into the argv of a `remote-shell posix` binary.
//
// Where a remote shell starts to read (`remoteStart`), and so where encoding starts:
// 1. `ssh`: at the first word behind options, host and `--`, as readSsh finds it.
// 2. `ssh` among the fixed words (`tailscale ssh`, `sshpass … ssh`, `gcloud compute ssh`): as in 1 behind the
//    first such word. An option that only the outer program knows counts as a flag without value, which can
//    only make the start too early.
// 3. `adb` with `shell`, `exec-out` or `exec-in` among the fixed words: behind adb's own options for it.
// 4. Any other binary: behind the whole argv-prefix.
// Too early costs nothing for plain words and quotes that the binary may not want for others; too late would
// let a shell read a caller's word. So doubt goes to the earlier place.

import type { Reason } from "../model/decision.ts";
import { baseName } from "./base-name.ts";
import { encodeRemote } from "./remote.ts";
import { judgeSsh, readSsh, type SshOffence, type SshReading } from "./ssh.ts";

export interface RemoteCall {
  /** As the Guardfile names it. */
  readonly bin: string;
  readonly prefix: readonly string[];
  /** `argv` or the subcommand's words. */
  readonly words: readonly string[];
  readonly caller: readonly string[];
}

export type RemoteInvocation =
  | { readonly ok: true; readonly argv: string[]; readonly remoteWords: string[] }
  | {
      readonly ok: false;
      readonly reason: Reason;
      /** Index in prefix + words + caller of the word that can't be carried. */
      readonly index: number;
      /** One sentence without a full stop, not yet escaped for a terminal. */
      readonly message: string;
    };

/** Most bytes of one argument on Linux without its NUL: the far shell gets the command as one. */
export const REMOTE_COMMAND_BYTES = 131_071;

const ADB_SHELLS = new Set(["shell", "exec-out", "exec-in"]);

/**
 * The argv of a call whose words a remote shell reads again: words that only the local binary reads stay as
 * they are, each from the first remote word on is encoded.
 * @returns the argv without the binary, and the words that the remote program gets
 */
export function encodeInvocation(call: RemoteCall): RemoteInvocation {
  const argv = [...call.prefix, ...call.words, ...call.caller];
  const place = findRemote(call);
  const unreadable = place.readings.find((reading) => reading.stop?.why === "dash-in-cluster");
  if (unreadable?.stop) {
    const index = place.offset + unreadable.stop.index;
    return refuse("flag-not-allowed", index, `ssh can't read "${argv[index]}" as options`);
  }
  const encoded = encodeRemote(argv.slice(place.start));
  if (!encoded.ok) return refuse("metachar", place.start + encoded.index, encoded.problem);
  const changed = encoded.tokens.findIndex((token, at) => token !== argv[place.start + at]);
  if (changed >= 0 && place.readings.some((reading) => reading.isSubsystem)) {
    return refuse("metachar", place.start + changed, "with -s no shell takes the quotes off again");
  }
  const bytes = new TextEncoder().encode(encoded.tokens.join(" ")).length;
  if (bytes > REMOTE_COMMAND_BYTES) {
    const message = `the remote command has ${bytes} bytes, at most ${REMOTE_COMMAND_BYTES} reach a shell`;
    return refuse("limit", place.start, message);
  }
  const early = place.earlyStart;
  const between = encodeRemote(argv.slice(early, place.start));
  if (!between.ok || between.tokens.some((token, at) => token !== argv[early + at])) {
    return refuse(
      "flag-not-allowed",
      early,
      "before OpenSSH 9.4 -P takes no value, so it can't be told what the far shell reads",
    );
  }
  const tokens = [...argv.slice(0, place.start), ...encoded.tokens];
  return { ok: true, argv: tokens, remoteWords: argv.slice(place.start) };
}

/**
 * The first caller's word that an ssh in this call would read as its own option, or null.
 * @param allowFlags what the leaf's `allow-flag` names, dashes included
 */
export function judgeInvocation(
  call: RemoteCall,
  allowFlags: readonly string[],
): SshOffence | null {
  const fixed = [...call.prefix, ...call.words];
  const offset = offsetOfSsh(call.bin, fixed);
  return offset === null ? null : judgeSsh(fixed.slice(offset), call.caller, allowFlags);
}

/** Index in prefix + words + caller of the first word that a remote shell reads again. */
export function remoteStart(call: RemoteCall): number {
  return findRemote(call).start;
}

interface RemotePlace {
  readonly start: number;
  /** Where an ssh that reads `-P` as a flag has its remote words start; what lies between must be plain. */
  readonly earlyStart: number;
  /** Where ssh's own argv starts. */
  readonly offset: number;
  /** How ssh reads its argv; empty where no ssh is involved. */
  readonly readings: readonly SshReading[];
}

function findRemote(call: RemoteCall): RemotePlace {
  const fixed = [...call.prefix, ...call.words];
  const offset = offsetOfSsh(call.bin, fixed);
  if (offset === null) {
    const start = startWithoutSsh(call, fixed);
    return { start, earlyStart: start, offset: 0, readings: [] };
  }
  const argv = [...fixed, ...call.caller].slice(offset);
  const readings = [readSsh(argv), readSsh(argv, { hasTags: false })];
  const starts = readings.map((reading) => offset + reading.remoteStart);
  return { start: Math.max(...starts), earlyStart: Math.min(...starts), offset, readings };
}

function offsetOfSsh(bin: string, fixed: readonly string[]): number | null {
  if (baseName(bin) === "ssh") return 0;
  const at = fixed.findIndex((word) => baseName(word) === "ssh");
  return at < 0 ? null : at + 1;
}

function startWithoutSsh(call: RemoteCall, fixed: readonly string[]): number {
  const shell = baseName(call.bin) === "adb" ? fixed.findIndex((word) => ADB_SHELLS.has(word)) : -1;
  if (shell < 0) return call.prefix.length;
  let start = shell + 1;
  while (start < fixed.length && /^-[entTx]+$/.test(fixed[start] as string)) {
    start += fixed[start] === "-e" ? 2 : 1;
  }
  return Math.min(start, fixed.length);
}

function refuse(reason: Reason, index: number, message: string): RemoteInvocation {
  return { ok: false, reason, index, message };
}
