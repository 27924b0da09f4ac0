// Words behind `ward npm test --` reach the script as they are: the shell that runs the script finds nothing to do in them.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Place } from "./program-place.ts";

const WORDS = [
  "$(touch PWNED)",
  "`touch PWNED`",
  "'; touch PWNED; '",
  '"; touch PWNED; "',
  '\\"; touch PWNED #',
  "a\ntouch PWNED",
  "&& touch PWNED",
  "> PWNED",
  "a b",
  "",
];

test("no word becomes a command on its way through npm's shell", (t) => {
  const place = new Place(t);
  const print = `process.stdout.write(JSON.stringify(process.argv.slice(2)))`;
  place.file("work/print.cjs", print);
  const scripts = { test: "node print.cjs" };
  place.file("work/package.json", JSON.stringify({ name: "z", version: "1.0.0", scripts }));
  const { exit, stdout } = place.call("ward", ["npm", "test", "--silent", "--", ...WORDS]);
  assert.deepEqual(
    { exit, words: JSON.parse(stdout || "null"), marker: existsSync(join(place.work, "PWNED")) },
    { exit: 0, words: WORDS, marker: false },
  );
});
