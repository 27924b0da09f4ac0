// What one step of a decision objects to; decide turns it into a Denial.

import type { Reason } from "../model/decision.ts";
import type { Rule } from "../model/policy.ts";

export interface Trouble {
  readonly reason: Reason;
  readonly rule: Rule;
  readonly message: string;
  readonly remedy: string | null;
}

/** For a message: the text between backquotes, as it is; whoever prints it escapes it. */
export function code(text: string): string {
  return `\`${text}\``;
}
