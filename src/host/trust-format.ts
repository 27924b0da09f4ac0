// The text of trust.json ↔ the store, each record judged on its own.
//
// - A record that is not exactly right gives nothing; one that says `deny` or `ignore` still refuses, for its whole path.
// - A field that is not known makes a record wrong: it may be a condition of a newer ward.
// - Text that is no store at all, and a store of a newer schema, decide nothing.

import { isSha256 } from "../model/hash.ts";
import type {
  AgentGrant,
  Migration,
  Pin,
  Site,
  SiteEnv,
  TrustRecord,
  TrustStore,
} from "../model/trust.ts";

export const SCHEMA_VERSION = 1;

export type ParsedStore =
  | { readonly kind: "store"; readonly store: TrustStore; readonly dropped: readonly string[] }
  | { readonly kind: "corrupt"; readonly problem: string }
  | { readonly kind: "newer"; readonly schemaVersion: number };

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isHashOrEmpty: Check = (value) => value === "" || isSha256(value);
const isTime: Check = (value) =>
  isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value as string);
const isJson: Check = () => true;
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const isOneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

/** Exactly these fields, each as its check says. */
function isShape<T>(fields: Record<keyof T, Check>): Check {
  const checks = Object.entries(fields) as [string, Check][];
  return (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === checks.length &&
    checks.every(([name, check]) => Object.hasOwn(value, name) && check(Reflect.get(value, name)));
}

const isAbsolute: Check = (value) => isText(value) && (value as string).startsWith("/");

const isLiteral = isShape({ kind: isOneOf("literal"), sha256: isSha256 });
const isProvider = isShape({ kind: isOneOf("provider"), provider: isText, address: isText });

const isSiteEnv = isShape<SiteEnv>({
  name: isText,
  source: (value) => isLiteral(value) || isProvider(value),
});

const isSite = isShape<Site>({
  where: isText,
  kind: isOneOf("leaf", "wrap", "env", "shell"),
  bin: isText,
  argv: isListOf(isText),
  env: isListOf(isSiteEnv),
  policy: isJson,
  detail: isText,
});

const isPin = isShape<Pin>({
  where: isText,
  role: isOneOf("binary", "interpreter", "script"),
  path: isText,
  realpath: orNull(isAbsolute),
  sha256: orNull(isSha256),
});

const isAgentGrant = isShape<AgentGrant>({
  leaf: isText,
  leafDigest: isSha256,
  recordedAt: isTime,
});

const isRecord = isShape<TrustRecord>({
  digest: isHashOrEmpty,
  digestVersion: isCount,
  fileSha256: isHashOrEmpty,
  decision: isOneOf("allow", "deny", "ignore"),
  pins: isListOf(isPin),
  sites: isListOf(isSite),
  agents: isListOf(isAgentGrant),
  recordedAt: isTime,
});

const isMigration = isShape<Migration>({
  fromPolicyVersion: isCount,
  backupPath: isText,
  kept: isCount,
  invalidated: isCount,
  noticePending: (value) => typeof value === "boolean",
});

/** What is left of a record that is wrong: nothing of an allow, the refusal of anything else that refused. */
function salvage(value: unknown): TrustRecord | null {
  const { decision, sites } = (value ?? {}) as Partial<TrustRecord>;
  if (decision !== "deny" && decision !== "ignore") return null;
  return {
    digest: "",
    digestVersion: 0,
    fileSha256: "",
    decision,
    pins: [],
    sites: isListOf(isSite)(sites) ? (sites as Site[]) : [],
    agents: [],
    recordedAt: new Date(0).toISOString(),
  };
}

function parseRecord(value: unknown): TrustRecord | null {
  if (!isRecord(value)) return null;
  const record = value as TrustRecord;
  // An allow without a surface would fit every empty digest there is.
  return record.decision === "allow" && record.digest === "" ? null : record;
}

/** A migration that nobody was told of yet. */
export function pendingNotice({ migration }: TrustStore): Migration | null {
  return migration?.noticePending === true ? migration : null;
}

/**
 * @param text of trust.json
 * @returns the store with the paths whose record was dropped or reduced to a refusal, or why it decides nothing
 */
export function parseStore(text: string): ParsedStore {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "corrupt", problem: text.trim() === "" ? "it is empty" : "it is not JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { kind: "corrupt", problem: "it holds no object" };
  }
  const { schemaVersion, policyVersion, records, migration } = value as Record<string, unknown>;
  if (!isCount(schemaVersion)) return { kind: "corrupt", problem: "it has no schemaVersion" };
  if ((schemaVersion as number) > SCHEMA_VERSION) {
    return { kind: "newer", schemaVersion: schemaVersion as number };
  }
  if (!isCount(policyVersion)) return { kind: "corrupt", problem: "it has no policyVersion" };
  if (typeof records !== "object" || records === null || Array.isArray(records)) {
    return { kind: "corrupt", problem: "it has no records" };
  }
  const { sound, dropped } = parseRecords(records);
  const store = {
    schemaVersion: schemaVersion as number,
    policyVersion: policyVersion as number,
    records: sound,
    ...(isMigration(migration) ? { migration: migration as Migration } : {}),
  };
  return { kind: "store", store, dropped };
}

function parseRecords(records: object): {
  sound: Map<string, TrustRecord>;
  dropped: readonly string[];
} {
  const sound = new Map<string, TrustRecord>();
  const dropped: string[] = [];
  for (const [path, value] of Object.entries(records)) {
    const parsed = isAbsolute(path) ? parseRecord(value) : null;
    const record = parsed ?? salvage(value);
    if (parsed === null) dropped.push(path);
    if (record !== null) sound.set(path, record);
  }
  return { sound, dropped };
}

/**
 * @param store of this schema
 * @returns pretty JSON with a final newline, records sorted by path
 */
export function serialiseStore(store: TrustStore): string {
  const sorted = [...store.records].sort(([one], [other]) => (one < other ? -1 : 1));
  const { schemaVersion, policyVersion, migration } = store;
  const records = Object.fromEntries(sorted);
  const whole = { schemaVersion, policyVersion, records, ...(migration ? { migration } : {}) };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
