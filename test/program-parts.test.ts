// What a call reads of ward's own program: one file and its code cache, and a part only where the call runs something of it.
import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { Script } from "node:vm";
import { Place } from "./program-place.ts";

/** Notes what is read, before ward.js asks for node:fs. */
const HOOK = `
const fs = require("node:fs");
const read = fs.readFileSync;
const seen = [];
fs.readFileSync = (file, ...more) => {
  seen.push(file);
  return read(file, ...more);
};
process.on("exit", () => fs.writeFileSync(process.env.SEEN, seen.join("\\n")));
`;

const POLICY = `wrap ward tool {
    exec marker
    can run go { deny-flag "--force" }
    can run timed { timeout "1h" }
}
`;

class Reading {
  readonly place: Place;

  constructor(t: TestContext) {
    this.place = new Place(t);
    this.place.guardfile("tool", POLICY);
    this.place.file("hook.cjs", HOOK);
  }

  /** @returns the parts that a call reads once policies are compiled: the first one does that */
  of(...words: readonly string[]): string[] {
    this.#once(words);
    const parts = this.#once(words);
    // What was compiled while the file was new is compiled once more when it is not.
    return parts.includes("compiling.js") ? this.#once(words) : parts;
  }

  #once(words: readonly string[]): string[] {
    const { root } = this.place;
    const seen = join(root, "seen");
    const env = { NODE_OPTIONS: `-r ${join(root, "hook.cjs")}`, SEEN: seen };
    this.place.call("ward", words, { env });
    const files = readFileSync(seen, "utf8").split("\n");
    assert.ok(files.some((file) => file.endsWith("/dist/ward.program.js")));
    const parts = files.filter((file) => /\/dist\/parts\/.*\.js$/.test(file));
    // What was compiled is kept once more when a file's stamp has settled, by whichever call comes next.
    return parts.map((file) => basename(file)).filter((name) => name !== "compiling.js");
  }
}

test("a granted call reads no part, and others the one that they run", (t) => {
  const read = new Reading(t);
  const parts = {
    granted: read.of("tool", "go", "x"),
    denied: read.of("tool", "go", "--force"),
    "not granted": read.of("tool", "stop"),
    timed: read.of("tool", "timed"),
  };
  assert.deepEqual(parts, {
    granted: [],
    denied: ["refusal.js"],
    "not granted": ["refusal.js"],
    timed: ["bounds.js"],
  });
});

test("a call of an approved project reads one part", (t) => {
  const read = new Reading(t);
  const { place } = read;
  place.file("work/Guardfile", "wrap ward own { exec marker; can run go }\n");
  const [{ digest }] = JSON.parse(place.wardctl("trust", "status", "--json").stdout);
  assert.equal(place.wardctl("trust", "allow", "--digest", digest, "Guardfile").exit, 0);
  assert.deepEqual(read.of("own", "go"), ["approval.js"]);
  assert.equal(place.ran().length, 2);
});

test("what parts have compiled is taken by the node that built them", () => {
  const caches = readdirSync("dist/parts").filter((name) => name.endsWith(".cache"));
  for (const name of ["approval", "bounds", "refusal"])
    assert.ok(caches.includes(`${name}.js.cache`), name);
  for (const name of caches) {
    const file = join("dist/parts", name.replace(/\.cache$/, ""));
    const text = readFileSync(file);
    const cache = readFileSync(`${file}.cache`);
    const cachedData = cache.subarray(0, cache.length - text.length);
    const script = new Script(text.toString(), { cachedData });
    assert.equal(script.cachedDataRejected, false, name);
  }
});

test("every source that is to be read apart is there, and is read apart", () => {
  const text = readFileSync("scripts/seldom-run.mjs", "utf8");
  const sources = [...text.matchAll(/"(src\/[^"]+)"/g)].map(([, path = ""]) => path);
  const groups = [...text.matchAll(/^ {2}(\w+): \[/gm)].map(([, name]) => `${name}.js`);
  assert.ok(sources.length > 20 && groups.length > 5);
  assert.deepEqual(
    sources.filter((path) => !existsSync(path)),
    [],
  );
  const parts = readdirSync("dist/parts");
  assert.deepEqual(
    groups.filter((name) => !parts.includes(name)),
    [],
  );
});

test("a part that can't be read ends the call in ward's own words, and nothing runs", (t) => {
  const place = new Place(t);
  place.guardfile("tool", POLICY);
  const copy = join(place.root, "dist");
  cpSync("dist", copy, { recursive: true });
  const as = join(copy, "ward.js");
  place.call("ward", ["tool", "go"], { as });
  rmSync(join(copy, "parts/refusal.js"));
  truncateSync(join(copy, "parts/bounds.js"), 1000);
  const ended = [["stop"], ["timed"]].map((words) =>
    place.call("ward", ["tool", ...words], { as }),
  );
  const told = (name: string, why: string) => {
    const part = join(copy, "parts", name);
    const message = `${part} is a part of this installation and can't be read: ${why}`;
    return { exit: 125, stdout: "", stderr: `ward: ${message}\n  hint: install ward again\n` };
  };
  assert.deepEqual(ended, [
    told("refusal.js", "no such file or directory"),
    told("bounds.js", "it is damaged"),
  ]);
  assert.deepEqual(place.ran(), ["go"]);
});
