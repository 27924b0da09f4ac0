// The parts of a finding that is about a sentence and no hazard → the finding.

import type { Severity } from "../model/diagnostic.ts";
import type { Finding, Fix } from "../model/finding.ts";
import type { Rule } from "../model/policy.ts";
import type { LintedLeaf } from "./linted-leaf.ts";
import { spanOfRule } from "./places.ts";
import type { Subject } from "./rule.ts";

export interface Remark {
  readonly rule: string;
  readonly severity: Severity;
  /** The sentence that it is about. */
  readonly at: Rule;
  readonly message: string;
  /** What a person can do, or a sentence with its block. */
  readonly fix: Fix | string | null;
  readonly linted?: LintedLeaf;
  readonly flags?: readonly string[];
  readonly effect?: Finding["effect"];
  readonly argv?: readonly string[];
}

export function remark({ text }: Subject, said: Remark): Finding {
  const { rule, severity, at, message, fix, linted, flags = [], effect = null, argv = null } = said;
  return {
    ...{ rule, severity, message, flags, effect, argv },
    file: at.file,
    span: spanOfRule(text, at),
    bin: linted?.reader.bin ?? null,
    subcommand: linted ? linted.position.path.join(" ") : null,
    fix: typeof fix === "string" ? { text: fix, into: null } : fix,
  };
}
