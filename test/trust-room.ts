// A place for the built programs, with a project in it: calls on pipes, calls on a terminal, and what is on record.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TestContext } from "node:test";
import { type Ended, Place } from "./program-place.ts";
import { openPane, type Pane } from "./terminal-room.ts";

export const SIMPLE = "wrap ward app { exec marker; can run one; can run two }\n";

interface Recorded {
  readonly decision: string;
  readonly digest: string;
  readonly fileSha256: string;
  readonly [field: string]: unknown;
}

export class TrustRoom extends Place {
  readonly #t: TestContext;
  /** The project's Guardfile. */
  readonly guardfilePath = join(this.work, "Guardfile");
  readonly store = join(this.config, "trust.json");

  constructor(t: TestContext, guardfile: string = SIMPLE) {
    super(t);
    this.#t = t;
    this.project(guardfile);
  }

  /** Writes the project's Guardfile. */
  project(text: string): void {
    this.file("work/Guardfile", text);
  }

  /** Approves what the project has now, as a person with the digest would. */
  approve(path: string = this.guardfilePath): void {
    const [state] = JSON.parse(this.wardctl("trust", "status", path, "--json").stdout);
    const pins = state.pinsDigest === null ? [] : ["--pins", state.pinsDigest];
    const ended = this.wardctl("trust", "allow", path, "--digest", state.digest, ...pins);
    if (ended.exit !== 0) throw new Error(`not approved: ${ended.stderr}`);
  }

  /** One call without a terminal. */
  run(
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
    cwd = this.work,
  ): Ended {
    return this.call("ward", words, { env, cwd });
  }

  /** One command in a terminal of its own. */
  terminal(
    program: string,
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
    cwd = this.work,
  ): Pane {
    const argv = [process.execPath, resolve(`dist/${program}.js`), ...words];
    return openPane(this.#t, argv, { cwd, env: this.environment(env) });
  }

  records(): Record<string, Recorded> {
    if (!existsSync(this.store)) return {};
    return JSON.parse(readFileSync(this.store, "utf8")).records;
  }

  decision(path: string = this.guardfilePath): string | null {
    return this.records()[path]?.decision ?? null;
  }
}
