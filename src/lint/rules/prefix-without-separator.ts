// A command that runs others elsewhere among the fixed words, without the `--` that ends its own options.

import { ownWords } from "../../engine/invocation.ts";
import { operandsOf } from "../../engine/reader.ts";
import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import type { LintRule } from "../rule.ts";

const NAME = "prefix-without-separator";
const RUNNERS: ReadonlySet<string> = new Set(["kubectl", "oc", "docker", "podman", "nerdctl"]);
const VERBS: ReadonlySet<string> = new Set(["exec", "run", "debug"]);

/** Where one of these runs another program, and the words stop short of a separator. */
function isUnseparated({ leaf }: LintedLeaf): boolean {
  const words = [leaf.exec.bin.split("/").at(-1) ?? "", ...leaf.exec.prefix, ...ownWords(leaf)];
  const runner = words.findIndex((word) => RUNNERS.has(word));
  if (leaf.isSealed || runner < 0) return false;
  const behind = words.slice(runner + 1);
  const verb = behind.findIndex((word) => VERBS.has(word));
  if (verb < 0 || behind.includes("--")) return false;
  const isKubectl = words[runner] === "kubectl" || words[runner] === "oc";
  const operands = operandsOf(behind.slice(verb + 1), null);
  // docker stops reading options at the container; kubectl goes on.
  return isKubectl ? operands.length > 1 : operands.length < 1;
}

export const prefixWithoutSeparator: LintRule = {
  name: NAME,
  summary: "kubectl or docker exec among the fixed words, without `--` before what it runs.",
  why: `\`kubectl exec pod tool\` reads options behind the tool's name as its own: the caller's \`-c\` chooses another container, \`--kubeconfig\`
another cluster. Behind \`--\` every word is the tool's. docker stops by itself, but only behind the container's name.

Put \`"--"\` into the prefix. Say \`lint-allow prefix-without-separator\` where the caller's options are meant for the outer program.`,
  find: (subject) =>
    subject.leaves.filter(isUnseparated).map((linted) =>
      remark(subject, {
        ...{
          rule: NAME,
          severity: "warning",
          at: linted.leaf.exec.rule,
          linted,
          effect: "identity",
        },
        message: `\`${linted.call.join(" ")}\` runs a program elsewhere, and the outer one still reads the caller's options`,
        fix: 'put `"--"` into the fixed words, in front of the program that is run',
      }),
    ),
};
