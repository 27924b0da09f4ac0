// A Guardfile's text → what lint says of it, with the catalogue as it was built and a world of plain values.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { programHazards } from "../src/catalogue/hazards.ts";
import { catalogueOf } from "../src/catalogue/load.ts";
import { decide } from "../src/engine/decide.ts";
import type { Facts } from "../src/engine/facts.ts";
import { checkPattern, matchWhole } from "../src/engine/patterns.ts";
import { plant } from "../src/engine/tree.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import { lint } from "../src/lint/lint.ts";
import type { Knowledge } from "../src/lint/linted-leaf.ts";
import { NO_WORLD, type World } from "../src/lint/rule.ts";
import type { Decision } from "../src/model/decision.ts";
import type { Finding } from "../src/model/finding.ts";
import type { Guardfile } from "../src/model/policy.ts";

function built(path: string): string | null {
  try {
    return readFileSync(`dist/catalogue/${path}`, "latin1");
  } catch {
    return null;
  }
}

const catalogue = catalogueOf((bin) => built(`${bin}.txt`));
export const facts: Facts = { catalogue, matchWhole, shell: new Map(), env: new Map() };
export const programs = programHazards((file) => built(`hazards/${file}.json`));
export const knowledge: Knowledge = {
  facts,
  hazards: programs.hazards,
};

/** A world as a case writes it down. */
export interface WorldCase {
  readonly find?: Readonly<Record<string, string | null>>;
  readonly writer?: Readonly<Record<string, string>>;
  readonly sshConfig?: string;
}

export function worldOf({ find = {}, writer = {}, sshConfig }: WorldCase): World {
  return {
    find: (bin) => find[bin],
    writer: (path) => writer[path] ?? null,
    sshConfig: sshConfig ?? null,
  };
}

export function parse(text: string): Guardfile {
  const { guardfile, diagnostics } = parseGuardfile("x.kdl", text, { checkPattern });
  assert.deepEqual(diagnostics, []);
  assert.ok(guardfile);
  return guardfile;
}

export function lintText(text: string, world: World = NO_WORLD): readonly Finding[] {
  return lint(parse(text), text, knowledge, world);
}

/** How calls are decided under a text alone. */
export function decider(text: string): (words: readonly string[]) => Decision {
  const { tree } = plant([{ place: "user", guardfile: parse(text) }]);
  return (words) => decide(tree, { words }, facts);
}
