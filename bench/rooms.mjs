// src/ → the pure rooms as one bundled module, and the catalogue's facts from the build.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = new URL("../", import.meta.url).pathname;

const ENTRY = `
export { catalogueOf } from "./src/catalogue/load.ts";
export { decide } from "./src/engine/decide.ts";
export { matchWhole } from "./src/engine/patterns.ts";
export { plant } from "./src/engine/tree.ts";
export { parseGuardfile } from "./src/language/parse.ts";
`;

/** @returns the rooms' functions, and `facts` as `decide` takes them, reading the built catalogue */
export async function rooms() {
  const directory = mkdtempSync(join(tmpdir(), "ward-bench-rooms-"));
  const outfile = join(directory, "rooms.mjs");
  const banner =
    "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);";
  await build({
    stdin: { contents: ENTRY, resolveDir: root, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    outfile,
    banner: { js: banner },
    logLevel: "warning",
  });
  const loaded = await import(pathToFileURL(outfile).href);
  rmSync(directory, { recursive: true, force: true });
  return { ...loaded, readFacts };
}

/** One binary's packed facts, or null. */
function readFacts(name) {
  const file = `${root}dist/catalogue/${name}.txt`;
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
