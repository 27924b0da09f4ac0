// The packed package holds what is needed to run, to read and to import, and nothing else; it runs where it is unpacked.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { shippedNames } from "./shipped-policies.ts";

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** What each place of the package may hold; the order is that of the first match. */
const WANTED: readonly (readonly [RegExp, string])[] = [
  [/^(README|CHANGELOG)\.md$|^LICENSE$|^package\.json$/, "about"],
  [/^dist\/(ward|wardctl)\.js$|^dist\/index\.mjs$/, "programs and library"],
  [/^dist\/(types\/)?package\.json$/, "kinds of modules"],
  [/^dist\/ward\.program\.js(\.cache)?$|^dist\/packages\/\w+\.js$/, "parts of the programs"],
  [/^dist\/catalogue\/[\w.+-]+\.txt$/, "catalogue"],
  [/^dist\/catalogue\/hazards\/[\w.+-]+\.json$/, "hazards"],
  [/^dist\/shipped\/[\w-]+\.kdl(\.txt)?$/, "compiled policies"],
  [/^dist\/types\/.+\.d\.ts$/, "types"],
  [/^dist\/parts\/[\w-]+\.js(\.cache)?$/, "parts of ward"],
  [/^guardfiles\/[\w-]+\.kdl$/, "policies"],
  [/^docs\/.+\.(md|ts|json)$/, "docs"],
];

const pack = (...args: readonly string[]): Packed => {
  const argv = ["pack", "--json", "--ignore-scripts", ...args];
  const [packed] = JSON.parse(execFileSync("npm", argv, { encoding: "utf8", stdio: "pipe" }));
  return packed;
};

test("npm pack takes what is needed and nothing else", () => {
  const paths = pack("--dry-run").files.map(({ path }) => path);
  const kindOf = (path: string) => WANTED.find(([pattern]) => pattern.test(path))?.[1] ?? null;
  assert.deepEqual(
    paths.filter((path) => kindOf(path) === null),
    [],
  );
  assert.deepEqual([...new Set(paths.map(kindOf))].sort(), WANTED.map(([, kind]) => kind).sort());
  assert.deepEqual(
    paths.filter((path) => kindOf(path) === "policies").sort(),
    shippedNames.map((name) => `guardfiles/${name}.kdl`),
  );
  assert.deepEqual(paths.filter((path) => kindOf(path) === "programs and library").sort(), [
    "dist/index.mjs",
    "dist/ward.js",
    "dist/wardctl.js",
  ]);
});

test("the programs run from the unpacked package alone", (t) => {
  const directory = mkdtempSync(join(tmpdir(), "ward-package-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const { filename } = pack("--pack-destination", directory);
  execFileSync("tar", ["xzf", filename], { cwd: directory });
  const env = {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    WARD_CONFIG_DIR: join(directory, "config"),
    WARD_STATE_DIR: join(directory, "state"),
  };
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(process.execPath, [join(directory, "package/dist", `${program}.js`), ...args], {
      cwd: directory,
      env,
      encoding: "utf8",
    });
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  assert.equal(run("ward", "--version"), `ward ${version}\n`);
  assert.match(run("ward", "git", "--version"), /^git version /);
  assert.match(run("wardctl", "--help"), /^Usage: wardctl /);
});
