// A binary's name as the absolute path of a file, by the fixed search path alone.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { DEFAULT_SEARCH_PATH, resolveBinary } from "../src/host/resolve-binary.ts";
import { WardFault } from "../src/model/fault.ts";
import { ownDirectory } from "./host-place.ts";

/** Directories a, b and c; each path named is a file with its mode. */
function tree(t: TestContext, files: Record<string, number>) {
  const root = ownDirectory(t);
  const at = (name: string) => join(root, name);
  for (const name of ["a", "b", "c"]) mkdirSync(at(name));
  for (const [name, mode] of Object.entries(files)) {
    writeFileSync(at(name), "#!/bin/sh\n");
    chmodSync(at(name), mode);
  }
  return { at, path: [at("a"), at("b"), at("c")] };
}

function faultOf(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (!(error instanceof WardFault)) throw error;
    const { code, exit, message, hint } = error;
    return { code, exit, message, hint };
  }
  throw new Error("nothing was thrown");
}

test("the first directory that has it wins", (t) => {
  const { at, path } = tree(t, { "b/tool": 0o755, "c/tool": 0o755 });
  assert.deepEqual(resolveBinary("tool", path), { file: at("b/tool") });
});

test("what can't be executed is passed over for what can", (t) => {
  const { at, path } = tree(t, { "a/tool": 0o644, "c/tool": 0o755 });
  assert.deepEqual(resolveBinary("tool", path), { file: at("c/tool") });
});

test("a directory is no binary", (t) => {
  const { at, path } = tree(t, { "b/tool": 0o755 });
  mkdirSync(at("a/tool"));
  assert.deepEqual(resolveBinary("tool", path), { file: at("b/tool") });
});

test("a link keeps its own name, one into nowhere is nothing", (t) => {
  const { at, path } = tree(t, { "c/busybox": 0o755 });
  symlinkSync("/no/such/file", at("a/tool"));
  symlinkSync(at("c/busybox"), at("b/tool"));
  assert.deepEqual(resolveBinary("tool", path), { file: at("b/tool") });
});

test("not found: where ward looked, and the line that would add a directory", (t) => {
  const { at } = tree(t, {});
  mkdirSync(at("b/tool"));
  assert.deepEqual(
    faultOf(() => resolveBinary("tool", [at("a"), at("b")])),
    {
      code: "binary-not-found",
      exit: 127,
      message: `tool was not found: ward looked in ${at("a")}, ${at("b")}`,
      hint: `install it, or write into config.kdl: search-path "${at("a")}" "${at("b")}" "<the directory of tool>"`,
    },
  );
});

test("found, but not executable", (t) => {
  const { at, path } = tree(t, { "b/tool": 0o644 });
  assert.deepEqual(
    faultOf(() => resolveBinary("tool", path)),
    {
      code: "binary-not-executable",
      exit: 126,
      message: `${at("b/tool")} is there, but this user can't execute it`,
      hint: `look at: ls -ld ${at("b/tool")}`,
    },
  );
});

test("an absolute binary is itself, on no search path", (t) => {
  const { at } = tree(t, { "a/tool": 0o755, "a/text": 0o644 });
  assert.deepEqual(resolveBinary(at("a/tool"), []), { file: at("a/tool") });
  assert.equal(faultOf(() => resolveBinary(at("a/text"), [])).exit, 126);
  assert.deepEqual(
    faultOf(() => resolveBinary(at("a"), [])),
    {
      code: "binary-not-executable",
      exit: 126,
      message: `${at("a")} is there, but it is a directory`,
      hint: `look at: ls -ld ${at("a")}`,
    },
  );
  assert.deepEqual(
    faultOf(() => resolveBinary(at("a/none"), [])),
    {
      code: "binary-not-found",
      exit: 127,
      message: `${at("a/none")} does not exist, or is no file`,
      hint: "install it, or correct the path in the Guardfile",
    },
  );
});

test("relative, empty and dot entries are passed over, wherever ward stands", (t) => {
  const { at } = tree(t, { "a/tool": 0o755, "c/tool": 0o755 });
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(at("a"));
  assert.deepEqual(resolveBinary("tool", ["", ".", "../a", at("c")]), { file: at("c/tool") });
  assert.match(
    faultOf(() => resolveBinary("tool", ["."])).message,
    /no directory; it passed over \.$/,
  );
});

test("no binary is looked for inside the project, by any path to it; an absolute one is", (t) => {
  const { at, path } = tree(t, { "a/tool": 0o755, "c/tool": 0o755 });
  symlinkSync(at("a"), at("b/link"));
  const searched = [at("b/link"), ...path];
  assert.deepEqual(resolveBinary("tool", searched, at("a")), { file: at("c/tool") });
  assert.deepEqual(resolveBinary(at("a/tool"), searched, at("a")), { file: at("a/tool") });
  const { message } = faultOf(() => resolveBinary("other", searched, at("a")));
  assert.equal(
    message,
    `other was not found: ward looked in ${at("b")}, ${at("c")}; it passed over ${at("b/link")}, ${at("a")}`,
  );
});

test("a directory whose name begins like the project's is another one", (t) => {
  const { at } = tree(t, { "a/tool": 0o755 });
  symlinkSync(at("a"), at("ab"));
  mkdirSync(at("abc"));
  writeFileSync(at("abc/tool"), "", { mode: 0o755 });
  assert.deepEqual(resolveBinary("tool", [at("ab"), at("abc")], at("a")), { file: at("abc/tool") });
});

test("a relative binary is a bug of the caller", () => {
  assert.throws(() => resolveBinary("./tool", ["/bin"]), /^Error: bug: /);
  assert.throws(() => resolveBinary("", ["/bin"]), /^Error: bug: /);
});

test("without a configuration: the usual directories, and that of node last", () => {
  const usual = [
    ...["/usr/local/bin", "/opt/homebrew/bin", "/usr/bin", "/bin"],
    ...["/usr/local/sbin", "/usr/sbin", "/sbin"],
  ];
  const own = dirname(process.execPath);
  assert.deepEqual(DEFAULT_SEARCH_PATH, usual.includes(own) ? usual : [...usual, own]);
});
