// Turns guardfiles/*.kdl into parsed policies beside the program, and into the index that is a part of it.
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/** The project's own parser and pattern check, as one module. */
async function loadLanguage(root) {
  const directory = await mkdtemp(join(tmpdir(), "ward-build-"));
  const outfile = join(directory, "language.mjs");
  const contents = [
    'export { parseGuardfile } from "./src/language/parse.ts";',
    'export { checkPattern } from "./src/engine/patterns.ts";',
    'export { readSurface } from "./src/engine/surface-digest.ts";',
    'export { packGuardfile } from "./src/engine/pack-policy.ts";',
    'export { treeBytes } from "./src/host/compiled.ts";',
  ].join("\n");
  const stdin = { contents, resolveDir: root, loader: "ts" };
  const banner = {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  };
  try {
    const define = { WARD_VERSION: '""', WARD_BUILD: '""' };
    await build({ stdin, outfile, bundle: true, platform: "node", format: "esm", banner, define });
    return await import(pathToFileURL(outfile));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

function complain({ file, span, message }) {
  return `${file}:${span.start.line}:${span.start.column}: ${message}`;
}

/**
 * Parses each shipped Guardfile once and for all: no call has to.
 * @param root the repository
 * @param to where `<name>` goes, its text, and `<name>.txt`, what it is compiled into
 * @returns file name → the wraps' paths and the SHA-256 of both files, for the program to hold
 * @throws Error where one of them is not valid
 */
export async function buildShipped(root, to) {
  const { parseGuardfile, checkPattern, readSurface, packGuardfile, treeBytes } =
    await loadLanguage(root);
  await mkdir(to, { recursive: true });
  const index = {};
  const names = (await readdir(join(root, "guardfiles"))).filter((name) => name.endsWith(".kdl"));
  for (const name of names.sort()) {
    const text = await readFile(join(root, "guardfiles", name), "utf8");
    const { guardfile, diagnostics } = parseGuardfile(`guardfiles/${name}`, text, { checkPattern });
    if (guardfile === null) throw new Error(diagnostics.map(complain).join("\n"));
    const surface = readSurface(guardfile, sha256);
    if (!surface.ok) throw new Error(`guardfiles/${name}: ${surface.problem}`);
    const tree = treeBytes({ digest: surface.digest, text: packGuardfile(guardfile) });
    await writeFile(join(to, `${name}.txt`), tree);
    await writeFile(join(to, name), text);
    const paths = guardfile.wraps.map(({ path }) => path);
    index[name] = { paths, sha256: sha256(tree), text: sha256(text) };
  }
  return index;
}
