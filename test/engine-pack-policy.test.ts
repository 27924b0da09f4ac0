// Packing and unpacking give back the same policy, and what is unpacked for one call decides it as the whole does.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { decide } from "../src/engine/decide.ts";
import { bareFacts } from "../src/engine/facts.ts";
import { packGuardfile } from "../src/engine/pack-policy.ts";
import { plant } from "../src/engine/tree.ts";
import { unpackGuardfile } from "../src/engine/unpack-policy.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import type { Guardfile } from "../src/model/policy.ts";

function parse(file: string, text: string): Guardfile {
  const { guardfile, diagnostics } = parseGuardfile(file, text);
  assert.deepEqual(diagnostics, []);
  assert.ok(guardfile);
  return guardfile;
}

interface Case {
  readonly id: string;
  readonly call: readonly string[];
}

const names = readdirSync("guardfiles").filter((name) => name.endsWith(".kdl"));
const shipped = names.map((name) => parse(name, readFileSync(`guardfiles/${name}`, "utf8")));

const ODD = `description "ünïcödé and {=}"
wrap ward odd {
    exec "/bin/ünïcödé" { env X "{\\"=\\":3}" }
    can run "a" { deny-when any-arg matches "{\\"=\\":3}" }
    can run "a b" { deny-when any-arg matches "{\\"=\\":3}" }
}
`;

const decideIn = (guardfile: Guardfile, words: readonly string[]) => {
  const { tree } = plant([{ place: "user", guardfile }]);
  return decide(tree, { words, notUtf8: [] }, bareFacts);
};

test("every shipped policy comes back as it was, in ASCII and shorter", () => {
  for (const guardfile of shipped) {
    const packed = packGuardfile(guardfile);
    assert.deepEqual(unpackGuardfile(packed, null), guardfile);
    assert.match(packed, /^[\n -~]*$/);
    assert.ok(packed.length < JSON.stringify(guardfile).length);
  }
});

test("texts that look like references, and letters beyond ASCII, come back as they were", () => {
  const guardfile = parse("odd.kdl", ODD);
  assert.deepEqual(unpackGuardfile(packGuardfile(guardfile), null), guardfile);
});

test("each call of the shipped tables is decided by its own part as by the whole", () => {
  for (const [index, guardfile] of shipped.entries()) {
    const packed = packGuardfile(guardfile);
    const table = readFileSync(
      `guardfiles/${names[index]?.replace(".kdl", ".cases.jsonl")}`,
      "utf8",
    );
    const calls = table.split("\n").filter((line) => line.startsWith("{"));
    for (const { id, call } of calls.map((line): Case => JSON.parse(line))) {
      const part = unpackGuardfile(packed, call);
      assert.deepEqual(decideIn(part, call), decideIn(guardfile, call), id);
    }
  }
});

test("a leaf that the call can't concern names no binary, and one that it can is whole", () => {
  const git = shipped[names.indexOf("git.kdl")] as Guardfile;
  const packed = packGuardfile(git);
  const [part] = unpackGuardfile(packed, ["ward", "git", "stash", "-q", "list"]).wraps;
  const [whole] = git.wraps;
  const read = part?.leaves.filter(({ exec }) => exec.bin !== "") ?? [];
  const meant = whole?.leaves.filter(
    ({ words }) => words[0] === "stash" && /^(list)?$/.test(words[1] ?? ""),
  );
  assert.deepEqual(read, meant);
  assert.deepEqual(
    part?.leaves.map(({ words, span }) => [words, span]),
    whole?.leaves.map(({ words, span }) => [words, span]),
  );
  assert.deepEqual(unpackGuardfile(packed, ["ward", "git"]), git);
  assert.deepEqual(unpackGuardfile(packed, ["ward", "git", "stash", "--help"]), git);
});

test("a text that nobody packed is refused", () => {
  for (const text of ["", "{}", "[]\n", '{"wraps":[{"leaves":[[["a"],[]]]}],"shared":0}\nnull']) {
    assert.throws(() => {
      const { wraps } = unpackGuardfile(text, null);
      for (const { leaves } of wraps) for (const { words } of leaves) words.length;
    });
  }
});
