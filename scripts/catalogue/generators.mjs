// The list of binaries whose facts come from the tool itself, each with what makes them; null where the tool isn't installed.
import { argparseFacts, argparseTools } from "./argparse.mjs";
import { awsFacts } from "./aws.mjs";
import { cargoFacts, fdFacts, rgFacts } from "./clap.mjs";
import { cobraFacts, cobraTools } from "./cobra.mjs";
import { getoptFacts, getoptTools } from "./getopt.mjs";
import { gitFacts } from "./git.mjs";
import { goFacts, terraformFacts } from "./go.mjs";
import { npmFacts } from "./npm.mjs";
import { curlFacts, gawkFacts, pipFacts, rsyncFacts } from "./single.mjs";

/** binary → its generator; some take the commands to look at, all of them where none is named. */
export const generators = {
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
