// A test → a user of its own with a home in a temporary directory, whom the built programs run as; root alone can make one.
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { TestContext } from "node:test";
import { openPane, type Pane } from "./terminal-room.ts";

let made = 0;

function must(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout.trim();
}

export class OwnUser {
  readonly root = mkdtempSync(join(tmpdir(), "ward-user-"));
  readonly home = join(this.root, "home");
  readonly config = join(this.home, ".config/ward");
  readonly work = join(this.root, "work");
  readonly uid: number;
  readonly gid: number;
  readonly #t: TestContext;

  constructor(t: TestContext) {
    this.#t = t;
    made += 1;
    const name = `wardtest${process.pid % 100_000}x${made}`;
    chmodSync(this.root, 0o755);
    must("useradd", "--no-create-home", "--home-dir", this.home, "--shell", "/bin/sh", name);
    t.after(() => {
      spawnSync("userdel", [name]);
      rmSync(this.root, { recursive: true, force: true });
    });
    this.uid = Number(must("id", "-u", name));
    this.gid = Number(must("id", "-g", name));
    for (const path of [this.home, this.work]) this.directory(path);
    this.file(join(this.root, "bin/marker"), '#!/bin/sh\necho "marker: $*"\n', 0o755);
    this.file(
      join(this.config, "config.kdl"),
      `search-path "${this.root}/bin" "/usr/bin" "/bin"\n`,
    );
  }

  directory(path: string): void {
    mkdirSync(path, { recursive: true, mode: 0o755 });
    for (let at = path; at.startsWith(`${this.root}/`); at = dirname(at)) {
      chownSync(at, this.uid, this.gid);
    }
  }

  /** Writes a file of the user's. */
  file(path: string, text: string, mode = 0o644): string {
    this.directory(dirname(path));
    writeFileSync(path, text, { mode });
    chownSync(path, this.uid, this.gid);
    return path;
  }

  #as(argv: readonly string[]): string[] {
    const ids = [`--reuid=${this.uid}`, `--regid=${this.gid}`, "--clear-groups"];
    return ["setpriv", ...ids, ...argv];
  }

  #argv(program: string, words: readonly string[]): string[] {
    return this.#as([process.execPath, resolve(`dist/${program}.js`), ...words]);
  }

  /** One command on pipes, as the user, with nothing but PATH and these variables. */
  call(
    program: string,
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): { exit: number | null; stdout: string; stderr: string } {
    const [command = "", ...args] = this.#argv(program, words);
    const options = { cwd: this.work, env: { PATH: process.env.PATH, ...env }, input: "" };
    const ended: SpawnSyncReturns<Buffer> = spawnSync(command, args, options);
    const { status, stdout, stderr } = ended;
    return { exit: status, stdout: stdout.toString(), stderr: stderr.toString() };
  }

  /** One command in a terminal, as the user. */
  terminal(
    program: string,
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Pane {
    return openPane(this.#t, this.#argv(program, words), { cwd: this.work, env });
  }

  /** A shell in a terminal, as the user, at home. */
  shell(argv: readonly string[], env: Readonly<Record<string, string>>): Pane {
    return openPane(this.#t, this.#as(argv), { cwd: this.home, env });
  }
}
