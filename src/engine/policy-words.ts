// One field of a site's policy → the sentence of a Guardfile that says it, near enough for a person to find it.

import { boundWords, confineText, durationText, sizeText } from "../model/bound-words.ts";
import { canonicalJson, isPlainObject, type Json } from "../model/canonical.ts";
import type { Bounds, Confine } from "../model/policy.ts";

/** Field of the model → node of the language. */
const NODES: Readonly<Record<string, string>> = {
  allowFlags: "allow-flag",
  argv: "argv",
  denyFlags: "deny-flag",
  drop: "environment drop",
  env: "env",
  hide: "confine hide",
  isRequired: "confine required",
  isSealed: "sealed",
  isWholeBinary: "the whole binary",
  keep: "environment keep",
  mayRepeat: "may-repeat",
  metacharacters: "metacharacters",
  network: "confine network",
  nevers: "never run",
  options: "options",
  patterns: "allow-arg-re",
  outputLimit: "output-limit",
  prefix: "argv-prefix",
  read: "confine read",
  remote: "remote-shell",
  socket: "confine socket",
  textFlags: "text-flag",
  timeoutMs: "timeout",
  valueFlags: "value-flag",
  write: "confine write",
};

/** Numbers as a person would write them. */
const UNITS: Readonly<Record<string, (amount: number) => string>> = {
  outputLimit: sizeText,
  timeoutMs: durationText,
};

/**
 * @param name a field of the model
 * @param value its value, or one entry of its list
 * @returns unescaped text on one line, where the value holds no newline
 */
export function policyWords(name: string, value: Json): string {
  if (isPlainObject(value)) return objectWords(name, value as Record<string, Json>);
  const node = NODES[name] ?? name;
  if (value === null) return `${node} (none)`;
  if (typeof value === "boolean") return `${node} ${value ? "yes" : "no"}`;
  if (typeof value === "number" && UNITS[name]) return `${node} ${UNITS[name](value)}`;
  return `${node} ${tokens(value)}`;
}

/** Fields that say nothing beside the site's own line. */
const SAID = new Set([
  "argv",
  "bin",
  "form",
  "isSealed",
  "isWholeBinary",
  "path",
  "prefix",
  "words",
]);

/**
 * All that bounds a site, sentence by sentence; what is left at its default says nothing.
 * @param policy of a site
 * @returns unescaped texts
 */
export function allPolicyWords(policy: Json): readonly string[] {
  if (!isPlainObject(policy)) return [];
  return Object.entries(policy as Record<string, Json>).flatMap(([name, value]) => {
    if (SAID.has(name) || value === null) return [];
    if (Array.isArray(value)) return value.map((item) => policyWords(name, item));
    if (name === "bounds") return boundWords(value as unknown as Bounds);
    if (name === "exec" || name === "environment") return allPolicyWords(value);
    const isDefault = value === "refuse" || value === "none" || value === false;
    return isDefault ? [] : [policyWords(name, value)];
  });
}

function objectWords(name: string, value: Record<string, Json>): string {
  const node = NODES[name] ?? name;
  if (name === "guards") return guardWords(value);
  if (name === "confine") return confineText(value as unknown as Confine);
  if (typeof value.flag === "string") return `${node} ${JSON.stringify(value.flag)}`;
  if (name === "patterns" && typeof value.source === "string") {
    return `${node} ${JSON.stringify(value.source)}`;
  }
  if (name === "nevers" && Array.isArray(value.words)) {
    return `${node} ${JSON.stringify(value.words.join(" "))}`;
  }
  if (name === "env" && typeof value.name === "string") return `${node} ${value.name}`;
  return `${node} ${canonicalJson(value)}`;
}

function guardWords({ effect, selector, globs }: Record<string, Json>): string {
  const verb = effect === "require" ? "when" : "deny-when";
  return `${verb} ${selectorWords(selector ?? null)} matches ${tokens(globs ?? null)}`;
}

function selectorWords(selector: Json): string {
  if (!isPlainObject(selector)) return canonicalJson(selector);
  const { kind, index, name, argv } = selector as Record<string, Json>;
  if (kind === "any-arg") return "any-arg";
  if (kind === "positional") return `arg${String(index)}`;
  if (kind === "flag") return String(name);
  return `shell ${tokens(argv ?? null)}`;
}

function tokens(value: Json): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value : canonicalJson(value);
  return value
    .map((item) => (typeof item === "string" ? JSON.stringify(item) : canonicalJson(item)))
    .join(" ");
}
