// The page of each shipped policy is the one that `wardctl docs` writes of it now, and there are no others.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { Place } from "./program-place.ts";

const names = (directory: string, ending: string) =>
  readdirSync(directory)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

test("docs/policies is current; `npm run reference` writes it", (t) => {
  const place = new Place(t);
  const shipped = names("guardfiles", ".kdl");
  assert.deepEqual(names("docs/policies", ".md"), shipped);
  const checked = shipped.map((name) => {
    const page = resolve(`docs/policies/${name}.md`);
    const { exit } = place.wardctl("docs", "--check", page, resolve(`guardfiles/${name}.kdl`));
    return { name, exit };
  });
  assert.deepEqual(
    checked,
    shipped.map((name) => ({ name, exit: 0 })),
  );
});
