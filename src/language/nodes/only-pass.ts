// `only pass when …`: what must be so about every call of a wrap.

import { passReader } from "../guard-readers.ts";
import type { NodeSpec } from "../reading.ts";

export const onlyPass: NodeSpec = {
  name: "only pass",
  args: "when <selector> is|matches <glob…>",
  meaning:
    "Lets a call of the wrap pass only where the selected words, or a program's answer, match.",
  example: 'only pass when shell hostname is "*laptop*"',
  readers: { wrap: passReader("require") },
};
