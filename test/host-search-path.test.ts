// Directories of a terminal's PATH that lie in repositories: a tool's own home may stay, a project may not.
import assert from "node:assert/strict";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readAccount } from "../src/host/account.ts";
import { chooseSearchPath } from "../src/host/search-path.ts";
import { ownDirectory } from "./host-place.ts";

test("a version manager's clone is kept; work, what a Guardfile claims and what surrounds the terminal are not", (t) => {
  const home = realpathSync(ownDirectory(t));
  const account = { ...readAccount(), home } as NonNullable<ReturnType<typeof readAccount>>;
  const repository = (name: string, ...more: readonly string[]) => {
    for (const one of [".git", "bin", ...more])
      mkdirSync(join(home, name, one), { recursive: true });
    return join(home, name, "bin");
  };
  const pyenv = repository(".pyenv", "plugins/x/bin");
  const nested = join(home, ".pyenv/plugins/x/bin");
  const tools = repository(".local/share/tool");
  const claimed = repository(".claimed");
  writeFileSync(join(home, ".claimed/Guardfile"), "");
  const work = repository("src/app");
  const dots = repository("..odd");
  symlinkSync(join(home, "src"), join(home, ".link"));
  const linked = join(home, ".link/app/bin");
  const path = [pyenv, nested, tools, claimed, work, dots, linked].join(":");
  const kept = () => chooseSearchPath(path, [], account).kept;
  assert.deepEqual(kept(), [pyenv, nested, tools]);
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(nested);
  assert.deepEqual(kept(), [tools], "a person who works on it is inside a project");
});
