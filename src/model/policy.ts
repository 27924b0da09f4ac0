// What a Guardfile says, as plain data: every sentence keeps the place that it was read from.

import type { Span } from "./diagnostic.ts";

/** The sentence that a decision rests on; `text` is the sentence as a person would write it on one line. */
export interface Rule {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** How a binary reads its options; the facts of each are in the spec's flags page. */
export type OptionStyle =
  | "git"
  | "gnu"
  | "gnu-first"
  | "posix"
  | "go"
  | "pflag"
  | "clap"
  | "argparse"
  | "nopt"
  | "yargs"
  | "longonly"
  | "mysql"
  | "find"
  | "none";

/** One flag named by a policy; `flag` starts with `-` or `+` and may be `-#` (a dash and digits). */
export interface FlagRule {
  readonly flag: string;
  readonly rule: Rule;
}

/** `source` is an RE2 pattern without delimiters; a positional must match one of a leaf's patterns whole. */
export interface PatternRule {
  readonly source: string;
  readonly rule: Rule;
}

export type Selector =
  | { readonly kind: "any-arg" }
  | { readonly kind: "positional"; readonly index: number }
  | { readonly kind: "flag"; readonly name: string }
  | { readonly kind: "shell"; readonly argv: readonly string[] };

/** `require` guards (`when`, `only pass`) need a match, `refuse` guards (`deny-when`, `never pass`) refuse on one. */
export interface Guard {
  readonly effect: "require" | "refuse";
  readonly selector: Selector;
  readonly globs: readonly string[];
  /** Why, where the sentence says so. */
  readonly describe?: string;
  readonly rule: Rule;
}

export type EnvSource =
  | { readonly kind: "literal"; readonly value: string }
  | { readonly kind: "provider"; readonly provider: string; readonly address: string };

export interface EnvRule {
  readonly name: string;
  readonly source: EnvSource;
  readonly rule: Rule;
}

/** Which inherited variables reach the child; entries are names or globs with `*`. */
export interface EnvironmentRule {
  readonly keep: readonly string[];
  readonly drop: readonly string[];
}

/** An example call in a Guardfile; `words` is the whole call, root word first. */
export interface Example {
  readonly expect: "allows" | "refuses";
  readonly words: readonly string[];
  readonly rule: Rule;
  readonly span: Span;
}

export interface LintAllow {
  readonly lintRule: string;
  readonly reason: string;
  readonly rule: Rule;
}

/** The fixed start of every invocation of a wrap. */
export interface Exec {
  /** A bare name or an absolute path. */
  readonly bin: string;
  readonly prefix: readonly string[];
  readonly env: readonly EnvRule[];
  readonly environment: EnvironmentRule;
  /** Whether a remote POSIX-like shell re-reads what follows the prefix. */
  readonly remote: "posix" | "none";
  readonly options: OptionStyle | null;
  readonly valueFlags: readonly FlagRule[];
  readonly textFlags: readonly FlagRule[];
  readonly rule: Rule;
}

/** What a confined child may see and touch; paths as the Guardfile writes them, relative ones to the working directory. */
export interface Confine {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly hide: readonly string[];
  readonly socket: readonly string[];
  readonly network: "none" | "inherit";
  /** Whether the leaf runs only where it can be confined. */
  readonly isRequired: boolean;
}

/** What bounds a leaf's child; what is not said is left out. */
export interface Bounds {
  readonly timeoutMs?: number;
  /** Bytes of each stream that a captured run keeps. */
  readonly outputLimit?: number;
  /** Absolute, or relative to the directory that the Guardfile lies in. */
  readonly cwd?: string;
  readonly stdin?: "none" | "inherit";
  readonly confine?: Confine;
}

export interface Leaf {
  /** The leaf's own words, behind the wrap's path; empty for a whole-binary leaf (`*`, `passthrough`). */
  readonly words: readonly string[];
  /** True where the words are not handed to the binary: `*`, `passthrough` and members of `allow`. */
  readonly isWholeBinary: boolean;
  readonly exec: Exec;
  /** Fixed words in place of the leaf's own; null where the leaf's own words are used. */
  readonly argv: readonly string[] | null;
  readonly isSealed: boolean;
  readonly metacharacters: "refuse" | "literal";
  readonly denyFlags: readonly FlagRule[];
  readonly allowFlags: readonly FlagRule[];
  readonly mayRepeat: readonly FlagRule[];
  readonly valueFlags: readonly FlagRule[];
  readonly textFlags: readonly FlagRule[];
  /** Their values are in no record; left out where there are none. The wrap's hold as well. */
  readonly redactFlags?: readonly FlagRule[];
  readonly patterns: readonly PatternRule[];
  /** The grant's own before the wrap's; left out where there are none. */
  readonly bounds?: Bounds;
  /** The grant's own guards; the wrap's hold as well and come first. */
  readonly guards: readonly Guard[];
  readonly describe: string | null;
  readonly examples: readonly Example[];
  readonly lintAllows: readonly LintAllow[];
  readonly rule: Rule;
  readonly span: Span;
}

export interface Never {
  readonly words: readonly string[];
  readonly describe: string | null;
  readonly rule: Rule;
  readonly span: Span;
}

export interface Wrap {
  /** The root word (the program's name) and the group words. */
  readonly path: readonly string[];
  readonly form: "exec" | "passthrough" | "allow";
  readonly leaves: readonly Leaf[];
  readonly nevers: readonly Never[];
  readonly guards: readonly Guard[];
  /** Their values are in no record; left out where there are none. */
  readonly redactFlags?: readonly FlagRule[];
  readonly describe: string | null;
  readonly docLinks: readonly string[];
  readonly examples: readonly Example[];
  readonly lintAllows: readonly LintAllow[];
  readonly rule: Rule;
  readonly span: Span;
}

/** One valid file; a file with any error has no Guardfile value at all. */
export interface Guardfile {
  readonly file: string;
  readonly description: string | null;
  readonly wraps: readonly Wrap[];
}

/** Where a file came from; a lower number wins. */
export const PLACES = ["system", "user", "project", "shipped"] as const;
export type Place = (typeof PLACES)[number];

/** `config.kdl`: the settings of a directory, not a Guardfile. Absent nodes are null or empty. */
export interface Config {
  readonly file: string;
  readonly searchPath: readonly string[] | null;
  readonly agentMarkers: readonly string[];
  readonly environmentMayChoose: boolean | null;
  readonly auditKeep: number | null;
  /** Bytes. */
  readonly auditSpace: number | null;
  readonly auditRotate: "size" | "daily" | null;
  readonly shipTo: readonly string[];
  /** Only in the system's file. */
  readonly auditDirectory: string | null;
  /** Only in the system's file: `directories fixed`. */
  readonly areDirectoriesFixed: boolean;
}
