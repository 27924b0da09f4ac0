// Writes docs/guardfile-reference.md from the parser's own list of nodes.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = new URL("../", import.meta.url).pathname;
const directory = await mkdtemp(join(tmpdir(), "ward-reference-"));
try {
  const outfile = join(directory, "reference.mjs");
  await build({
    entryPoints: [`${root}src/language/reference.ts`],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "warning",
  });
  const { renderReference } = await import(pathToFileURL(outfile).href);
  await writeFile(`${root}docs/guardfile-reference.md`, renderReference());
} finally {
  await rm(directory, { recursive: true, force: true });
}
