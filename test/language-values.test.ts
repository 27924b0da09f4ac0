// A valid Guardfile's whole value, down to every rule's place and text.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parseGuardfile } from "../src/language/parse.ts";

const DIRECTORY = "test/cases/language/values";

for (const file of readdirSync(DIRECTORY).filter((name) => name.endsWith(".kdl"))) {
  const bytes = readFileSync(`${DIRECTORY}/${file}`);
  const expected: unknown = JSON.parse(
    readFileSync(`${DIRECTORY}/${file.replace(/kdl$/, "json")}`, "utf8"),
  );

  test(`${file} is read as ${file.replace(/kdl$/, "json")} says`, () => {
    const { guardfile, diagnostics, text } = parseGuardfile(file, bytes);
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(guardfile, expected);
    assert.equal(text, bytes.toString("utf8"));
  });

  test(`${file} means the same with a byte order mark and CRLF`, () => {
    const windows = `\ufeff${bytes.toString("utf8").replaceAll("\n", "\r\n")}`;
    const { guardfile } = parseGuardfile(file, new TextEncoder().encode(windows));
    const places = /"(?:offset)":\d+/g;
    const plain = (value: unknown) => JSON.stringify(value).replace(places, "");
    assert.equal(plain(guardfile), plain(expected));
  });
}
