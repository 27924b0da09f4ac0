// `options <style>`: how the binary reads its options.

import type { OptionStyle } from "../../model/policy.ts";
import { choice, once } from "../arguments.ts";
import type { NodeSpec } from "../reading.ts";

const STYLES = [
  "git",
  "gnu",
  "gnu-first",
  "posix",
  "go",
  "pflag",
  "clap",
  "argparse",
  "nopt",
  "yargs",
  "longonly",
  "mysql",
  "find",
  "none",
] as const satisfies readonly OptionStyle[];

export const options: NodeSpec = {
  name: "options",
  args: STYLES.join("|"),
  meaning: "Says how the binary reads its options, where ward does not know it.",
  example: "options pflag",
  readers: {
    exec(node, draft, reading) {
      const said = choice(node, reading, STYLES);
      if (said !== null) draft.options = once<OptionStyle>(reading, draft.options, node, said);
    },
  },
};
