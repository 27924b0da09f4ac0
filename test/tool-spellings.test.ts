// Real tools: every spelling that a tool takes as the denied flag is refused, and its exact other flags are not.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { catalogueOf } from "../src/catalogue/load.ts";
import { decide } from "../src/engine/decide.ts";
import { bareFacts } from "../src/engine/facts.ts";
import { type LeafTree, plant } from "../src/engine/tree.ts";
import { readFactsFile } from "../src/host/facts-file.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import { PROBES, type Probe } from "./fixtures/probes.ts";
import { spellingsOf } from "./fixtures/spellings.ts";

const facts = { ...bareFacts, catalogue: catalogueOf(readFactsFile) };
const AT_ONCE = 4;
const MOST_MS = 20_000;

function treeOf({ tool, leaf, deny }: Probe): LeafTree {
  const grant = `can run ${JSON.stringify(leaf)} { deny-flag ${JSON.stringify(deny)} }`;
  const text = `wrap ward t { exec ${tool}; metacharacters literal; ${grant} }`;
  const { guardfile, diagnostics } = parseGuardfile("t.kdl", text);
  assert.ok(guardfile, JSON.stringify(diagnostics));
  return plant([{ place: "user", guardfile }]).tree;
}

/** Runs the tool with this spelling in a copy of the probe's directory, and says whether it acted on the flag. */
async function isAccepted(
  probe: Probe,
  template: string,
  tokens: readonly string[],
): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), "ward-spelling-"));
  try {
    cpSync(template, dir, { recursive: true });
    const words = probe.leaf === "*" ? [] : [probe.leaf];
    const args = [...words, ...tokens].map((word) => (word === "FILE" ? `file://${dir}/a` : word));
    const env = {
      PATH: process.env.PATH,
      HOME: `${dir}/home`,
      GIT_CONFIG_NOSYSTEM: "1",
      LC_ALL: "C",
    };
    const out = await new Promise<string>((resolve) => {
      const child = execFile(probe.tool, args, { cwd: dir, env, timeout: MOST_MS }, (_, stdout) =>
        resolve(stdout),
      );
      child.stdin?.end();
    });
    writeFileSync(`${dir}/.out`, out);
    return probe.happened(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** In front of the operands and behind them; tools differ in which of the two they read. */
function calls(probe: Probe): readonly (readonly string[])[] {
  const { before, after } = probe;
  return spellingsOf(probe).flatMap((spelling) => [
    [...before, ...spelling, ...after],
    ...(after.length > 0 ? [[...before, ...after, ...spelling]] : [[...spelling, ...before]]),
  ]);
}

async function accepted(probe: Probe): Promise<readonly (readonly string[])[]> {
  const template = mkdtempSync(join(tmpdir(), "ward-probe-"));
  probe.setUp(template);
  const waiting = [...calls(probe)];
  const found: (readonly string[])[] = [];
  const work = async () => {
    for (let tokens = waiting.pop(); tokens; tokens = waiting.pop()) {
      if (await isAccepted(probe, template, tokens)) found.push(tokens);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  rmSync(template, { recursive: true, force: true });
  return found;
}

for (const probe of PROBES) {
  test(`${probe.tool} ${probe.leaf}: every spelling of ${probe.names.join(" ")} is refused by deny-flag ${probe.deny}`, async (t) => {
    const tree = treeOf(probe);
    const path = ["ward", "t", ...(probe.leaf === "*" ? [] : [probe.leaf])];
    const made = (tokens: readonly string[]) =>
      decide(tree, { words: [...path, ...tokens] }, facts);
    const taken = await accepted(probe);
    t.diagnostic(`${calls(probe).length} spellings tried, ${taken.length} taken as the flag`);
    assert.ok(taken.length > 0, "the probe saw nothing: it would prove nothing");
    const missed = taken.filter((tokens) => made(tokens).decision !== "deny");
    assert.deepEqual(missed, []);
    const refused = probe.others.flatMap((tokens) => {
      const decision = made(tokens);
      return decision.decision === "deny" ? [`${tokens.join(" ")}: ${decision.message}`] : [];
    });
    assert.deepEqual(refused, []);
  });
}
