// What a block has said so far: one draft a kind of block, filled in any order and finished when the block ends.

import type {
  Confine,
  EnvRule,
  EnvSource,
  FlagRule,
  Guard,
  LintAllow,
  OptionStyle,
  PatternRule,
  Wrap,
} from "../model/policy.ts";
import type { KdlArgument, KdlNode } from "./document.ts";

/** A thing that may be said once, with the node that said it. */
export interface Said<T> {
  readonly value: T;
  readonly node: KdlNode;
}

export interface Prose {
  describe: Said<string> | null;
}

export interface TopDraft {
  description: Said<string> | null;
  readonly wrapNodes: KdlNode[];
  readonly wraps: Wrap[];
}

export interface EnvDraft {
  readonly sources: Said<EnvSource>[];
}

export interface EnvironmentDraft {
  readonly keep: string[];
  readonly drop: string[];
}

export interface ExecDraft {
  readonly bin: string;
  readonly node: KdlNode;
  readonly prefix: string[];
  /** By the variable's name. */
  readonly env: Map<string, Said<EnvRule>>;
  environment: Said<EnvironmentDraft> | null;
  remote: Said<"posix" | "none"> | null;
  options: Said<OptionStyle> | null;
  readonly valueFlags: FlagRule[];
  readonly textFlags: FlagRule[];
}

export interface ConfineDraft {
  readonly read: string[];
  readonly write: string[];
  readonly hide: string[];
  readonly socket: string[];
  network: Said<Confine["network"]> | null;
  required: Said<boolean> | null;
}

/** What bounds a child, in a wrap or in a grant. */
export interface BoundsDraft {
  /** Milliseconds. */
  timeout: Said<number> | null;
  /** Bytes. */
  outputLimit: Said<number> | null;
  cwd: Said<string> | null;
  stdin: Said<"none" | "inherit"> | null;
  confine: Said<ConfineDraft> | null;
}

/** An example's words as they were written, before the path of its wrap is known to be right. */
export interface ExampleDraft {
  readonly expect: "allows" | "refuses";
  readonly words: readonly string[];
  readonly node: KdlNode;
}

export interface GrantDraft extends Prose {
  readonly words: readonly string[];
  readonly node: KdlNode;
  readonly argv: Said<readonly string[]>[];
  sealed: KdlNode | null;
  bin: Said<string> | null;
  metacharacters: Said<"refuse" | "literal"> | null;
  readonly denyFlags: FlagRule[];
  readonly allowFlags: FlagRule[];
  readonly mayRepeat: FlagRule[];
  readonly valueFlags: FlagRule[];
  readonly textFlags: FlagRule[];
  readonly redactFlags: FlagRule[];
  readonly patterns: PatternRule[];
  readonly bounds: BoundsDraft;
  readonly guards: Guard[];
  readonly examples: ExampleDraft[];
  readonly lintAllows: LintAllow[];
}

export interface NeverDraft extends Prose {
  readonly words: readonly string[];
  readonly node: KdlNode;
}

export interface AllowedName {
  readonly name: string;
  readonly node: KdlNode;
  readonly argument: KdlArgument;
}

export interface WrapDraft extends Prose {
  readonly path: readonly string[];
  readonly node: KdlNode;
  readonly execs: ExecDraft[];
  readonly passthroughs: ExecDraft[];
  readonly grants: GrantDraft[];
  readonly nevers: NeverDraft[];
  /** By name. */
  readonly allowed: Map<string, AllowedName>;
  environment: Said<EnvironmentDraft> | null;
  metacharacters: Said<"refuse" | "literal"> | null;
  readonly bounds: BoundsDraft;
  readonly redactFlags: FlagRule[];
  readonly guards: Guard[];
  /** `when` and `deny-when`, which only the wrap of an `allow` list may hold. */
  readonly looseGuards: KdlNode[];
  readonly docLinks: string[];
  readonly examples: ExampleDraft[];
  readonly lintAllows: LintAllow[];
}

/** `config.kdl`, which is one block of its own language. */
export interface ConfigDraft {
  readonly place: "system" | "user";
  searchPath: Said<readonly string[]> | null;
  readonly agentMarkers: string[];
  environmentMayChoose: Said<boolean> | null;
  auditKeep: Said<number> | null;
  auditSpace: Said<number> | null;
  auditRotate: Said<"size" | "daily"> | null;
  readonly shipTo: string[];
  auditDirectory: Said<string> | null;
  directories: Said<"fixed"> | null;
}

/** Each kind of block and what it is read into. */
export interface Drafts {
  readonly top: TopDraft;
  readonly wrap: WrapDraft;
  readonly exec: ExecDraft;
  readonly passthrough: ExecDraft;
  readonly environment: EnvironmentDraft;
  readonly env: EnvDraft;
  readonly grant: GrantDraft;
  readonly never: Prose;
  readonly pass: Prose;
  readonly confine: ConfineDraft;
  readonly config: ConfigDraft;
}

export type Room = keyof Drafts;

/** Where a kind of block is, in a message. */
export const ROOM_NAMES: Readonly<Record<Room, string>> = {
  top: "at the top level",
  wrap: "in a wrap",
  exec: "in an exec",
  passthrough: "in a passthrough",
  environment: "in an environment",
  env: "in an env",
  grant: "in a grant",
  never: "in a never run",
  pass: "in a pass guard",
  confine: "in a confine",
  config: "in config.kdl",
};
