// Guardfiles that differ in one node → whether their digest differs, for every node of the language.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { execSurface, leafPath, leafSurface } from "../src/engine/surface.ts";
import { leafDigest, readSurface, surfaceDigest } from "../src/engine/surface-digest.ts";
import { classified, NODES } from "../src/language/grammar.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import { classifiedNodes, isExecNode, nodeClass } from "../src/model/node-classes.ts";
import type { Guardfile } from "../src/model/policy.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function parse(source: string): Guardfile {
  const { guardfile, diagnostics } = parseGuardfile("Guardfile", source);
  assert.ok(guardfile, `${diagnostics.map((one) => one.message).join("; ")}\n${source}`);
  return guardfile;
}

function digest(source: string): string {
  const surface = readSurface(parse(source), sha256);
  assert.ok(surface.ok);
  return surface.digest;
}

interface NodeRow {
  readonly node: string;
  readonly digest: "same" | "changes";
  readonly before: string;
  readonly after: string;
  readonly why?: string;
}

const rows: NodeRow[] = readFileSync("test/cases/digest/nodes.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test("T11: every node of the language has its rows, and its class says on which side it is", () => {
  const covered = new Set(rows.map((row) => row.node));
  assert.deepEqual(
    NODES.map(({ name }) => name).filter((name) => !covered.has(name)),
    [],
  );
  const sides = [...covered].filter((name) => {
    const isInert = rows.filter((row) => row.node === name).every((row) => row.digest === "same");
    return isInert !== (nodeClass(name) === "inert");
  });
  assert.deepEqual(sides, []);
});

for (const [index, row] of rows.entries()) {
  test(`T10, T11, row ${index + 1}: ${row.node}: ${row.digest}${row.why ? ` (${row.why})` : ""}`, () => {
    const isSame = digest(row.before) === digest(row.after);
    assert.equal(isSame, row.digest === "same");
  });
}

test("T5, T6: a node without a class does not parse", () => {
  const [spec] = NODES;
  assert.ok(spec);
  assert.deepEqual(classified([spec, { ...spec, name: "run-this" }]), [spec]);
  assert.equal(isExecNode("argv-prefix"), true);
  assert.equal(isExecNode("describe"), false);
  assert.equal(isExecNode("run-this"), false);
});

test("T5: the classes name nodes of the language", () => {
  const known = new Set(NODES.map(({ name }) => name));
  assert.deepEqual(
    classifiedNodes().filter((name) => !known.has(name)),
    [],
  );
});

test("dg-01: no wraps, no sites, no digest", () => {
  const empty: Guardfile = { file: "Guardfile", description: null, wraps: [] };
  assert.deepEqual(execSurface(empty, sha256), []);
  assert.deepEqual(readSurface(empty, sha256), { ok: true, digest: "", sites: [] });
});

test("dg-02, dg-07: comments, blank lines, prose, quoting and order change nothing", () => {
  const before =
    'wrap ward git {\n exec git { argv-prefix "-n"; env A "1" }\n can run status\n can run log\n}';
  const after =
    '// ours\ndescription "x"\n\nwrap "ward" git {\n /- can run push\n can run "log"\n describe "y"\n can run status { describe "z" }\n exec #"git"# { env A "1"; argv-prefix "-n" }\n}';
  assert.equal(digest(before), digest(after));
});

test("dg-05: two wraps, a bin override, a funnel, a list, a guard and a provider: each site once, by its path", () => {
  const sites = execSurface(
    parse(`
      wrap ward git { exec git { env TOKEN { value file "/run/token" } }
        can run status; can run hub { bin hub }; only pass when shell hostname "-s" is "*laptop*" }
      wrap ward all { passthrough kubectl "-n" "x" }
      wrap ward see { allow ls cat }`),
    sha256,
  );
  const shown = sites.map(({ where, kind, argv, detail }) => [where, kind, argv.join(" "), detail]);
  assert.deepEqual(shown, [
    ["ward.all", "leaf", "kubectl -n x", ""],
    ["ward.all", "wrap", "", "passthrough"],
    ["ward.git", "env", "", "TOKEN"],
    ["ward.git", "shell", "hostname -s", "require"],
    ["ward.git", "wrap", "", "exec"],
    ["ward.git.hub", "leaf", "hub hub", ""],
    ["ward.git.status", "leaf", "git status", ""],
    ["ward.see", "wrap", "", "allow"],
    ["ward.see.cat", "leaf", "cat", ""],
    ["ward.see.ls", "leaf", "ls", ""],
  ]);
});

