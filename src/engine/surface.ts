// A Guardfile → its exec surface: every place where it can name a program or a token of its argv, as a person is shown it.
//
// - One site a leaf, one a wrap for what holds for the whole group, one a variable, one a `shell` guard.
// - All that a sentence says is in a site unless it is named inert here: a field that the model gains is covered by itself.
// - Order counts, except in the lists that are named as sets.
// - What only arms a run (a variable that no leaf needs, a guard that no call meets) is a site like any other.

import { canonicalJson, isPlainObject, type Json, UnencodableError } from "../model/canonical.ts";
import type { EnvRule, Guard, Guardfile, Leaf, Wrap } from "../model/policy.ts";
import type { Site, SiteEnv } from "../model/trust.ts";

/** Turns a text's UTF-8 bytes into the SHA-256 in hex; handed in, since this room has no cryptography. */
export type Sha256 = (text: string) => string;

/** Says nothing about what runs: prose, examples, silenced findings, redaction and places in the text. */
const INERT = new Set([
  "describe",
  "docLinks",
  "examples",
  "lintAllows",
  "redactFlags",
  "rule",
  "span",
]);
/** Lists whose order never changes a decision. */
const SETS = new Set([
  "denyFlags",
  "allowFlags",
  "mayRepeat",
  "valueFlags",
  "textFlags",
  "patterns",
  "guards",
  "globs",
  "nevers",
  "keep",
  "drop",
  "env",
  "read",
  "write",
  "hide",
  "socket",
]);
/** Said by a site of its own. */
const APART = new Set(["leaves"]);

/** More entries than this, counted over all sites, and nobody can have read them. */
export const LARGEST_SURFACE = 200_000;

/**
 * Lists the exec surface. Pure; equal Guardfiles give equal lists.
 * @param guardfile a valid Guardfile
 * @param sha256 hides the values of variables: a site holds their hash alone
 * @returns the sites, sorted; empty where nothing can run
 * @throws {UnencodableError} where the model holds something without a canonical form
 */
export function execSurface(guardfile: Guardfile, sha256: Sha256): Site[] {
  const sites = guardfile.wraps.flatMap((wrap) => wrapSites(wrap, sha256));
  return unique(sites);
}

/**
 * The part of a surface that one leaf rests on: the leaf, its group's rules, its variables and its guards.
 * @param wrap of a valid Guardfile
 * @param leaf one of that wrap's leaves
 */
export function leafSurface(wrap: Wrap, leaf: Leaf, sha256: Sha256): Site[] {
  return unique(wrapSites({ ...wrap, leaves: [leaf] }, sha256));
}

/**
 * What may start when a leaf is called: the leaf itself, and every program that a guard of its group may ask.
 * @returns their sites, for the files behind them
 */
export function callSurface(wrap: Wrap, leaf: Leaf, sha256: Sha256): Site[] {
  const own = wrap.leaves.flatMap((one) => shellSites(one.guards, leafPath(wrap, one)));
  const guards = [...shellSites(wrap.guards, wrap.path.join(".")), ...own];
  return unique([leafSite(wrap, leaf, sha256), ...guards]);
}

/** `ward.git.commit`; the whole-binary leaf has its group's path, a member of an `allow` list its own name behind it. */
export function leafPath(wrap: Wrap, leaf: Leaf): string {
  return [...wrap.path, ...leaf.words].join(".");
}

/**
 * Counts what a surface would hold before it is built, so that a small file can't ask for a huge one.
 * @returns the number of tokens, flags, guards and the like over all sites
 */
export function surfaceSize(guardfile: Guardfile): number {
  const counted = guardfile.wraps.map((wrap) => {
    const perExec = new Map<unknown, number>();
    const shared = count({ ...wrap, leaves: [] });
    const leaves = wrap.leaves.map(({ exec, ...rest }) => {
      const known = perExec.get(exec) ?? count(exec);
      perExec.set(exec, known);
      return known + count(rest);
    });
    return leaves.reduce((sum, one) => sum + one, shared);
  });
  return counted.reduce((sum, one) => sum + one, 0);
}

