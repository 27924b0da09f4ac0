// Writes the pages that are made from the program's own lists: the nodes of a Guardfile, the verbs of wardctl, the lint rules, the shipped policies.
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
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
    'export { renderVerbs } from "./src/render/verb-page.ts";',
    'export { verbTexts } from "./src/surfaces/verb-texts.ts";',
  ].join("\n");
  const stdin = { contents, resolveDir: root, loader: "ts" };
  const banner = {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  };
  // No page says which version or build made it.
  const define = { WARD_VERSION: '""', WARD_BUILD: '""', WARD_FACTS: '""', WARD_SHIPPED: "{}" };
  await build({ stdin, outfile, bundle: true, platform: "node", format: "esm", banner, define });
  return import(pathToFileURL(outfile).href);
}

/** The shipped policies' pages, as `wardctl docs` writes those of any other. */
async function policies() {
  await mkdir(`${root}docs/policies`, { recursive: true });
  const files = (await readdir(`${root}guardfiles`)).filter((file) => file.endsWith(".kdl"));
  for (const file of files) {
    const page = `docs/policies/${file.replace(/\.kdl$/, ".md")}`;
    const argv = ["dist/wardctl.js", "docs", "--output", page, `guardfiles/${file}`];
    const { status, stderr } = spawnSync(process.execPath, argv, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  }
}

try {
  await policies();
  const made = await renderers();
  const { renderReference, renderVerbs, verbTexts, lintPage, lintPages, RULES } = made;
  await writeFile(`${root}docs/guardfile-reference.md`, renderReference());
  await writeFile(`${root}docs/wardctl.md`, renderVerbs(verbTexts()));
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
