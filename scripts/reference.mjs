// Writes the pages that are made from the program's own lists: the nodes of a Guardfile, the lint rules.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = new URL("../", import.meta.url).pathname;
const directory = await mkdtemp(join(tmpdir(), "ward-reference-"));

/** The project's own renderers, as one module. */
async function renderers() {
  const outfile = join(directory, "reference.mjs");
  const contents = [
    'export { renderReference } from "./src/language/reference.ts";',
    'export { lintPage, lintPages } from "./src/lint/page.ts";',
    'export { RULES } from "./src/lint/rules.ts";',
  ].join("\n");
  const stdin = { contents, resolveDir: root, loader: "ts" };
  const banner = {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  };
  await build({ stdin, outfile, bundle: true, platform: "node", format: "esm", banner });
  return import(pathToFileURL(outfile).href);
}

try {
  const { renderReference, lintPage, lintPages, RULES } = await renderers();
  await writeFile(`${root}docs/guardfile-reference.md`, renderReference());
  await mkdir(`${root}docs/lint`, { recursive: true });
  await writeFile(`${root}docs/lint/README.md`, lintPages(RULES));
  for (const rule of RULES) {
    const read = (name) => readFile(`${root}test/cases/lint/${rule.name}/${name}.kdl`, "utf8");
    const page = lintPage(rule, await read("bad"), await read("good"));
    await writeFile(`${root}docs/lint/${rule.name}.md`, page);
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
