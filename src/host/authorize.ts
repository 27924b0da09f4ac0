// A leaf that was decided, and who is asking → a token that lets it run, or why no person's decision covers it.
//
// The only maker of tokens. It looks at the records each time (a program reads them once a turn of its event loop, as nothing
// it waits for can come in between) and never asks anybody. In this order:
// 1. What may never run (launchers) is refused, whatever the store or the environment says.
// 2. System, user and shipped files were chosen by whoever installed them; for an agent a user's file has to be recorded.
// 3. WARD_TRUST_EXEC, for this process alone; it overrides a refusal on record, and says so.
// 4. A record at the current digest and pins.
// 5. The answer that a person gave on this terminal just now.

import { dirname } from "node:path";
import type { Allow } from "../model/decision.ts";
import { WardFault } from "../model/fault.ts";
import type { Place } from "../model/policy.ts";
import { type Pin, type Site, siteKey, type TrustRecord } from "../model/trust.ts";
import type { OptIn } from "./opt-in.ts";
import type { PersonsAnswer } from "./persons-answer.ts";
import { isAnswerTo } from "./persons-answer.ts";
import type { PinContext } from "./pin-context.ts";
import { findPins, pinKey } from "./pins.ts";
import { type Standing, standingOf } from "./standing.ts";
import type { StorePlace } from "./trust-place.ts";
import { readStore, type StoreReading, undecided } from "./trust-store.ts";

/** How a leaf came to be trusted, as the audit row has it. */
export type TrustSource = "installed" | "record" | "env" | "prompt";

declare const granted: unique symbol;

/** Lets leaves of one Guardfile, at one digest, run. */
export interface Grant {
  /** As the rules of its leaves name it. */
  readonly file: string;
  readonly realpath: string;
  readonly digest: string;
  readonly source: TrustSource;
  /** The answer on record that the environment overrides; null where there is none. */
  readonly overrides: "deny" | "ignore" | null;
  /** What the leaf's files were when it was granted; `run` looks again. */
  readonly pins: readonly Pin[];
  /** The same of the programs that its guards may ask. */
  readonly guardPins: readonly Pin[];
  /** Keeps a token that `authorize` did not make from compiling. */
  readonly [granted]: true;
}

/** One leaf of one file, as it was read: what is asked about. */
export interface Subject {
  readonly place: Place;
  readonly file: string;
  readonly realpath: string;
  /** Of the file's bytes, in hex. */
  readonly sha256: string;
  readonly digest: string;
  /** The sites that this leaf rests on. */
  readonly sites: readonly Site[];
  /** Hash of a value that the leaf sets → the value. */
  readonly values?: ReadonlyMap<string, string>;
  /** Why it may never run; null where it may. */
  readonly forbidden: Forbidden | null;
}

export interface Forbidden {
  readonly problem: string;
  readonly remedy: string;
}

export interface Surroundings {
  readonly store: StorePlace | null;
  readonly optIn: OptIn;
  /** Whether an agent is typing. */
  readonly isAgent: boolean;
  readonly pins: PinContext;
  /** Given on this terminal a moment ago; null where nobody was asked. */
  readonly answer: PersonsAnswer | null;
}

export type Verdict =
  | { readonly kind: "granted"; readonly grant: Grant; readonly warnings: readonly string[] }
  | { readonly kind: "forbidden"; readonly why: Forbidden }
  /** An agent's call of a user's file that no person recorded as it is. */
  | { readonly kind: "unrecorded"; readonly warnings: readonly string[] }
  | {
      readonly kind: "standing";
      readonly standing: Exclude<Standing, { kind: "allowed" }>;
      readonly warnings: readonly string[];
    };

const grants = new WeakSet<Grant>();

/**
 * @param subject the leaf, from the bytes that are to be run
 * @param around who asks, and where the records are
 * @returns a token, or what stands against it
 * @throws WardFault 125 where the store is refused and a decision would have to come from it
 */
