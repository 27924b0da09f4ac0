// An Allow is only what mint made, at run time too.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Allow, isMinted } from "../src/model/decision.ts";

test("an Allow made by hand is not minted", () => {
  assert.equal(isMinted({ decision: "allow" } as unknown as Allow), false);
});
