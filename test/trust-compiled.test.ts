// Compiled policy: what is used instead of the parser, and that nothing spoilt, foreign or stale ever is.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { filesInvolved, isOnTheWay } from "../src/engine/overlap.ts";
import { compile } from "../src/host/compile.ts";
import { Compiled } from "../src/host/compiled.ts";
import { Place } from "./program-place.ts";
import { trustRoom } from "./trust-place.ts";
import { TrustRoom } from "./trust-room.ts";

const OWN = "wrap ward own { exec marker; can run one }\n";

/** The part of the build that holds the parser of KDL. */
const PARSER = "packages/kdljs.js";

const HOOK = `const Module = require("node:module");
const { appendFileSync } = require("node:fs");
const load = Module._load;
Module._load = function (request) {
  appendFileSync(process.env.TRACE, request + "\\n");
  return load.apply(this, arguments);
};
`;

/** One call, and whether it loaded the parser. */
function traced(place: Place, words: readonly string[], env: Record<string, string> = {}) {
  const hook = place.file("hook.cjs", HOOK);
  const trace = join(place.root, "trace");
  rmSync(trace, { force: true });
  const argv = ["--require", hook, resolve("dist/ward.js"), ...words];
  const options = { cwd: place.work, env: { ...place.environment(env), TRACE: trace }, input: "" };
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, options);
  const loaded = readFileSync(trace, "utf8");
  const isParsed = loaded.includes(PARSER);
  return { exit: status, stdout: stdout.toString(), stderr: stderr.toString(), isParsed };
}

const treesOf = (place: Place) => readdirSync(join(place.config, "compiled")).sort();
const treePathOf = (place: Place, name: string) => join(place.config, "compiled", name);

/** A place whose files are compiled, settings included. */
function compiled(t: TestContext): Place {
  const place = new Place(t);
  place.guardfile("own", OWN);
  assert.equal(place.ward("own", "one").exit, 0);
  return place;
}

test("the first call parses and leaves its trees; the next one loads no parser and decides the same", (t) => {
  assert.ok(PARSER.length > 0);
  const place = new Place(t);
  place.guardfile("own", OWN);
  const first = traced(place, ["own", "one"]);
  const second = traced(place, ["own", "one"]);
  assert.deepEqual(first, { exit: 0, stdout: "marker: one\n", stderr: "", isParsed: true });
  assert.deepEqual(second, { ...first, isParsed: false });
  assert.deepEqual(traced(place, ["own", "two"]).isParsed, false);
  const rows = place
    .rows()
    .filter(({ phase, decision }) => phase === "decided" && decision === "allow");
  const of = (row: (typeof rows)[number] | undefined) => [
    row?.rule,
    row?.digest,
    row?.guardfile,
    row?.policy_hash,
  ];
  assert.deepEqual(of(rows[0]), of(rows[1]));
});

test("an approved project is kept compiled, one that the environment vouches for is not", (t) => {
  const room = new TrustRoom(t);
  rmSync(join(room.config, "config.kdl"));
  assert.equal(room.run(["app", "one"], { WARD_TRUST_EXEC: "1", PATH: room.bin }).exit, 127);
  assert.equal(existsSync(join(room.config, "compiled.json")), false);
  room.file("config/config.kdl", `search-path "${room.bin}" "/usr/bin" "/bin"\n`);
  room.approve();
  assert.equal(traced(room, ["app", "one"]).isParsed, true);
  assert.deepEqual(traced(room, ["app", "one"]), {
    exit: 0,
    stdout: "marker: one\n",
    stderr: "",
    isParsed: false,
  });
  room.project("wrap ward app { exec marker; can run one; can run evil }\n");
  assert.equal(room.run(["app", "evil"]).exit, 77);
});

