// A fresh clone, where nothing is installed yet: the build says what is missing and what to type.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

test("without its packages a build names them and `npm install`, and touches nothing", (t) => {
  const clone = realpathSync(mkdtempSync(join(tmpdir(), "ward-clone-")));
  t.after(() => rmSync(clone, { recursive: true, force: true }));
  cpSync("scripts", join(clone, "scripts"), { recursive: true });
  cpSync("package.json", join(clone, "package.json"));
  const built = (script: string) => {
    const argv = [join(clone, "scripts", script)];
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
    return { status, stdout, stderr };
  };
  const all =
    "commander, execa, kdljs, pino, re2js, shell-quote, @bgotink/kdl, esbuild, typescript";
  const said = (names: string) => ({
    status: 1,
    stdout: "",
    stderr: `ward can't be built yet: not installed here: ${names}\n  hint: run \`npm install\` first, in ${clone}/\n`,
  });
  assert.deepEqual(built("build.mjs"), said(all));
  assert.deepEqual(built("test.mjs"), said(all));
  // As `npm install --omit=dev` leaves it.
  for (const name of ["commander", "execa", "kdljs", "pino", "re2js", "shell-quote"]) {
    mkdirSync(join(clone, "node_modules", name), { recursive: true });
    writeFileSync(join(clone, "node_modules", name, "package.json"), "{}");
  }
  assert.deepEqual(built("build.mjs"), said("@bgotink/kdl, esbuild, typescript"));
});
