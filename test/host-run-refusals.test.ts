// What did not come from decide, prepare and the audit, together and for the first time, starts nothing.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeOpenRow, type OpenRow } from "../src/host/open-row.ts";
import { type Prepared, prepare } from "../src/host/prepare.ts";
import { DEFAULT_SEARCH_PATH } from "../src/host/resolve-binary.ts";
import { run } from "../src/host/run.ts";
import type { Allow } from "../src/model/decision.ts";
import { grant, token } from "./fixtures/grant.ts";
import { ownDirectory } from "./host-place.ts";

const facts = {
  searchPath: DEFAULT_SEARCH_PATH,
  environment: { env: {}, set: [], dropped: [] },
};

/** Everything as it should be, for a program that leaves a marker. */
function good(t: TestContext) {
  const marker = join(ownDirectory(t), "marker");
  const allow = grant(["touch", marker]);
  const prepared = prepare(allow, token(allow), facts);
  return { allow, prepared, row: makeOpenRow("id", allow.verb), hasRun: () => existsSync(marker) };
}

async function refused(allow: Allow, prepared: Prepared, row: OpenRow, why: RegExp) {
  await assert.rejects(run(allow, prepared, row), why);
}

test("all three together run, once", async (t) => {
  const { allow, prepared, row, hasRun } = good(t);
  assert.equal((await run(allow, prepared, row)).exitCode, 0);
  assert.equal(hasRun(), true);
  await refused(allow, prepared, row, /^Error: bug: .*row/);
});

test("signals are ward's until the row can be closed, and then the program's own again", async (t) => {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP", "SIGCHLD"] as const;
  const counts = () => signals.map((signal) => process.listenerCount(signal));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  const before = counts();
  const { allow, prepared, row } = good(t);
  await run(allow, prepared, row);
  assert.deepEqual(
    counts(),
    before.map((count) => count + 1),
  );
  await turn();
  assert.deepEqual(counts(), before);
});

test("a copy of an Allow is none", async (t) => {
  const { allow, prepared, row, hasRun } = good(t);
  await refused({ ...allow }, prepared, row, /^Error: bug: .*Allow/);
  const copy = { ...allow };
  await refused(copy, prepare(copy, token(copy), facts), row, /^Error: bug: .*Allow/);
  assert.equal(hasRun(), false);
});

test("a Prepared is good for its own Allow alone", async (t) => {
  const { allow, prepared, row, hasRun } = good(t);
  await refused(allow, { ...prepared }, row, /^Error: bug: .*Prepared/);
  await refused(grant(["true"]), prepared, row, /^Error: bug: .*Prepared/);
  assert.equal(hasRun(), false);
});

test("a row is good for its own verb, and only if the audit made it", async (t) => {
  const { allow, prepared, row, hasRun } = good(t);
  await refused(allow, prepared, { ...row }, /^Error: bug: .*row/);
  await refused(allow, prepared, makeOpenRow("id", "ward.other"), /^Error: bug: .*row/);
  assert.equal(hasRun(), false);
});

test("what was prepared can't be changed any more", (t) => {
  const { prepared } = good(t);
  assert.throws(() => Object.assign(prepared, { file: "/bin/sh" }), TypeError);
  assert.throws(() => Object.assign(prepared.argv, { 0: "sh" }), TypeError);
  assert.throws(() => Object.assign(prepared.environment.env, { LD_PRELOAD: "x" }), TypeError);
  assert.throws(() => Object.assign(prepared.environment, { env: {} }), TypeError);
});