export function authorize(subject: Subject, around: Surroundings): Verdict {
  const isProject = subject.place === "project";
  if (isProject && subject.forbidden !== null) return { kind: "forbidden", why: subject.forbidden };
  if (isProject) return authorizeProject(subject, around);
  if (subject.place === "user" && around.isAgent) return authorizeRecorded(subject, around);
  return { kind: "granted", grant: mintGrant(subject, "installed"), warnings: [] };
}

function mintGrant(
  { file, realpath, digest, sites }: Subject,
  source: TrustSource,
  pins: readonly Pin[] = [],
  overrides: Grant["overrides"] = null,
): Grant {
  const own = new Set(sites.filter(({ kind }) => kind === "leaf").map(siteKey));
  const mine = Object.freeze(pins.filter((pin) => own.has(pin.where)));
  const guardPins = Object.freeze(pins.filter((pin) => !own.has(pin.where)));
  const made = { file, realpath, digest, source, overrides, pins: mine, guardPins };
  const grant = Object.freeze(made) as Grant;
  grants.add(grant);
  return grant;
}

/** Whether a person has recorded a file of the user's as it is now, byte for byte. */
export function isRecorded(
  records: ReadonlyMap<string, TrustRecord>,
  { realpath, sha256 }: { readonly realpath: string; readonly sha256: string },
): boolean {
  const record = records.get(realpath);
  return record?.decision === "allow" && record.fileSha256 === sha256;
}

/** An agent that can write the user's files must not be able to write policy. */
function authorizeRecorded(subject: Subject, { store }: Surroundings): Verdict {
  const { records, warnings } = readStore(store);
  if (!isRecorded(records, subject)) return { kind: "unrecorded", warnings };
  return { kind: "granted", grant: mintGrant(subject, "installed"), warnings };
}

function authorizeProject(subject: Subject, around: Surroundings): Verdict {
  const guardfileDirectory = dirname(subject.realpath);
  const { values } = subject;
  const context = { ...around.pins, guardfileDirectory, ...(values ? { values } : {}) };
  const pins = findPins(subject.sites, context);
  const where = new Set(subject.sites.map(siteKey));
  const asked = { realpath: subject.realpath, digest: subject.digest, where };
  if (around.optIn.isGiven) return authorizeByEnvironment(subject, around, pins, asked);
  const reading = readStore(around.store);
  const { warnings } = reading;
  const standing = standingOf(reading, asked, () => pins);
  if (isAnswerTo(around.answer, asked, pins.map(pinKey))) {
    return { kind: "granted", grant: mintGrant(subject, "prompt", pins), warnings };
  }
  if (standing.kind !== "allowed") return { kind: "standing", standing, warnings };
  return { kind: "granted", grant: mintGrant(subject, "record", pins), warnings };
}

/** Reads the store only to say what is overridden; a store that can't be believed is told and changes nothing. */
function authorizeByEnvironment(
  subject: Subject,
  around: Surroundings,
  pins: readonly Pin[],
  asked: Parameters<typeof standingOf>[1],
): Verdict {
  const { reading, problem } = readOrProblem(around.store);
  const standing = standingOf(reading, asked, () => pins);
  const overrides = overridden(standing);
  const told = overrides === null ? [] : [`WARD_TRUST_EXEC overrides the ${overrides} on record`];
  const warnings = [...reading.warnings, ...problem, ...told];
  return { kind: "granted", grant: mintGrant(subject, "env", pins, overrides), warnings };
}

function overridden(standing: Standing): Grant["overrides"] {
  if (standing.kind === "declined") return "deny";
  return standing.kind === "ignored" ? "ignore" : null;
}

function readOrProblem(store: StorePlace | null): {
  reading: StoreReading;
  problem: readonly string[];
} {
  try {
    return { reading: readStore(store), problem: [] };
  } catch (error) {
    if (!(error instanceof WardFault)) throw error;
    const { message, hint } = error;
    return {
      reading: undecided(),
      problem: [hint === undefined ? message : `${message}; ${hint}`],
    };
  }
}

/**
 * @returns whether `authorize` made this very token, and made it for the file that the decision rests on
 */
export function isCovered(grant: Grant, allow: Allow): boolean {
  return grants.has(grant) && grant.file === allow.rule.file;
}
