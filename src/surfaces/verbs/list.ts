// wardctl list: every mounted leaf, what it really runs, its policy and where it comes from.
import type { Command } from "commander";
import { findGroup } from "../../engine/group.ts";
import type { LeafTree, Mounted } from "../../engine/tree.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { jsonPage } from "../../render/json.ts";
import { listedLeaf, renderLeaves } from "../../render/leaf-list.ts";
import { printable } from "../../render/printable.ts";
import { flawText } from "../overrule.ts";
import { readOwnMachine } from "../own-machine.ts";
import type { Policy } from "../policy.ts";
import { readPolicy } from "../read-policy.ts";
import { complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

function leavesOf(tree: LeafTree): readonly Mounted[] {
  return findGroup(tree, [])?.leaves ?? [];
}

function asJson(policy: Policy): unknown {
  return {
    leaves: leavesOf(policy.tree).map(listedLeaf),
    broken: policy.broken.map((read) => ({
      file: read.file,
      place: read.place,
      why: flawText(read),
    })),
    hidden: policy.hidden.map(({ wrap, file, by }) => ({ wrap: wrap.path, file, by: by.file })),
    unapproved: policy.unapproved.map(({ file }) => file),
  };
}

/** What is there and yet not in the list, for stderr. */
function missing({ broken, hidden, unapproved }: Policy): string[] {
  return [
    ...broken.map((read) => `${flawText(read)}; it gives nothing`),
    ...hidden.map(
      ({ wrap, file, by }) =>
        `${wrap.path.join(" ")} of ${file} is not served: ${by.file} comes first`,
    ),
    ...unapproved.map(({ file }) => `${file} is not approved and not mounted`),
  ];
}

export const list: Verb = {
  name: "list",
  summary: "show every mounted leaf, its real invocation, its policy and its source",
  example: "wardctl list --json",
  declare(command: Command) {
    command.option("--json", "print the leaves as JSON");
  },
  async run(command: Command) {
    const machine = await readOwnMachine();
    const policy = await readPolicy(machine);
    const { json } = command.opts<{ json?: true }>();
    const text = () => renderLeaves(leavesOf(policy.tree), machine.home);
    await print(json ? jsonPage(asJson(policy)) : text());
    for (const line of missing(policy)) complain(`wardctl: ${printable(line)}`);
    return EXIT.ok;
  },
};