test("dg-06: one word with a blank and two words are not the same argv", () => {
  const of = (argv: string) => digest(`wrap ward git { exec git; can run x { argv ${argv} } }`);
  assert.notEqual(of('"a b"'), of('"a" "b"'));
  assert.notEqual(of('"a" ""'), of('"a"'));
});

test("dg-08: what the parser of KDL would blur is refused", () => {
  const blurred = [
    "wrap ward git { exec git; can run status { argv a=1 a=2 } }",
    "wrap ward git { exec git; can run status { argv 9007199254740993 } }",
    "wrap ward git { exec git; can run status { argv 0x10 } }",
    'wrap ward git { exec git; can run status { argv (u8)"1" } }',
  ];
  for (const source of blurred) assert.equal(parseGuardfile("Guardfile", source).guardfile, null);
});

test("T37: the text of a variable is in no site", () => {
  const source =
    'wrap ward git { exec git { env A "hunter2"; env B { value literal "hunter3" } }; can run status }';
  const text = JSON.stringify(execSurface(parse(source), sha256));
  assert.equal(/hunter/.test(text), false);
});

test("T13: a word that holds a dot is not the same path", () => {
  const one = 'wrap ward "git.x" { exec git; can run y }';
  const other = 'wrap ward git { exec git; can run "x.y" }';
  assert.notEqual(digest(one), digest(other));
});

test("T15: what has no canonical form is refused, not digested", () => {
  const guardfile = parse("wrap ward git { exec git; can run status }");
  const [wrap] = guardfile.wraps;
  assert.ok(wrap);
  const odd = { ...guardfile, wraps: [{ ...wrap, extra: new Map([["a", 1]]) }] };
  assert.equal(readSurface(odd, sha256).ok, false);
  const site = { ...execSurface(guardfile, sha256)[0], policy: Number.NaN };
  assert.equal(surfaceDigest([site as never], sha256).ok, false);
});

test("T8: a surface that nobody could read is refused before it is built", () => {
  const flags = Array.from({ length: 4000 }, (_, index) => `"-${index}"`).join(" ");
  const leaves = Array.from({ length: 3000 }, (_, index) => `can run l${index}`).join("\n");
  const source = `wrap ward git { exec git { value-flag ${flags} }\n${leaves} }`;
  const surface = readSurface(parse(source), sha256);
  assert.equal(surface.ok, false);
});

test("T17: a leaf's digest is its own; another leaf of the group does not move it", () => {
  const read = (source: string) => {
    const [wrap] = parse(source).wraps;
    const leaf = wrap?.leaves.find((one) => leafPath(wrap, one) === "ward.git.commit");
    assert.ok(wrap && leaf);
    const digested = leafDigest(leafSurface(wrap, leaf, sha256), sha256);
    assert.ok(digested.ok);
    return digested.digest;
  };
  const plain = read("wrap ward git { exec git; can run commit }");
  assert.equal(plain, read("wrap ward git { exec git; can run commit; can run log }"));
  assert.notEqual(plain, read('wrap ward git { exec git; can run commit { deny-flag "-n" } }'));
  assert.notEqual(plain, read("wrap ward git { exec git; can run commit; never run push }"));
  assert.notEqual(plain, read('wrap ward git { exec git { env A "1" }; can run commit }'));
  assert.notEqual(plain, digest("wrap ward git { exec git; can run commit }"));
});
