// What is known about a binary: how it reads its options, and what each flag means to it.

import type { OptionStyle } from "./policy.ts";

/**
 * `attached` is an optional value that counts only when it is attached (`-O<cmd>`, `--color=when`).
 * `unknown` is a flag whose name is known and whose arity is not, or only from a manual that nobody ran: read it the careful way.
 */
export type Arity = "none" | "required" | "attached" | "unknown";

export interface FlagFact {
  /** All exact names, dashes included: `["-n", "--no-verify"]`; `-#` stands for a dash and digits. */
  readonly names: readonly string[];
  readonly arity: Arity;
  /** The value is free text, never read again as flags. */
  readonly isText?: boolean;
  /** Whether it takes the next token as its value even when that starts with `-`; stated where the style would have it otherwise. */
  readonly swallows?: boolean;
  /** The value names a file from which the binary reads more flags (`curl -K`). */
  readonly readsFlags?: boolean;
  /** Operand prefixes that mean this flag without a dash: `["+"]` for `--force` of git push. */
  readonly dashless?: readonly string[];
  /**
   * Other flags that come to the same, each way as the flags that must be given together (`["-d", "--force"]` for `-D`),
   * some only with a value (`["-d=recurse"]` for `-r`): who denies this flag denies these ways, who allows it does not.
   */
  readonly same?: readonly (readonly string[])[];
  /** The value is written right behind the name, which may be long: `-Xmx1g`, `-Wl,x`, `-javaagent:x`. */
  readonly isPrefix?: boolean;
  /** The value is a long flag without its dashes: `-W file=x` of awk. */
  readonly isUmbrella?: boolean;
}

export interface SubcommandFacts {
  /** Blank-separated words: `remote add`; empty for the binary itself. */
  readonly name: string;
  /** Other spellings of the whole name: `["remote rm"]` of `remote remove`. */
  readonly aliases: readonly string[];
  readonly flags: readonly FlagFact[];
  /** Overrides the binary's style. */
  readonly style?: OptionStyle;
  /** Whether `flags` is the whole list, so that an unlisted name is known not to exist. */
  readonly isComplete?: boolean;
  /** What follows `--` is another program's command line. */
  readonly hasInnerCommand?: boolean;
  /** From this operand on (from 0) the words are another program's command line: 0 for `env`, 1 for `docker exec`. */
  readonly innerOperand?: number;
  /** Hands the words of that inner command, joined, to another shell: `adb shell`. */
  readonly joinsForShell?: boolean;
}

/** Plain data: it survives JSON unchanged. */
export interface BinaryFacts {
  readonly bin: string;
  /** Tool and version that the facts were taken from; single subcommands may differ. */
  readonly source?: string;
  /** Absent where nobody tried how it reads its options: the careful reading. */
  readonly style?: OptionStyle;
  /** Flags that may stand before the subcommand. */
  readonly globals: readonly FlagFact[];
  /** True where `globals` are read only before the subcommand (git, docker). */
  readonly areGlobalsFirst?: boolean;
  readonly subcommands: readonly SubcommandFacts[];
  /** Reads any unique beginning of a subcommand as that subcommand (npm, ip). */
  readonly abbreviatesSubcommands?: boolean;
  /** Operands read as a cluster of flags without a dash: the first (`tar xf`, `ar r`) or any (`ps aux`). */
  readonly bareCluster?: "first" | "any";
  /** Long names are the same in capitals (curl 7: `--OUTPUT`). */
  readonly ignoresCase?: boolean;
  /** Hands its words, joined, to another shell: ssh, watch. */
  readonly joinsForShell?: boolean;
  /** Prefixes of operands that are read as files of more arguments: `@`. */
  readonly responseFiles?: readonly string[];
  /** `+flag` is `--flag`, as Perl's Getopt::Long has it. */
  readonly readsPlus?: boolean;
  /** Beginnings of long names that stand for others, the first that fits: `--` for `-f` of gcc. */
  readonly rewrites?: readonly (readonly [from: string, to: string])[];
  /** Only which names are one flag is known, from the tool's own help: all else is as for a binary that nobody knows. */
  readonly isNamesOnly?: boolean;
  /** Variables that choose the binary's target or credentials: worth a line when dropped. */
  readonly targetVariables?: readonly string[];
  /** Variables (a trailing `*` is a glob) that make the binary run code or load configuration. */
  readonly codeVariables?: readonly string[];
}
