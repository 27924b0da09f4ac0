// The one interface behind `confine`: what an adapter is asked for, and what it has to say.
// - Adapters know nothing of policies: what they get is checked already, absolute and in order.
// - What one tells comes on descriptor 3 of the program that it starts, which the confined child never has.

import type { AdapterReport } from "../model/outcome.ts";
import type { Request } from "../model/request.ts";

/** One thing that the sandbox shows, on top of those before it; paths are absolute and hold no link. */
export type Mount =
  /** All that the machine has. */
  | { readonly kind: "machine"; readonly at: "/"; readonly mayWrite: boolean }
  /** The sandbox's own: an empty directory to write in, devices that lead nowhere, its own processes. */
  | { readonly kind: "scratch" | "devices" | "processes"; readonly at: string }
  /** An open handle, so that what is swapped in later is not what is shown. */
  | {
      readonly kind: "handle";
      readonly at: string;
      readonly fd: number;
      readonly mayWrite: boolean;
    }
  /** A directory with nothing in it, a file that can't be read. */
  | { readonly kind: "empty" | "covered"; readonly at: string };

/** One confined run. */
export interface SandboxWish {
  readonly request: Request;
  /** Of the program, as the sandbox sees it. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly Mount[];
  readonly hasNetwork: boolean;
  /** Whether the child may make unix sockets at all. */
  readonly mayUseUnix: boolean;
  /** Descriptors above 2 that the adapter's program would inherit, and the child must not. */
  readonly foreign: readonly number[];
  /** A word that nobody can guess, for adapters whose program reports: adapter-report.ts. */
  readonly nonce: string;
}

/** How to start the adapter's program. */
export interface SandboxStart {
  /** Without `argv[0]`. */
  readonly args: readonly string[];
  /** What descriptors of the program hold when it starts: each an open file without a name. */
  readonly feeds: ReadonlyMap<number, Uint8Array>;
  /** Open files that it gets: its number → ward's. */
  readonly given: ReadonlyMap<number, number>;
}

/** What an adapter has told so far. */
export interface AdapterWord {
  /** The process whose end is the end of all in the sandbox, and which leads the child's group; null before there is one. */
  readonly pid: number | null;
  /** Whether the program itself was started, and not only what starts it. */
  readonly hasRun: boolean;
  readonly report: AdapterReport | "unreadable" | null;
}

export interface SandboxAdapter {
  /** For `outcome.enforcement`. */
  readonly backend: string;
  readonly level: string;
  /** The program that is looked for on the search path. */
  readonly program: string;
  /** How a person gets it. */
  readonly remedy: string;
  /** Why it can't do on this machine what is asked of it; null where it can. */
  whyUnfit(): string | null;
  start(wish: SandboxWish): SandboxStart;
  /**
   * @param text all that came on descriptor 3 so far
   * @param nonce of the wish
   */
  read(text: string, nonce: string): AdapterWord;
}

/** The descriptor that an adapter's program tells on. */
export const REPORT_FD = 3;
