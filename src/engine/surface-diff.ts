// The surface that was approved and the one that stands there now → their differences, each called tighter or wider.
//
// Only what surely lets fewer calls through is called tighter; whatever can't be told counts as wider.

import { canonicalJson, isPlainObject, type Json } from "../model/canonical.ts";
import type { Site, SurfaceChange } from "../model/trust.ts";
import { policyWords } from "./policy-words.ts";

type Direction = SurfaceChange["direction"];

/** Lists in which one entry more refuses more. */
const REFUSING = new Set(["denyFlags", "nevers", "guards", "drop", "hide"]);
/** Lists that restrict once they hold anything, and then let through what they hold. */
const LISTING = new Set(["allowFlags", "patterns"]);
/** Lists in which each entry opens something to the child. */
const OPENING = new Set(["write", "socket"]);
/** Bounds, each tighter the smaller it is. */
const LIMITS = new Set(["timeoutMs", "outputLimit"]);

/**
 * @param before sites of the last approval
 * @param now sites as they are
 * @returns the changed sites in the order of the new surface, then the ones that are gone
 */
export function diffSurfaces(before: readonly Site[], now: readonly Site[]): SurfaceChange[] {
  const old = new Map(before.map((site) => [nameOf(site), site]));
  const current = new Map(now.map((site) => [nameOf(site), site]));
  const changes = [...current].flatMap(([name, site]): SurfaceChange[] => {
    const was = old.get(name);
    if (was === undefined) return [{ kind: "added", site, direction: "wider", words: [] }];
    return canonicalJson(was) === canonicalJson(site) ? [] : [change(was, site)];
  });
  const gone = before.filter((site) => !current.has(nameOf(site)));
  return [...changes, ...gone.map((site) => removal(site, before))];
}

/** What makes a site the same one in two surfaces: a guard has no name, so its sentence is one. */
function nameOf({ where, kind, detail, argv, policy }: Site): string {
  const own = kind === "shell" ? canonicalJson([argv, policy]) : kind === "env" ? detail : "";
  return JSON.stringify([kind, where, own]);
}

/** A grant that is gone lets nothing through, unless it bound calls of a shorter grant as well. */
function removal(site: Site, before: readonly Site[]): SurfaceChange {
  const isBound = before.some(
    (other) => other.kind === "leaf" && site.where.startsWith(`${other.where}.`),
  );
  const isTighter = site.kind === "leaf" && !isBound;
  return { kind: "removed", site, direction: isTighter ? "tighter" : "wider", words: [] };
}

function change(was: Site, site: Site): SurfaceChange {
  // What is fixed of argv is said by the policy's own sentences.
  const parts = [
    ...compare("env", was.env as unknown as Json, site.env as unknown as Json),
    ...compare("policy", was.policy, site.policy),
  ];
  const isTighter = parts.length > 0 && parts.every((part) => part.direction === "tighter");
  return {
    kind: "changed",
    site,
    direction: isTighter ? "tighter" : "wider",
    words: parts.map(({ sign, text }) => `${sign} ${text}`),
  };
}

interface Part {
  readonly sign: "+" | "-";
  readonly text: string;
  readonly direction: Direction;
}

/** Goes down to the fields that differ. */
function compare(name: string, was: Json, now: Json): Part[] {
  if (canonicalJson(was) === canonicalJson(now)) return [];
  if (Array.isArray(was) && Array.isArray(now) && name !== "argv" && name !== "prefix") {
    return compareLists(name, was, now);
  }
  if (name === "bounds" && (was === null || now === null)) {
    return compare(name, was ?? {}, now ?? {});
  }
  if (isPlainObject(was) && isPlainObject(now)) {
    const [before, after] = [was as Record<string, Json>, now as Record<string, Json>];
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return names.flatMap((key) => compare(key, before[key] ?? null, after[key] ?? null));
  }
  const direction = isClosing(name, was, now) ? "tighter" : "wider";
  return [
    { sign: "-", text: policyWords(name, was), direction },
    { sign: "+", text: policyWords(name, now), direction },
  ];
}

function isClosing(name: string, was: Json, now: Json): boolean {
  if (LIMITS.has(name) && typeof now === "number") {
    return was === null || (typeof was === "number" && now < was);
  }
  if (name === "isSealed" || name === "isRequired") return now === true;
  if (name === "stdin" || name === "network") return now === "none";
  if (name === "confine") return was === null;
  return name === "metacharacters" && now === "refuse";
}

function compareLists(name: string, was: readonly Json[], now: readonly Json[]): Part[] {
  const [before, after] = [textsOf(was), textsOf(now)];
  const added = [...after].filter(([key]) => !before.has(key)).map(([, item]) => item);
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, item]) => item);
  const isListing = LISTING.has(name);
  const isFirst = isListing && was.length === 0;
  const isLast = isListing && now.length === 0;
  const onAdding: Direction = REFUSING.has(name) || isFirst ? "tighter" : "wider";
  const isShutting = OPENING.has(name) || (isListing && !isLast);
  const onRemoving: Direction = isShutting ? "tighter" : "wider";
  return [
    ...gone.map(
      (item): Part => ({ sign: "-", text: policyWords(name, item), direction: onRemoving }),
    ),
    ...added.map(
      (item): Part => ({ sign: "+", text: policyWords(name, item), direction: onAdding }),
    ),
  ];
}

function textsOf(items: readonly Json[]): Map<string, Json> {
  return new Map(items.map((item) => [canonicalJson(item), item]));
}
