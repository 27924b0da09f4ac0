// An adapter that was found → whether it makes a sandbox on this machine: it is started once, around node's own version.
// - What it is asked for is what a confined leaf asks for, without a policy's words.
// - Kernels and containers forbid sandboxes in ways that only a try tells.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { Request } from "../model/request.ts";
import { REPORT_FD, type SandboxAdapter, type SandboxStart } from "./sandbox.ts";
import type { FoundAdapter } from "./sandbox-find.ts";
import { errorWords } from "./system-error.ts";

const LONGEST_MS = 10_000;
/** As much of what it prints as tells why. */
const MOST_CHARACTERS = 400;

const REQUEST: Request = {
  origin: "interactive_command",
  mode: "captured",
  command: { name: process.execPath, args: ["--version"] },
  workingDirectory: "/",
  workspaceRoots: ["/"],
  approval: { policyVersion: 1 },
};

function startOf(adapter: SandboxAdapter): SandboxStart {
  return adapter.start({
    request: REQUEST,
    file: process.execPath,
    env: {},
    mounts: [
      { kind: "machine", at: "/", mayWrite: false },
      { kind: "devices", at: "/dev" },
      { kind: "processes", at: "/proc" },
    ],
    hasNetwork: false,
    mayUseUnix: false,
    foreign: [],
    nonce: "doctor",
  });
}

function launch(file: string, { args, feeds }: SandboxStart): ChildProcess {
  const last = Math.max(REPORT_FD, ...feeds.keys());
  const piped = Array.from({ length: last }, () => "pipe" as const);
  const options = { env: {}, cwd: "/", timeout: LONGEST_MS, killSignal: "SIGKILL" } as const;
  return spawn(file, args, { ...options, stdio: ["ignore", ...piped] });
}

/** Reads to the end; what is too much is dropped. */
function collect(stream: Readable | null): () => string {
  let text = "";
  stream?.setEncoding("utf8").on("data", (part: string) => {
    if (text.length < MOST_CHARACTERS) text += part;
  });
  return () => text.trim().slice(0, MOST_CHARACTERS);
}

/** @returns why it can't confine anything here, in its own words; null where it can */
export async function whyNoSandbox({ adapter, file }: FoundAdapter): Promise<string | null> {
  const start = startOf(adapter);
  const child = launch(file, start);
  const printed = collect(child.stdout);
  const said = collect(child.stderr);
  collect(child.stdio[REPORT_FD] as Readable);
  for (const [fd, bytes] of start.feeds) {
    const stream = child.stdio[fd] as Writable;
    // It may be gone before it has read all: its end says why.
    stream.on("error", () => {});
    stream.end(bytes);
  }
  try {
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    if (code === 0 && printed() === process.version) return null;
    return said() || (signal === null ? `it exits ${code}` : `it is ended by ${signal}`);
  } catch (error) {
    return errorWords(error);
  }
}