function count(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + count(item), 1);
  if (typeof value !== "object" || value === null) return 1;
  return Object.entries(value).reduce(
    (sum, [name, item]) => (INERT.has(name) ? sum : sum + count(item)),
    0,
  );
}

function wrapSites(wrap: Wrap, sha256: Sha256): Site[] {
  const where = wrap.path.join(".");
  return [
    wrapSite(wrap, where),
    ...shellSites(wrap.guards, where),
    ...wrap.leaves.flatMap((leaf) => [
      leafSite(wrap, leaf, sha256),
      ...shellSites(leaf.guards, leafPath(wrap, leaf)),
      ...leaf.exec.env.map((rule) => envSite(rule, where, sha256)),
    ]),
  ];
}

function wrapSite(wrap: Wrap, where: string): Site {
  return {
    where,
    kind: "wrap",
    bin: "",
    argv: [],
    env: [],
    policy: plain(wrap, ""),
    detail: wrap.form,
  };
}

function leafSite(wrap: Wrap, leaf: Leaf, sha256: Sha256): Site {
  const { env: rules, ...exec } = leaf.exec;
  const env = sorted(rules.map((rule) => siteEnv(rule, sha256)));
  const own = leaf.argv ?? (leaf.isWholeBinary ? [] : leaf.words);
  return {
    where: leafPath(wrap, leaf),
    kind: "leaf",
    bin: exec.bin,
    argv: [exec.bin, ...exec.prefix, ...own],
    env,
    // The path again as words: a word may hold a dot, and `where` would not tell.
    policy: plain({ ...leaf, exec, path: wrap.path }, ""),
    detail: leaf.isSealed ? "sealed" : "",
  };
}

function envSite(rule: EnvRule, where: string, sha256: Sha256): Site {
  const env = [siteEnv(rule, sha256)];
  return { where, kind: "env", bin: "", argv: [], env, policy: null, detail: rule.name };
}

function siteEnv({ name, source }: EnvRule, sha256: Sha256): SiteEnv {
  if (source.kind === "literal") {
    return { name, source: { kind: "literal", sha256: sha256(source.value) } };
  }
  const { provider } = source;
  // The literal provider's address is the value itself.
  const address = provider === "literal" ? sha256(source.address) : source.address;
  return { name, source: { kind: "provider", provider, address } };
}

function shellSites(guards: readonly Guard[], where: string): Site[] {
  return guards.flatMap((guard) => {
    if (guard.selector.kind !== "shell") return [];
    const { argv } = guard.selector;
    const policy = plain({ effect: guard.effect, globs: guard.globs }, "");
    const detail = guard.effect;
    return [{ where, kind: "shell" as const, bin: argv[0] ?? "", argv, env: [], policy, detail }];
  });
}

/** What a sentence says, as plain JSON: inert fields left out, sets sorted, all else as it stands. */
function plain(value: unknown, name: string): Json {
  if (Array.isArray(value)) {
    const items = value.map((item) => plain(item, ""));
    return SETS.has(name) ? sorted(items) : items;
  }
  if (typeof value === "object" && value !== null) {
    if (!isPlainObject(value)) throw new UnencodableError("a field holds more than plain values");
    const fields = Object.entries(value).filter(
      ([key, field]) => !INERT.has(key) && !APART.has(key) && field !== undefined,
    );
    return Object.fromEntries(fields.map(([key, field]) => [key, plain(field, key)]));
  }
  return value as Json;
}

/** In the order of their canonical texts, which is any fixed order. */
function sorted<T>(values: readonly T[]): T[] {
  const keyed = values.map((value) => ({ value, key: canonicalJson(value) }));
  keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  return keyed.map(({ value }) => value);
}

/** Sorted by `where` first, as a person reads them; a variable that several leaves share is one site. */
function unique(sites: readonly Site[]): Site[] {
  const byText = new Map<string, Site>();
  for (const site of sites) {
    const { where, kind, ...rest } = site;
    byText.set(canonicalJson([where, kind, rest]), site);
  }
  return [...byText.keys()].sort().map((key) => byText.get(key) as Site);
}
