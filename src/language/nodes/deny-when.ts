// `deny-when <selector> matches <glob…>`: what must not be so about a call's words.

import { whenReaders } from "../guard-readers.ts";
import type { NodeSpec } from "../reading.ts";

export const denyWhen: NodeSpec = {
  name: "deny-when",
  args: "<selector> matches <glob…>",
  meaning: "Refuses a call where one of the selected words matches.",
  example: 'deny-when any-arg matches "*.env"',
  readers: whenReaders("refuse"),
};
