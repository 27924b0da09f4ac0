// A confined run → the arguments of bubblewrap (`bwrap`), and its status lines → what it has told.
// - Everything goes to it in open files: values of variables would else stand where every user of the machine can read them.
// - bwrap itself gets an empty environment, since what loads code by a variable would run outside of the sandbox.
// - It closes each file that it reads arguments from: so the child gets none of the descriptors that bwrap inherits.
// - It tells the child's pid before the sandbox is made, and the exit code only of a program that was really started.

import { arch, platform } from "node:process";
import type { AdapterReport } from "../model/outcome.ts";
import {
  type AdapterWord,
  type Mount,
  REPORT_FD,
  type SandboxAdapter,
  type SandboxStart,
  type SandboxWish,
} from "./sandbox.ts";
import { hasSocketFilter, socketFilter } from "./socket-filter.ts";

const ARGUMENTS_FD = 4;
const FILTER_FD = 5;
const FIRST_HANDLE_FD = 6;
/** More than it ever says: two short lines. */
const LONGEST_REPORT = 8192;

const ALWAYS: readonly string[] = [
  ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--disable-userns"],
  ...["--cap-drop", "ALL", "--die-with-parent", "--new-session"],
  ...["--json-status-fd", String(REPORT_FD), "--seccomp", String(FILTER_FD), "--clearenv"],
];

function optionsOf(mount: Mount, fdOf: (fd: number) => string): string[] {
  switch (mount.kind) {
    case "machine":
      return [mount.mayWrite ? "--bind" : "--ro-bind", "/", mount.at];
    case "scratch":
      return ["--perms", "1777", "--tmpfs", mount.at];
    case "devices":
      return ["--dev", mount.at];
    case "processes":
      // What is root's may write the kernel's settings in there, with no capability at all.
      return ["--proc", mount.at, "--remount-ro", mount.at];
    case "handle":
      return [mount.mayWrite ? "--bind-fd" : "--ro-bind-fd", fdOf(mount.fd), mount.at];
    case "empty":
      return ["--tmpfs", mount.at];
    case "covered":
      return ["--ro-bind", "/dev/null", mount.at];
  }
}

function start(wish: SandboxWish): SandboxStart {
  const { request, file, env, mounts, hasNetwork, mayUseUnix, foreign } = wish;
  const filter = socketFilter(arch, { mayUseUnix, hasNetwork });
  if (filter === null) throw new Error(`bug: bwrap is used on ${arch}`);
  const given = new Map<number, number>();
  const fdOf = (fd: number) => {
    const own = FIRST_HANDLE_FD + given.size;
    given.set(own, fd);
    return String(own);
  };
  const options = [
    ...ALWAYS,
    ...(hasNetwork ? [] : ["--unshare-net"]),
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
    ...mounts.flatMap((mount) => optionsOf(mount, fdOf)),
    // What reopens a part of an empty directory is in its place by now.
    ...mounts.flatMap(({ kind, at }) => (kind === "empty" ? ["--remount-ro", at] : [])),
    ...["--chdir", request.workingDirectory],
  ];
  const feeds = new Map([
    [ARGUMENTS_FD, Buffer.from(options.map((option) => `${option}\0`).join(""))],
    [FILTER_FD, filter],
  ]);
  const last = FIRST_HANDLE_FD + given.size - 1;
  const closing = foreign.filter((fd) => fd > last).flatMap((fd) => ["--args", String(fd)]);
  const args = ["--args", String(ARGUMENTS_FD), ...closing, "--", file];
  return { args: [...args, ...(request.command.args ?? [])], feeds, given };
}

interface Status {
  readonly "child-pid"?: unknown;
  readonly "exit-code"?: unknown;
}

function parse(line: string): Status | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

function isPid(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 1;
}

function read(text: string): AdapterWord {
  const lines = text.slice(0, LONGEST_REPORT).split("\n").slice(0, -1).map(parse);
  const pid = lines.map((line) => line?.["child-pid"]).find(isPid) ?? null;
  const hasRun = lines.some((line) => Number.isInteger(line?.["exit-code"]));
  const isUnreadable = lines.includes(null) || text.length > LONGEST_REPORT;
  const report: AdapterReport | "unreadable" | null = isUnreadable ? "unreadable" : null;
  return { pid, hasRun, report };
}

export const bubblewrap: SandboxAdapter = {
  backend: "bubblewrap",
  level: "sandbox",
  program: "bwrap",
  remedy: "install bubblewrap 0.8 or later, as with `apt-get install bubblewrap`",
  whyUnfit() {
    if (platform !== "linux") return "bubblewrap needs Linux, and this is another system";
    return !hasSocketFilter(arch)
      ? `what keeps a child from unix sockets is not known for this machine (${arch})`
      : null;
  },
  start,
  read,
};
