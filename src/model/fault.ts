// Trouble with the machine: thrown only by the host room, caught once by the surface that runs.

export interface FaultDetails {
  /** Stable, kebab-case: `audit-unwritable`. */
  readonly code: string;
  readonly message: string;
  /** What to do next. */
  readonly hint?: string;
  readonly path?: string;
  readonly exit: number;
  readonly cause?: unknown;
}

export class WardFault extends Error {
  readonly code: string;
  readonly exit: number;
  readonly hint: string | undefined;
  readonly path: string | undefined;

  constructor(details: FaultDetails) {
    super(details.message, { cause: details.cause });
    this.name = "WardFault";
    this.code = details.code;
    this.exit = details.exit;
    this.hint = details.hint;
    this.path = details.path;
  }
}
