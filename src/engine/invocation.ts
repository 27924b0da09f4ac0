// A leaf and the caller's tokens → exactly what would be spawned: nothing dropped, added or reordered.

import type { Invocation } from "../model/decision.ts";
import type { Bounds, Leaf } from "../model/policy.ts";
import { baseName } from "./base-name.ts";
import { judgeSize } from "./metacharacters.ts";
import type { SshOffence } from "./ssh.ts";
import { encodeInvocation, judgeInvocation } from "./transport.ts";
import { code, type Trouble } from "./trouble.ts";

/** @returns the words behind the prefix that the leaf fixes */
export function ownWords(leaf: Leaf): readonly string[] {
  return leaf.argv ?? (leaf.isWholeBinary ? [] : leaf.words);
}

/** ssh reads options wherever they stand, so a caller's token that it would read as one needs an `allow-flag`. */
export function judgeTransport(leaf: Leaf, caller: readonly string[]): Trouble | null {
  const { bin, prefix } = leaf.exec;
  const call = { bin, prefix, words: ownWords(leaf), caller };
  const offence = judgeInvocation(
    call,
    leaf.allowFlags.map(({ flag }) => flag),
  );
  if (!offence) return null;
  const rule = leaf.allowFlags[0]?.rule ?? leaf.rule;
  return { reason: "flag-not-allowed", rule, message: offence.message, remedy: remedyFor(offence) };
}

function remedyFor({ letter }: SshOffence): string | null {
  if (letter === null) return null;
  return `${code(`exec ssh; can run "*" { allow-flag "-${letter}" }`)} in the policy would let a caller give it`;
}

/**
 * @param envSet variables that the policy sets, with their values as far as they are known
 * @param said the bounds of the run; undefined for none
 * @returns the invocation, or why a remote shell could not be handed these words
 */
export function assemble(
  leaf: Leaf,
  caller: readonly string[],
  envSet: Readonly<Record<string, string>>,
  said: Bounds | undefined,
): { readonly exec: Invocation } | { readonly trouble: Trouble } {
  const { bin, prefix, remote, environment } = leaf.exec;
  const words = ownWords(leaf);
  const name = baseName(bin);
  const bounds = said === undefined ? {} : { bounds: said };
  if (remote === "none") {
    const argv = [name, ...prefix, ...words, ...caller];
    return { exec: { bin, argv, remoteWords: null, envSet, environment, ...bounds } };
  }
  const encoded = encodeInvocation({ bin, prefix, words, caller });
  const { rule } = leaf.exec;
  if (!encoded.ok) {
    const { reason, message } = encoded;
    return { trouble: { reason, rule, message, remedy: null } };
  }
  const tooLong = judgeSize(encoded.argv);
  if (tooLong) return { trouble: { ...tooLong, rule } };
  const { argv, remoteWords } = encoded;
  return { exec: { bin, argv: [name, ...argv], remoteWords, envSet, environment, ...bounds } };
}
