// What a person's approval is made of: the sites that were shown, the files that were pinned, the record that is kept.

import type { Json } from "./canonical.ts";

/** Raised whenever a change narrows what may be approved: older allows are then asked again. */
export const POLICY_VERSION = 2;
/** Raised whenever the canonical form of a surface changes: older digests can no longer be compared. */
export const DIGEST_VERSION = 1;

export type SiteEnvSource =
  | { readonly kind: "literal"; readonly sha256: string }
  | { readonly kind: "provider"; readonly provider: string; readonly address: string };

/** A variable that a site sets; a value written in the Guardfile is present as its hash alone. */
export interface SiteEnv {
  readonly name: string;
  readonly source: SiteEnvSource;
}

/** `leaf`: a granted command; `wrap`: what holds for all of a group; `env`: a variable; `shell`: a guard that runs a program. */
export type SiteKind = "leaf" | "wrap" | "env" | "shell";

/** One place where a Guardfile can name a program or a token of its argv. */
export interface Site {
  /** The command path, `ward.git.commit`, and never a line number. */
  readonly where: string;
  readonly kind: SiteKind;
  /** As the Guardfile names it; empty where the site names none. */
  readonly bin: string;
  /** Every token that the Guardfile fixes, the binary first. */
  readonly argv: readonly string[];
  readonly env: readonly SiteEnv[];
  /** All else that the Guardfile says here, inert nodes left out. */
  readonly policy: Json;
  /** What tells this site from others at the same place: the variable's name, the guard's sentence. */
  readonly detail: string;
}

/** Names one site that starts a program: a leaf and a guard may stand at the same path. */
export function siteKey({ kind, where, argv }: Site): string {
  return kind === "shell" ? `${where} asks ${JSON.stringify(argv)}` : where;
}

/** Whether a key of `siteKey` names a guard with these words, wherever it stands. */
export function isAsking(key: string, argv: readonly string[]): boolean {
  return key.endsWith(` asks ${JSON.stringify(argv)}`);
}

/** A file that an approval rests on beside the Guardfile itself. */
export interface Pin {
  /** The site that it belongs to, by `siteKey`. */
  readonly where: string;
  /** `binary`, `interpreter` or `script`: what the file is to that site. */
  readonly role: "binary" | "interpreter" | "script";
  /** As the Guardfile or the shebang line names it. */
  readonly path: string;
  /** Null where no such file was found. */
  readonly realpath: string | null;
  /** Hex; null for a system file, which is pinned by its place alone. */
  readonly sha256: string | null;
}

export type TrustDecision = "allow" | "deny" | "ignore";

/** A leaf that a person opened to agents; it needs this very file, byte for byte. */
export interface AgentGrant {
  readonly leaf: string;
  readonly leafDigest: string;
  readonly recordedAt: string;
}

export interface TrustRecord {
  /** The surface digest; empty for a path-wide answer. */
  readonly digest: string;
  readonly digestVersion: number;
  /** Of the raw bytes; empty for a path-wide answer about a file that was not there. */
  readonly fileSha256: string;
  readonly decision: TrustDecision;
  readonly pins: readonly Pin[];
  readonly sites: readonly Site[];
  readonly agents: readonly AgentGrant[];
  /** RFC 3339, UTC. */
  readonly recordedAt: string;
}

/** What a change of POLICY_VERSION did to a store; said once. */
export interface Migration {
  readonly fromPolicyVersion: number;
  readonly backupPath: string;
  readonly kept: number;
  readonly invalidated: number;
  readonly noticePending: boolean;
}

export interface TrustStore {
  readonly schemaVersion: number;
  readonly policyVersion: number;
  /** By real path of the Guardfile; a Map, since a path may be any word. */
  readonly records: ReadonlyMap<string, TrustRecord>;
  readonly migration?: Migration;
}

/** One difference between what was approved and what stands there now; what can't be told to be tighter counts as wider. */
export interface SurfaceChange {
  readonly kind: "added" | "removed" | "changed";
  /** As it is now; as it was where it is gone. */
  readonly site: Site;
  readonly direction: "wider" | "tighter";
  /** What changed inside the site, each with `+` or `-` in front, not yet escaped. */
  readonly words: readonly string[];
}
