// Runs an installed tool in a scratch directory and hands back what it printed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

const home = mkdtempSync(join(tmpdir(), "ward-catalogue-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));

/** Launchers that keep their tools below the real home directory. */
const installed = {
  RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
  PYENV_ROOT: process.env.PYENV_ROOT ?? join(homedir(), ".pyenv"),
};

/** A directory of this run alone, removed at its end. */
export const scratch = home;

/** Runs without a shell, input closed, at most 20 s; null where the tool isn't installed, else both outputs joined and the exit code. */
export function run(bin, args, extra = {}) {
  const child = spawnSync(bin, args, {
    cwd: scratch,
    encoding: "utf8",
    timeout: 20_000,
    maxBuffer: 1 << 26,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...{ PATH: process.env.PATH, HOME: home, LC_ALL: "C", COLUMNS: "500", TERM: "dumb" },
      ...{ PAGER: "cat", GIT_PAGER: "cat", EDITOR: "true", NO_COLOR: "1" },
      ...installed,
      ...extra,
    },
  });
  if (child.error?.code === "ENOENT") return null;
  return { text: `${child.stdout ?? ""}${child.stderr ?? ""}`, status: child.status };
}
