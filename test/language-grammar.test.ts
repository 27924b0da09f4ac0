// The list of nodes is whole: a file a node, a class for each, an example that parses, and a name that is explained.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { parseConfig } from "../src/language/config.ts";
import { CONFIG_NODES } from "../src/language/config-nodes.ts";
import { NODES } from "../src/language/grammar.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import { REFUSED_WORDS } from "../src/language/refused-words.ts";
import { classifiedNodes, nodeClass } from "../src/model/node-classes.ts";

const names = NODES.map(({ name }) => name);

test("list and folder agree", () => {
  const files = readdirSync("src/language/nodes").map((file) => file.replace(/\.ts$/, ""));
  assert.deepEqual(names.map((name) => name.replace(" ", "-")).sort(), files.sort());
  assert.equal(new Set(names).size, names.length);
});

test("every node is classified, and every classified node parses or is refused by name", () => {
  for (const name of names) assert.notEqual(nodeClass(name), null, name);
  for (const name of classifiedNodes()) {
    assert.ok(names.includes(name) || REFUSED_WORDS.has(name), name);
  }
  for (const name of REFUSED_WORDS.keys()) assert.ok(!names.includes(name), name);
});

/** The blocks around a node, for each place where it may stand. */
const around: Record<string, (node: string) => string> = {
  top: (node) =>
    node.startsWith("wrap") ? node : `${node}\nwrap ward git { exec git; can run x }`,
  wrap: (node) => `wrap ward git { ${node}${completion(node)} }`,
  exec: (node) => `wrap ward git { exec git { ${node} }; can run x }`,
  passthrough: (node) => `wrap ward git { passthrough git { ${node} } }`,
  environment: (node) => `wrap ward git { exec git { environment { ${node} } }; can run x }`,
  env: (node) => `wrap ward git { exec git { env A { ${node} } }; can run x }`,
  grant: (node) =>
    `wrap ward git { exec git; can run commit { ${node}${node === "sealed" ? "; argv x" : ""} } }`,
  never: (node) => `wrap ward git { exec git; can run x; never run y { ${node} } }`,
  confine: (node) => `wrap ward git { exec git; can run x { confine { ${node} } } }`,
  pass: (node) => `wrap ward git { exec git; can run x; never pass y { ${node} } }`,
};

/** What a wrap still needs beside one node. */
function completion(node: string): string {
  if (/^(allow |passthrough)/.test(node)) return "";
  if (/^(when|deny-when|environment)/.test(node)) return "; allow ls";
  const exec = node.startsWith("exec") ? "" : "; exec git";
  return node.startsWith("can run") ? exec : `${exec}; can run x`;
}

/** In a wrap an example starts with the group's words. */
const inWrap = (node: string) => node.replace(/^(allows|refuses) "/, '$1 "git ');

for (const { name, also = [], example, readers, meaning } of NODES) {
  test(`the example of ${name} parses wherever the node may stand`, () => {
    assert.match(meaning, /^[A-Z].*\.$/);
    for (const room of Object.keys(readers)) {
      const text = around[room]?.(room === "wrap" ? inWrap(example) : example) ?? "";
      assert.deepEqual(parseGuardfile("Guardfile", text).diagnostics, [], text);
    }
    assert.ok(example.startsWith(name));
    for (const other of also) {
      const text = around.wrap?.(example.replace(name, other)) ?? "";
      assert.deepEqual(parseGuardfile("Guardfile", text).diagnostics, [], text);
    }
  });
}

for (const { name, example } of CONFIG_NODES) {
  test(`the example of ${name} parses in config.kdl`, () => {
    assert.ok(example.startsWith(name));
    assert.deepEqual(parseConfig("config.kdl", example, "system").diagnostics, []);
  });
}
