// A leaf and the caller's tokens → exactly what would be spawned: nothing dropped, added or reordered.

import type { Invocation } from "../model/decision.ts";
import type { Leaf, Rule } from "../model/policy.ts";
import { baseName } from "./base-name.ts";
import { judgeSize } from "./metacharacters.ts";
import { judgeSsh } from "./ssh.ts";
import { encodeInvocation } from "./transport.ts";
import { code, type Trouble } from "./trouble.ts";

/** @returns the words behind the prefix that the leaf fixes */
export function ownWords(leaf: Leaf): readonly string[] {
  return leaf.argv ?? (leaf.isWholeBinary ? [] : leaf.words);
}

/** ssh reads options wherever they stand, so a caller's token that it would read as one needs an `allow-flag`. */
export function judgeTransport(leaf: Leaf, caller: readonly string[]): Trouble | null {
  if (baseName(leaf.exec.bin) !== "ssh") return null;
  const fixed = [...leaf.exec.prefix, ...ownWords(leaf)];
  const allowed = leaf.allowFlags.map(({ flag }) => flag);
  const trouble = judgeSsh(fixed, caller, allowed);
  if (!trouble) return null;
  const rule: Rule = leaf.allowFlags[0]?.rule ?? leaf.rule;
  return { reason: "flag-not-allowed", rule, ...trouble };
}

/**
 * @param envSet variables that the policy sets, with their values as far as they are known
 * @returns the invocation, or why a remote shell could not be handed these words
 */
export function assemble(
  leaf: Leaf,
  caller: readonly string[],
  envSet: Readonly<Record<string, string>>,
): { readonly exec: Invocation } | { readonly trouble: Trouble } {
  const { bin, prefix, remote, environment } = leaf.exec;
  const words = ownWords(leaf);
  if (remote === "none") {
    const argv = [baseName(bin), ...prefix, ...words, ...caller];
    return { exec: { bin, argv, remoteWords: null, envSet, environment } };
  }
  const encoded = encodeInvocation({ bin: baseName(bin), prefix, words, caller });
  if (!encoded.ok) {
    const message = `${code(encoded.token)} cannot be handed to the remote shell: ${encoded.problem}`;
    return { trouble: { reason: "metachar", rule: leaf.exec.rule, message, remedy: null } };
  }
  const tooLong = judgeSize(encoded.argv);
  if (tooLong) return { trouble: { ...tooLong, rule: leaf.exec.rule } };
  const { argv, remoteWords } = encoded;
  return { exec: { bin, argv, remoteWords, envSet, environment } };
}
