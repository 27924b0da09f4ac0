// Adds to the refusal of a call that nothing grants what the policy says of those words, or the word that was meant.
import { findGroup } from "../engine/group.ts";
import type { LeafTree, TreeNode } from "../engine/tree.ts";
import { nearSpelling } from "../language/nearest.ts";
import type { Call, Denial } from "../model/decision.ts";
import type { Wrap } from "../model/policy.ts";

/**
 * @param denial for want of a leaf
 * @returns the same with a remedy, where a `never` gives its reason or a granted word is near to the one that was typed
 */
export function withSuggestion({ root }: LeafTree, { words }: Call, denial: Denial): Denial {
  if (denial.remedy !== null) return denial;
  const whole = withoutRoot(root, words);
  const remedy = whole === null ? helpAlong(root, words) : `did you mean \`${whole}\`?`;
  return remedy === null ? denial : { ...denial, remedy };
}

const HELP = ["help", "--help", "-h"];

/**
 * @param denial any
 * @returns the same with the way to ward's own help, where the word that is refused asks for help
 */
export function withHelp(tree: LeafTree, { words }: Call, denial: Denial): Denial {
  const at = words.findIndex((word) => HELP.includes(word));
  if (at < 0 || !denial.message.startsWith(`\`${words[at]}\``)) return denial;
  const asked = words[at] === "help" ? [...words.slice(0, at), ...words.slice(at + 1)] : words;
  const help = `\`${groupOf(tree, asked).join(" ")} --help\` shows what is granted`;
  return { ...denial, remedy: denial.remedy === null ? help : `${denial.remedy}; ${help}` };
}

/** The deepest group that the first words name. */
function groupOf(tree: LeafTree, words: readonly string[]): readonly string[] {
  let length = words.length;
  while (length > 1 && findGroup(tree, words.slice(0, length)) === null) length -= 1;
  return words.slice(0, length);
}

/** Walks the words that the tree has; the first that it does not have is the one to help with. */
function helpAlong(root: TreeNode, words: readonly string[]): string | null {
  let node = root;
  let reason: string | null = null;
  for (const [index, word] of words.entries()) {
    reason ??= node.wrap === null ? null : reasonOfNever(node.wrap, words.slice(index));
    const next = node.children.get(word);
    if (next !== undefined) {
      node = next;
      continue;
    }
    const isGuessable = reason === null && !isLetters(word);
    const meant = isGuessable ? nearSpelling(word, [...node.children.keys()]) : null;
    if (meant === null) return reason;
    return `did you mean \`${[...words.slice(0, index), meant].join(" ")}\`?`;
  }
  return reason;
}

/** Another letter is another flag, and no slip of the same: `-xf` was not meant as `-tf`. */
function isLetters(word: string): boolean {
  return word.startsWith("-") && word.length <= 4 && !word.startsWith("--");
}

/** Why the wrap never runs what these words begin with; null where it says nothing of them. */
function reasonOfNever({ nevers }: Wrap, words: readonly string[]): string | null {
  const met = nevers.find((never) => never.words.every((word, at) => words[at] === word));
  return met?.describe ?? null;
}

/** The call with the program in front of it, where the first word is one of its groups. */
function withoutRoot(root: LeafTree["root"], words: readonly string[]): string | null {
  const [first = ""] = words;
  if (root.children.has(first)) return null;
  const found = [...root.children].find(([, node]) => node.children.has(first));
  return found === undefined ? null : [found[0], ...words].join(" ");
}
