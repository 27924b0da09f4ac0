// What is asked of one guarded execution, and whether it is asked validly (spec: contract.md sections 1 and 2).

import { type Capability, isCapabilityKind } from "./outcome.ts";

export const ORIGINS = [
  "interactive_command",
  "hook",
  "plugin",
  "mcp_server",
  "background_task",
] as const;
export type Origin = (typeof ORIGINS)[number];

export const MODES = ["captured", "interactive", "durable"] as const;
export type Mode = (typeof MODES)[number];

export interface Command {
  readonly name: string;
  readonly args?: readonly string[];
  /** `NAME=value` each. */
  readonly env?: readonly string[];
}

export interface ApprovalContext {
  readonly sessionId?: string;
  readonly policyVersion: number;
}

export interface Request {
  readonly origin: Origin;
  readonly mode: Mode;
  readonly command: Command;
  readonly workingDirectory: string;
  readonly workspaceRoots: readonly string[];
  readonly capabilities?: readonly Capability[];
  readonly approval: ApprovalContext;
}

const SUBJECT = "execution request";

/**
 * The rules of contract.md section 2 in their order; versions, absolute paths and the environment's shape are checked
 * where a run is prepared.
 * @returns the message of the first rule that fails, or null for a valid request
 */
export function validateRequest(request: Request): string | null {
  const { origin, mode, command, workingDirectory, workspaceRoots, capabilities = [] } = request;
  if (!ORIGINS.includes(origin)) return `${SUBJECT} requires a valid origin`;
  if (!MODES.includes(mode)) return `${SUBJECT} requires a valid mode`;
  if (isBlank(command.name)) return `${SUBJECT} requires a command`;
  if (isBlank(workingDirectory)) return `${SUBJECT} requires a working directory`;
  if (workspaceRoots.length === 0) return `${SUBJECT} requires at least one workspace root`;
  if (workspaceRoots.some(isBlank)) return `${SUBJECT} contains an empty workspace root`;
  const unknown = capabilities.find(({ kind }) => !isCapabilityKind(kind));
  return unknown ? `${SUBJECT} contains invalid capability "${unknown.kind}"` : null;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
