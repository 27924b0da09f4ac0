// Turns src/ into dist/: one bundled file a program, the library, and its types.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { requirePackages } from "./require-packages.mjs";

const root = new URL("../", import.meta.url);
const at = (path) => new URL(path, root).pathname;
requirePackages(at);
// All of these need a package: they are imported once it is known to be there.
const { build } = await import("esbuild");
const { buildCatalogue } = await import("./catalogue/build.mjs");
const { buildCodeCache } = await import("./code-cache.mjs");
const { buildHazards } = await import("./hazards/build.mjs");
const { buildPrograms } = await import("./programs.mjs");
const { buildShipped } = await import("./shipped.mjs");

const { version } = JSON.parse(await readFile(at("package.json"), "utf8"));

/** Of every source file, name and text, in the order of their names. */
async function hashSources(directory) {
  const names = (await readdir(directory, { recursive: true })).filter((name) =>
    /\.(ts|kdl)$/.test(name),
  );
  const hash = createHash("sha256");
  for (const name of names.sort())
    hash.update(`${name}\0`).update(await readFile(`${directory}/${name}`));
  return hash.digest("hex").slice(0, 16);
}

await rm(at("dist"), { recursive: true, force: true });
await mkdir(at("dist"), { recursive: true });
const shipped = await buildShipped(at("."), at("dist/shipped"));
const define = {
  WARD_VERSION: JSON.stringify(version),
  WARD_BUILD: JSON.stringify(await hashSources(at("src"))),
  WARD_FACTS: '"./catalogue/"',
  WARD_SHIPPED: JSON.stringify(shipped),
};
await buildPrograms(at, define);
await build({
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  logLevel: "warning",
  define,
  entryPoints: { index: at("src/index.ts") },
  outdir: at("dist"),
  outExtension: { ".js": ".mjs" },
  packages: "external",
});
buildCatalogue(at("src/catalogue"), at("dist/catalogue"));
buildHazards(at("src/catalogue/hazards"), at("dist/catalogue/hazards"));
for (const name of ["ward", "wardctl"]) {
  const file = at(`dist/${name}.js`);
  const text = await readFile(file, "utf8");
  if (!text.startsWith("#!")) await writeFile(file, `#!/usr/bin/env node\n${text}`);
  await chmod(file, 0o755);
}
buildCodeCache(at);
const types = spawnSync(
  process.execPath,
  [at("node_modules/typescript/bin/tsc"), "-p", at("scripts/types.tsconfig.json")],
  { stdio: "inherit" },
);
process.exitCode = types.status ?? 1;
