// A path → the flaw on its way, looked for again whenever ward has waited for anything.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { readAccount } from "../src/host/account.ts";
import { rememberWithinTurns } from "../src/host/one-turn.ts";
import { ownershipOf } from "../src/host/ownership.ts";
import { pathFlaw } from "../src/host/path-walk.ts";

test("T41: a directory that others may write from now on is refused in the next turn, though it was sound before", async (t) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "ward-walk-")));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const directory = join(root, "a");
  mkdirSync(directory, { mode: 0o700 });
  const file = join(directory, "x.kdl");
  writeFileSync(file, "");
  rememberWithinTurns();
  const look = () => pathFlaw(file, ownershipOf(readAccount()))?.path ?? null;
  assert.equal(look(), null);
  chmodSync(directory, 0o777);
  await turn();
  assert.equal(look(), directory);
  chmodSync(directory, 0o700);
  assert.equal(look(), null);
  chmodSync(root, 0o777);
  await turn();
  assert.equal(look(), root);
});
