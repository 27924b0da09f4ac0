// Grafts the leaves of a policy onto a commander program: each command under it is decided, recorded and run by ward.
import { Command } from "commander";
import type { TreeNode } from "../engine/tree.ts";
import { findNotUtf8 } from "../host/raw-argv.ts";
import { answerCall } from "./answer-call.ts";
import type { Machine } from "./machine.ts";
import type { Policy } from "./policy.ts";

/** Takes every word behind it as it stands: `--`, `--help` and unknown flags belong to the leaf's own program. */
class GuardedCommand extends Command {
  override parseOptions(words: string[]) {
    return { operands: [...words], unknown: [] };
  }
}

function aboutNode({ wrap, mounted }: TreeNode): string {
  return mounted?.leaf.describe ?? wrap?.describe ?? "";
}

function graft(
  parent: Command,
  node: TreeNode,
  path: readonly string[],
  answer: (words: readonly string[]) => Promise<void>,
): void {
  for (const [word, child] of node.children) {
    const words = [...path, word];
    const command = new GuardedCommand(word)
      .description(aboutNode(child))
      .argument("[args...]")
      .helpOption(false)
      .helpCommand(false);
    command.action(() => answer([...words, ...command.args]));
    graft(command, child, words, answer);
    parent.addCommand(command);
  }
}

/** The words of this process whose bytes were not UTF-8; by value, since a program may have taken some of them away. */
function notUtf8Among(words: readonly string[]): number[] {
  const typed = process.argv.slice(2);
  const lost = new Set(findNotUtf8(typed).map((index) => typed[index]));
  return [...words.keys()].filter((index) => lost.has(words[index]));
}

/**
 * Adds one command for every word of the policy under the program's own name, which is the root word.
 * A call sets `process.exitCode`; what keeps it off the record rejects `parseAsync` with a WardFault.
 * @param program options of its own must stand before the grafted words
 * @param policy from `policyOf`
 * @param host from `openHost`
 * @returns the program
 * @throws Error where the policy has no wrap under the program's name, or a command of that name is there already
 */
export function mount(program: Command, policy: Policy, host: Machine): Command {
  const root = policy.tree.root.children.get(program.name());
  if (root === undefined) throw new Error(`the policy has no wrap of \`${program.name()}\``);
  graft(program.enablePositionalOptions(), root, [program.name()], async (words) => {
    const call = { words, notUtf8: notUtf8Among(words) };
    process.exitCode = (await answerCall(call, policy, host)).exitCode;
  });
  return program;
}
