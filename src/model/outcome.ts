// How one guarded execution ended, without a word about processes or sandboxes (spec: contract.md sections 1 and 4).

export const STATES = [
  "requested",
  "evaluated",
  "awaiting_approval",
  "prepared",
  "running",
  "retained",
  "completed",
  "denied",
  "failed",
  "cancelled",
] as const;
export type State = (typeof STATES)[number];

export const OUTCOME_KINDS = [
  "running",
  "success",
  "policy_denied",
  "enforcement_denied",
  "application_failure",
  "sandbox_setup_failure",
  "executable_not_found",
  "cancelled",
  "timed_out",
  "enforcement_degraded",
] as const;
export type OutcomeKind = (typeof OUTCOME_KINDS)[number];

/** `code` is -1 where there was no plain exit; `signal` names what ended the child. */
export interface Exit {
  readonly code: number;
  readonly signal?: string;
}

export const CAPABILITY_KINDS = [
  "filesystem_read",
  "workspace_write",
  "protected_metadata",
  "external_network",
  "isolated_loopback",
  "host_visible_binding",
  "process_spawn",
  "process_control",
  "environment",
  "unrestricted",
] as const;
export type CapabilityKind = (typeof CAPABILITY_KINDS)[number];

export function isCapabilityKind(kind: string): kind is CapabilityKind {
  return (CAPABILITY_KINDS as readonly string[]).includes(kind);
}

export interface Capability {
  readonly kind: CapabilityKind;
  readonly scope?: string;
}

/** The contract's denial; the engine's own `Denial` (decision.ts) is what it is made from. */
export interface OutcomeDenial {
  readonly capability: Capability;
  readonly source: "configured_policy" | "platform_sandbox" | "approval";
  readonly reason: string;
  readonly recoverable: boolean;
  readonly nextAction: "none" | "request_approval" | "change_command" | "enable_sandbox";
}

export interface Enforcement {
  readonly backend?: string;
  readonly level?: string;
  readonly degraded?: boolean;
  readonly downgradeReason?: string;
  readonly notices?: readonly string[];
}

export interface Outcome {
  readonly state: State;
  readonly kind: OutcomeKind;
  readonly processId?: string;
  readonly exit?: Exit;
  readonly denial?: OutcomeDenial;
  readonly enforcement: Enforcement;
  /** Whether a process was really created, seen in the spawn event and never inferred. */
  readonly launched?: boolean;
  readonly changes?: readonly Change[];
}

/** One file that a run made, changed or removed; `aggregated` stands for `count` files below a directory. */
export interface Change {
  readonly path: string;
  readonly kind: "created" | "modified" | "deleted";
  readonly aggregated?: boolean;
  readonly count?: number;
}

/** What an enforcement adapter tells on a descriptor of its own, never on standard output or standard error. */
export interface AdapterReport {
  readonly denial?: OutcomeDenial;
}
