// What the pages on driving and bounding show is so: their calls end as they say, their policies are valid, their program is the tested one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { OUTCOME_KINDS } from "../src/model/outcome.ts";
import { validateOutcome } from "../src/model/outcome-validity.ts";
import { Place } from "./program-place.ts";

const PAGES = ["docs/driving.md", "docs/bounds.md"];

function blocks(page: string, language: string): string[] {
  const found = readFileSync(page, "utf8").matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...found].filter(([, name]) => name === language).map(([, , body = ""]) => body);
}

const POLICY =
  'wrap ward sh { exec sh; metacharacters literal; can run run { argv "-c" } }\n' +
  'wrap ward git { exec git; can run status { argv "--version" } }\n';

/** A place in which `ward` is a command. */
function ready(place: Place) {
  place.guardfile("sh", POLICY);
  place.program(
    "ward",
    `#!/bin/sh\nexec "${process.execPath}" "${resolve("dist/ward.js")}" "$@"\n`,
  );
  const { PATH } = process.env;
  return { cwd: place.work, env: place.environment({ PATH: `${place.bin}:${PATH}` }) };
}

test("the calls with --outcome-fd give what is shown below each", (t) => {
  const place = new Place(t);
  const options = ready(place);
  const shown = blocks("docs/driving.md", "json").map((text) => JSON.parse(text));
  const got = blocks("docs/driving.md", "sh").map((call) => {
    spawnSync("sh", ["-c", call], options);
    return JSON.parse(readFileSync(join(place.work, "outcome"), "utf8"));
  });
  assert.deepEqual(got, shown);
  for (const outcome of got) assert.equal(validateOutcome(outcome), null);
});

test("the program in Python reads one outcome", (t) => {
  const place = new Place(t);
  const [program = ""] = blocks("docs/driving.md", "python");
  const text = `${program}\nprint(outcome["kind"], done.returncode)\n`;
  const { stdout } = spawnSync("python3", ["-c", text], { ...ready(place), encoding: "utf8" });
  assert.match(stdout, /^success 0$/m);
});

test("the program in JavaScript is the one that the library's tests run", () => {
  const [shown] = blocks("docs/driving.md", "js");
  const file = readFileSync("docs/examples/capture.ts", "utf8");
  assert.equal(shown, file.slice(file.indexOf("\n") + 1));
});

test("the table has every kind of outcome that can leave ward without a background", () => {
  const page = readFileSync("docs/driving.md", "utf8");
  const kinds = [...page.matchAll(/^\| `\w+`, `(\w+)`/gm)].map(([, kind]) => kind);
  const wanted = OUTCOME_KINDS.filter((kind) => kind !== "running");
  assert.deepEqual(kinds.toSorted(), wanted.toSorted());
});

test("every Guardfile of the pages is valid, and a sentence of confine in a table parses", (t) => {
  const place = new Place(t);
  const shown = PAGES.flatMap((page) => blocks(page, "kdl"));
  assert.equal(shown.length, 1);
  for (const text of shown) {
    assert.equal(place.wardctl("check", place.file("shown.kdl", text)).exit, 0);
  }
  const page = readFileSync("docs/bounds.md", "utf8");
  const cells = [...page.matchAll(/^\| (`.*?`) +\|/gm)].map(([, cell = ""]) => cell);
  const sentences = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)]).map(([, one]) => one);
  assert.equal(sentences.length, 7);
  for (const sentence of sentences) {
    const text = `wrap ward x { exec sh; can run y { confine { ${sentence} } } }\n`;
    assert.equal(place.wardctl("check", place.file("one.kdl", text)).exit, 0, sentence);
  }
});
