// A test → a place of its own for the built programs: configuration, trail, a search path with a marker program, a working directory.
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestContext } from "node:test";

export interface Row {
  readonly id: string;
  readonly phase: "decided" | "finished";
  readonly [field: string]: unknown;
}

export interface CallOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  /** The name that the program is started under: a link beside it. */
  readonly as?: string;
}

export interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Says what it was given, and leaves a trace that it ran: its first argument may be `exit:N`. */
const MARKER = `#!/bin/sh
here=$(dirname "$0")
printf '%s\\n' "$*" >> "$here/../ran"
case "$1" in exit:*) exit "\${1#exit:}";; esac
printf 'marker: %s\\n' "$*"
`;

export class Place {
  readonly root = mkdtempSync(join(tmpdir(), "ward-program-"));
  readonly config = join(this.root, "config");
  readonly state = join(this.root, "state");
  readonly bin = join(this.root, "bin");
  readonly work = join(this.root, "work");

  constructor(t: TestContext) {
    for (const directory of [this.config, this.bin, this.work])
      mkdirSync(directory, { mode: 0o700 });
    this.program("marker", MARKER);
    this.file("config/config.kdl", `search-path "${this.bin}" "/usr/bin" "/bin"\n`);
    t.after(() => rmSync(this.root, { recursive: true, force: true }));
  }

  /** Writes a file below the place, readable by the user alone; directories on the way are made. */
  file(path: string, text: string | Uint8Array): string {
    const file = join(this.root, path);
    mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  }

  /** Writes an executable onto the search path. */
  program(name: string, text: string): void {
    const file = this.file(`bin/${name}`, text);
    chmodSync(file, 0o755);
  }

  guardfile(name: string, text: string): string {
    return this.file(`config/${name}.kdl`, text);
  }

  environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    const { PATH = "/usr/bin:/bin" } = process.env;
    return { PATH, WARD_CONFIG_DIR: this.config, WARD_STATE_DIR: this.state, ...more };
  }

  spawn(
    program: string,
    args: readonly string[],
    options: CallOptions = {},
  ): SpawnSyncReturns<Buffer> {
    const { cwd = this.work, env = {}, input = "" } = options;
    const argv = [options.as ?? resolve("dist", `${program}.js`), ...args];
    return spawnSync(process.execPath, argv, { cwd, env: this.environment(env), input });
  }

  call(program: string, args: readonly string[], options: CallOptions = {}): Ended {
    const { status, stdout, stderr } = this.spawn(program, args, options);
    return { exit: status, stdout: stdout.toString(), stderr: stderr.toString() };
  }

  ward(...args: readonly string[]): Ended {
    return this.call("ward", args);
  }

  wardctl(...args: readonly string[]): Ended {
    return this.call("wardctl", args);
  }

  /** What the marker was called with, one line a run; empty where it never ran. */
  ran(): string[] {
    const file = join(this.root, "ran");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  }

  rows(): Row[] {
    const file = join(this.state, "audit/current.jsonl");
    if (!existsSync(file)) return [];
    return readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Row);
  }
}

/** The fields of a row that a test compares. */
export function pick(row: Row | undefined, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row?.[name]]));
}
