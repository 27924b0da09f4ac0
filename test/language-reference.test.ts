// The committed reference pages are what the list of nodes, and that of verbs, say.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { renderReference } from "../src/language/reference.ts";
import { renderVerbs } from "../src/render/verb-page.ts";
import { verbTexts } from "../src/surfaces/verb-texts.ts";

test("docs/guardfile-reference.md is current; `node scripts/reference.mjs` writes it", () => {
  assert.equal(readFileSync("docs/guardfile-reference.md", "utf8"), renderReference());
});

test("docs/wardctl.md is current; `npm run reference` writes it", () => {
  assert.equal(readFileSync("docs/wardctl.md", "utf8"), renderVerbs(verbTexts()));
});
