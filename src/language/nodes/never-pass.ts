// `never pass …`: what no call of a wrap may hold.

import { passReader } from "../guard-readers.ts";
import type { NodeSpec } from "../reading.ts";

export const neverPass: NodeSpec = {
  name: "never pass",
  args: "<glob…>, or when <selector> is|matches <glob…>",
  meaning: "Refuses every call of the wrap that holds a matching word.",
  example: 'never pass "*.pem"',
  readers: { wrap: passReader("refuse") },
};
