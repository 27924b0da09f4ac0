// The store and the directories that a request may write in: no answer is believed inside one.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readStore } from "../src/host/trust-store.ts";
import { readMachine } from "../src/surfaces/machine.ts";
import { trustAround } from "../src/surfaces/trust/around.ts";
import { record, storeOf, trustRoom } from "./trust-place.ts";

test("T41: a store inside a workspace root is refused, in one beside them all it decides", async (t) => {
  const room = trustRoom(t);
  room.store(storeOf({ "/a/Guardfile": record() }));
  const machine = await readMachine({ WARD_CONFIG_DIR: room.config, WARD_STATE_DIR: room.root });
  const read = (workspaceRoots: readonly string[]) =>
    readStore(trustAround({ ...machine, workspaceRoots }).store).records.size;
  const beside = join(room.root, "beside");
  mkdirSync(beside);
  assert.equal(read([beside]), 1);
  assert.throws(() => read([beside, room.root]), { code: "store-refused", exit: 125 });
});
