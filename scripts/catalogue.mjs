// Regenerates catalogue files from the tools that are installed: `npm run catalogue -- [--check] [--count] [BINARY…]`.
import { writeFileSync } from "node:fs";
import { argparseFacts, argparseTools } from "./catalogue/argparse.mjs";
import { awsFacts } from "./catalogue/aws.mjs";
import { cargoFacts, fdFacts, rgFacts } from "./catalogue/clap.mjs";
import { cobraFacts, cobraTools } from "./catalogue/cobra.mjs";
import { getoptFacts, getoptTools } from "./catalogue/getopt.mjs";
import { gitFacts } from "./catalogue/git.mjs";
import { goFacts, terraformFacts } from "./catalogue/go.mjs";
import { npmFacts } from "./catalogue/npm.mjs";
import { curlFacts, gawkFacts, pipFacts, rsyncFacts } from "./catalogue/single.mjs";
import { writeCatalogue } from "./catalogue/write.mjs";

const dir = new URL("../src/catalogue", import.meta.url).pathname;
const generators = {
  git: gitFacts,
  aws: awsFacts,
  npm: npmFacts,
  cargo: cargoFacts,
  fd: fdFacts,
  rg: rgFacts,
  curl: curlFacts,
  go: goFacts,
  terraform: terraformFacts,
  gawk: gawkFacts,
  pip: pipFacts,
  rsync: rsyncFacts,
  ...Object.fromEntries(argparseTools.map((bin) => [bin, () => argparseFacts(bin)])),
  ...Object.fromEntries(cobraTools.map((tool) => [tool.bin, () => cobraFacts(tool)])),
  ...Object.fromEntries(getoptTools.map((tool) => [tool.bin, () => getoptFacts(tool)])),
};
const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : Object.keys(generators)) {
  const facts = generators[name]();
  if (facts === null) console.error(`${name}: not installed`);
  else writeFileSync(`${dir}/${name}.kdl`, writeCatalogue(facts));
}
