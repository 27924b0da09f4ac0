// Regenerates catalogue files from the tools that are installed: `npm run catalogue -- [--check] [--count] [BINARY…]`.
import { writeFileSync } from "node:fs";
import { gitFacts } from "./catalogue/git.mjs";
import { writeCatalogue } from "./catalogue/write.mjs";

const dir = new URL("../src/catalogue", import.meta.url).pathname;
const generators = { git: gitFacts };
for (const name of process.argv.slice(2)) {
  const facts = generators[name]();
  writeFileSync(`${dir}/${name}.kdl`, writeCatalogue(facts));
}
