// `when <selector> matches <glob…>`: what must be so about a call's words.

import { whenReaders } from "../guard-readers.ts";
import type { NodeSpec } from "../reading.ts";

export const when: NodeSpec = {
  name: "when",
  args: "<selector> matches <glob…>",
  meaning: "Lets a call pass only where the selected words match; `*` is the only wildcard.",
  example: 'when arg0 matches "s3://open-*"',
  readers: whenReaders("require"),
};
