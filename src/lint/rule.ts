// What one lint rule is: its name, its page, and how it finds what it speaks of.

import type { Finding } from "../model/finding.ts";
import type { Guardfile } from "../model/policy.ts";
import type { Knowledge, LintedLeaf } from "./linted-leaf.ts";

/** What only the machine can tell; every answer may be unknown. */
export interface World {
  /** Where the binary would be found: a path, null for nowhere, undefined where nobody looked. */
  find(bin: string): string | null | undefined;
  /** Who else may write the file or a directory above it, in words; null where nobody may. */
  writer(path: string): string | null;
  /** The account's own ssh configuration; null where there is none. */
  readonly sshConfig: string | null;
}

export const NO_WORLD: World = { find: () => undefined, writer: () => null, sshConfig: null };

/** One Guardfile and everything that is known around it. */
export interface Subject {
  readonly guardfile: Guardfile;
  /** The text that spans and offsets are about. */
  readonly text: string;
  readonly leaves: readonly LintedLeaf[];
  readonly knowledge: Knowledge;
  readonly world: World;
}

export interface LintRule {
  readonly name: string;
  /** One sentence for lists. */
  readonly summary: string;
  /** Prose of its page: why, and when a `lint-allow` is right; the examples are its cases. */
  readonly why: string;
  find(subject: Subject): readonly Finding[];
}
