// Every call of the shared tables, through the real parser and the engine: decision, reason, argv and remote words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { catalogueOf } from "../src/catalogue/load.ts";
import { decide } from "../src/engine/decide.ts";
import { envKey, type Facts, shellKey } from "../src/engine/facts.ts";
import { checkPattern, matchWhole } from "../src/engine/patterns.ts";
import { plant } from "../src/engine/tree.ts";
import { readFactsFile } from "../src/host/facts-file.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import type { Decision } from "../src/model/decision.ts";

interface Case {
  readonly id: string;
  readonly guardfile: string;
  readonly call: readonly string[] | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly expect: {
    readonly parse?: "ok" | "error";
    readonly decision?: "allow" | "deny" | "no-such-leaf";
    readonly reason?: string;
    readonly exec?: readonly string[];
    readonly remote_words?: readonly string[];
    readonly audit_verb?: string;
  };
}

const catalogue = catalogueOf(readFactsFile);

/** Answers each `shell` guard that the tables use, and env providers from the case's own environment. */
function factsFor(row: Case, decision: Decision | null): Facts {
  const needs = decision?.decision === "undecided" ? decision.needs : { shell: [], env: [] };
  const shell = needs.shell.map((argv) => {
    const [program, ...words] = argv;
    const value = words.join(" ");
    const answer = program === "echo" ? { ok: true, value } : { ok: false, problem: "exit 1" };
    return [shellKey(argv), answer] as const;
  });
  const env = needs.env.map(({ provider, address }) => {
    const value = provider === "env" ? row.env?.[address] : undefined;
    const answer = value === undefined ? { ok: false, problem: "unset" } : { ok: true, value };
    return [envKey(provider, address), answer] as const;
  });
  return { catalogue, matchWhole, shell: new Map(shell), env: new Map(env) } as Facts;
}

function run(row: Case): Decision {
  const { guardfile } = parseGuardfile("Guardfile", row.guardfile, { checkPattern });
  const files = guardfile ? [{ place: "user" as const, guardfile }] : [];
  const { tree } = plant(files);
  const call = { words: row.call ?? [] };
  const first = decide(tree, call, factsFor(row, null));
  const second = decide(tree, call, factsFor(row, first));
  if (second.decision !== "undecided") return second;
  const known = factsFor(row, first);
  const more = factsFor(row, second);
  const env = new Map([...known.env, ...more.env]);
  const shell = new Map([...known.shell, ...more.shell]);
  return decide(tree, call, { ...more, env, shell });
}

/** The parts of a decision that the case names, in the case's own words. */
function seen(row: Case, decision: Decision): Record<string, unknown> {
  const { expect } = row;
  const isNoLeaf = decision.decision === "deny" && decision.reason === "no-such-leaf";
  const named = expect.decision === "no-such-leaf" && isNoLeaf ? "no-such-leaf" : decision.decision;
  const exec = decision.decision === "allow" ? decision.exec : null;
  const all: Record<string, unknown> = {
    decision: named,
    reason: decision.decision === "deny" ? decision.reason : undefined,
    exec: exec?.argv,
    remote_words: exec?.remoteWords,
    audit_verb: decision.verb,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in expect));
}

function wanted({ expect }: Case): Record<string, unknown> {
  const names = ["decision", "reason", "exec", "remote_words", "audit_verb"];
  return Object.fromEntries(Object.entries(expect).filter(([name]) => names.includes(name)));
}

for (const table of ["dialect", "bypasses", "command-names", "readings", "flag-names"]) {
  const text = readFileSync(new URL(`./cases/${table}.jsonl`, import.meta.url), "utf8");
  const rows = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);
  for (const row of rows.filter(({ call }) => call !== null)) {
    test(`${table}: ${row.id}`, () => {
      assert.deepEqual(seen(row, run(row)), wanted(row));
    });
  }
}