/** Each leaves a tree or an index that must not be used. */
const SPOILERS: Readonly<Record<string, (place: Place, tree: string) => void>> = {
  "a tree edited by hand": (_, tree) =>
    writeFileSync(tree, readFileSync(tree, "utf8").replaceAll('"one"', '"evil"')),
  "a tree that was cut off": (_, tree) => writeFileSync(tree, readFileSync(tree).subarray(0, 50)),
  "an empty tree": (_, tree) => writeFileSync(tree, ""),
  "a tree that is gone": (_, tree) => rmSync(tree),
  "a tree that others may write": (_, tree) => chmodSync(tree, 0o622),
  "a tree of another owner": (_, tree) => chownSync(tree, 12_345, 0),
  "a link in a tree's place": (place, tree) => {
    renameSync(tree, join(place.root, "elsewhere"));
    symlinkSync(join(place.root, "elsewhere"), tree);
  },
  "an index of another build": (place) =>
    editIndex(place, (text) => text.replace(/"build":"[^"]*"/, '"build":"0.0.1"')),
  "an index that is no JSON": (place) => editIndex(place, () => "{"),
  "an index that others may write": (place) =>
    chmodSync(join(place.config, "compiled.json"), 0o602),
  "an index of another owner": (place) => chownSync(join(place.config, "compiled.json"), 12_345, 0),
  "an index that names another tree": (place) =>
    editIndex(place, (text) => text.replaceAll(/"tree":"[0-9a-f]{4}/g, '"tree":"0000')),
  "an index that names other bytes": (place) =>
    editIndex(place, (text) => text.replaceAll(/"source":"[0-9a-f]{4}/g, '"source":"0000')),
};

function editIndex(place: Place, change: (text: string) => string): void {
  const path = join(place.config, "compiled.json");
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

for (const [what, spoil] of Object.entries(SPOILERS)) {
  test(`${what} is not used: the source is parsed, and decides`, (t) => {
    const place = compiled(t);
    const trees = treesOf(place);
    const own = trees.find((name) =>
      readFileSync(treePathOf(place, name), "utf8").includes("marker"),
    );
    assert.ok(own);
    spoil(place, treePathOf(place, own));
    assert.equal(place.ward("own", "evil").exit, 77);
    const ended = traced(place, ["own", "one"]);
    assert.deepEqual(
      { exit: ended.exit, stdout: ended.stdout },
      { exit: 0, stdout: "marker: one\n" },
    );
    assert.deepEqual(place.ran(), ["one", "one"]);
  });
}

test("a source that was changed is what decides, at once and at whatever speed", (t) => {
  const place = compiled(t);
  for (const word of ["two", "six", "ten"]) {
    place.guardfile("own", OWN.replace("one", word));
    assert.equal(place.ward("own", word).exit, 0);
    assert.equal(place.ward("own", "one").exit, 77);
  }
});

test("a source that is older than its tree, and the same length, is not taken for it", (t) => {
  const place = compiled(t);
  const path = place.guardfile("own", OWN.replace("one", "two"));
  utimesSync(path, 0, 0);
  assert.equal(place.ward("own", "one").exit, 77);
  assert.equal(place.ward("own", "two").exit, 0);
});

test("all trees can be taken away at any time", (t) => {
  const place = compiled(t);
  rmSync(join(place.config, "compiled"), { recursive: true });
  assert.equal(place.ward("own", "one").exit, 0);
  rmSync(join(place.config, "compiled"), { recursive: true });
  rmSync(join(place.config, "compiled.json"));
  assert.equal(place.ward("own", "one").exit, 0);
  assert.equal(treesOf(place).length, 2);
});

test("trees of sources that are gone go with them", (t) => {
  const place = compiled(t);
  place.guardfile("more", "wrap ward more { exec marker; can run one }\n");
  assert.equal(place.ward("more", "one").exit, 0);
  assert.equal(treesOf(place).length, 3);
  rmSync(join(place.config, "own.kdl"));
  place.guardfile("more", "wrap ward more { exec marker; can run two }\n");
  assert.equal(place.ward("more", "two").exit, 0);
  assert.equal(treesOf(place).length, 2);
});

test("a directory that can't be written to costs the parse and nothing else", (t) => {
  const place = new Place(t);
  place.guardfile("own", OWN);
  place.file("config/compiled", "a file in the way");
  assert.deepEqual(place.ward("own", "one"), { exit: 0, stdout: "marker: one\n", stderr: "" });
});

/** Longer than two changes of a file could share one time. */
const TICK_MS = 2100;

function stampsOf(place: Place): string[] {
  const { files } = JSON.parse(readFileSync(join(place.config, "compiled.json"), "utf8"));
  // Settings are opened by every call, whatever their stamp.
  return Object.entries(files as Record<string, { stamp: string }>)
    .filter(([path]) => !path.endsWith("config.kdl"))
    .map(([, { stamp }]) => stamp);
}

test("files that are not opened still hold their groups, clash and hide as if they were", async (t) => {
  const place = compiled(t);
  place.guardfile("git", "wrap ward git { exec marker; can run mine }\n");
  place.guardfile("deep", "wrap ward tool deep { exec marker; can run x }\n");
  place.ward("own", "one");
  assert.ok(stampsOf(place).includes(""), "what has just been written has no stamp yet");
  await pause(TICK_MS);
  place.ward("own", "one");
  place.ward("git", "mine");
  place.ward("tool", "deep", "x");
  assert.equal(stampsOf(place).includes(""), false);
  assert.match(place.ward("git", "status").stderr, /not granted in `ward git`/);
  assert.match(place.ward("gti", "mine").stderr, /did you mean `ward git`/);
  assert.equal(place.ward("tool").exit, 0);
  assert.match(place.ward("--help").stdout, /ward own +1 leaf/);
  assert.equal(traced(place, ["own", "one"]).isParsed, false);
  const clash = place.guardfile("clash", 'wrap ward tool { exec marker; can run "deep y" }\n');
  const ended = place.ward("tool", "deep", "x");
  assert.equal(ended.exit, 78);
  assert.ok(ended.stderr.includes(clash) || ended.stderr.includes("deep.kdl"));
  assert.equal(place.ward("own", "one").exit, 0);
  place.guardfile("git", "wrap ward git { exec marker; can run other }\n");
  assert.equal(place.ward("git", "mine").exit, 77);
});

test("wardctl parses what it judges, whatever was compiled", (t) => {
  const place = compiled(t);
  const [first = "", second = ""] = treesOf(place);
  for (const name of [first, second]) rmSync(treePathOf(place, name));
  assert.equal(place.wardctl("check").exit, 0);
  assert.equal(place.wardctl("explain", "--", "ward", "own", "one").exit, 0);
});

test("check and explain say where a tree that would be used is not what the file says", (t) => {
  const place = compiled(t);
  const index = join(place.config, "compiled.json");
  const { build, files } = JSON.parse(readFileSync(index, "utf8"));
  const source = join(place.config, "own.kdl");
  const text = readFileSync(treePathOf(place, `${files[source].tree}.txt`), "utf8");
  const forged = text.replaceAll('"one"', '"evil"');
  const tree = createHash("sha256").update(forged).digest("hex");
  writeFileSync(treePathOf(place, `${tree}.txt`), forged, { mode: 0o600 });
  const all = { ...files, [source]: { ...files[source], tree } };
  writeFileSync(index, JSON.stringify({ build, files: all }));
  const says = /what is kept compiled of this file is not what it says/;
  assert.match(place.wardctl("check").stdout, says);
  assert.match(place.wardctl("explain", "--", "ward", "own", "one").stdout, says);
  assert.match(place.ward("--explain", "own", "one").stdout, says);
  assert.equal(place.wardctl("trust", "compile").exit, 0);
  assert.doesNotMatch(place.wardctl("check").stdout, says);
});

test("wardctl trust compile keeps the user's files and says which", (t) => {
  const place = new Place(t);
  const file = place.guardfile("own", OWN);
  const bad = place.guardfile("bad", "wrap {\n");
  const ended = place.wardctl("trust", "compile", "--json");
  assert.equal(ended.exit, 78);
  assert.match(ended.stderr, new RegExp(`${bad} is not valid: .*; it is left out`));
  const paths = JSON.parse(ended.stdout).map(({ path }: { path: string }) => path);
  assert.deepEqual(paths.sort(), [join(place.config, "config.kdl"), file].sort());
  rmSync(bad);
  assert.equal(traced(place, ["own", "one"]).isParsed, false);
});

test("an agent leaves no trees", (t) => {
  const place = new Place(t);
  place.ward("git", "--version");
  const before = existsSync(join(place.config, "compiled.json"));
  const other = new Place(t);
  other.call("ward", ["git", "--version"], { env: { WARD_AGENT: "1" } });
  assert.deepEqual([before, existsSync(join(other.config, "compiled.json"))], [true, false]);
  assert.equal(other.call("wardctl", ["trust", "compile"], { env: { WARD_AGENT: "1" } }).exit, 77);
});

test("which files a call can have to do with", () => {
  const files = [
    [["ward", "git"]],
    [["ward", "git", "hooks"]],
    [
      ["ward", "ops", "x"],
      ["ward", "git", "hooks", "deep"],
    ],
    [["ward", "kubectl"]],
    [["acme", "git"]],
    [],
  ];
  const of = (...words: string[]) => [...filesInvolved(words, files)].sort();
  assert.deepEqual(of("ward", "git", "status"), [0, 1, 2]);
  assert.deepEqual(of("ward", "kubectl", "get"), [3]);
  assert.deepEqual(of("ward"), [0, 1, 2, 3]);
  assert.deepEqual(of("ward", "nothing"), []);
  assert.deepEqual(of("ward", "ops", "x", "y"), [0, 1, 2]);
  assert.equal(isOnTheWay(["a", "b"], ["a"]), true);
  assert.equal(isOnTheWay(["a", "b"], ["a", "c"]), false);
});

test("a stamp is believed only as long as the file is the one that was compiled", (t) => {
  const { place: where, root } = trustRoom(t);
  const place = { directory: where.directory, ownership: where.ownership };
  const file = join(root, "a.kdl");
  writeFileSync(file, OWN);
  const tree = { digest: "d", text: "{}" };
  const source = { path: file, sha256: "s", stamp: "1 2 3", paths: [["ward", "own"]], tree };
  compile(place, [source]);
  assert.equal(new Compiled(place).glance(file), null);
  const known = new Compiled(place);
  const read = {
    path: file,
    realpath: file,
    bytes: new Uint8Array(),
    sha256: "s",
    uid: process.geteuid?.() ?? 0,
  };
  assert.deepEqual(known.find(read), tree);
  assert.equal(known.find({ ...read, sha256: "other" }), null);
  assert.equal(known.find({ ...read, uid: 12_345 }), null);
  assert.equal(known.find({ ...read, path: "/other" }), null);
});
