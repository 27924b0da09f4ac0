// The committed reference page is what the list of nodes says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { renderReference } from "../src/language/reference.ts";

test("docs/guardfile-reference.md is current; `node scripts/reference.mjs` writes it", () => {
  assert.equal(readFileSync("docs/guardfile-reference.md", "utf8"), renderReference());
});
