// `allow <name…>`: each named program as a whole-binary leaf of its own.

import { hasCount, hasNoBlock, texts } from "../arguments.ts";
import type { NodeSpec } from "../reading.ts";
import { quote } from "../sentence.ts";

function nameProblem(name: string): string | null {
  if (name === "") return "a name can't be empty";
  if (name.includes("/")) return `${quote(name)} is a path, and only bare names are listed`;
  if (/^[A-Za-z0-9._+][A-Za-z0-9._+-]*$/.test(name) && !/^\.+$/.test(name)) return null;
  return `${quote(name)} is no bare name: letters, digits and . _ + - without a leading dash`;
}

export const allow: NodeSpec = {
  name: "allow",
  args: "<name…>",
  meaning: "Grants each of these programs whole, as a leaf of its own.",
  example: "allow ls cat stat",
  readers: {
    wrap(node, draft, reading) {
      hasNoBlock(node, reading);
      hasCount(node, reading, { min: 1, max: Number.POSITIVE_INFINITY, what: "name" });
      for (const { text: name, argument } of texts(node)) {
        const problem = nameProblem(name);
        if (problem) reading.report.error("bad-name", argument.span, `"allow": ${problem}`);
        const before = draft.allowed.get(name);
        if (before) {
          reading.report.error("said-twice", argument.span, `"allow" lists ${quote(name)} twice`, {
            hint: "keep one of the two",
            related: reading.report.related(before.argument.span, "first listed here"),
          });
        } else draft.allowed.set(name, { name, node, argument });
      }
    },
  },
};
