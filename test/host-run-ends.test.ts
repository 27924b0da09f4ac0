// How runs end: the child's own code, its death by a signal, and whatever kept it from starting.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { place, runToEnd } from "./host-run-place.ts";

interface EndCase {
  readonly name: string;
  readonly argv: readonly string[];
  readonly outcome: unknown;
  readonly exitCode: number;
}

const cases: EndCase[] = readFileSync("test/cases/host-run/ends.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

for (const { name, argv, outcome, exitCode } of cases) {
  test(name, (t) => {
    const here = place(t, () => ({ argv }));
    assert.equal(runToEnd(here).status, exitCode);
    assert.deepEqual(here.end(), { outcome, exitCode, fault: null });
    assert.deepEqual(
      here.rows().map((row) => row.phase),
      ["decided", "finished"],
    );
  });
}

const notStarted = (kind: string) => ({
  state: "failed",
  kind,
  exit: { code: -1 },
  enforcement: {},
  launched: false,
});

test("a missing interpreter is told apart from a missing binary, and named", (t) => {
  const here = place(t, (at) => ({ argv: ["orphan"], searchPath: [at(".")] }));
  writeFileSync(here.at("orphan"), "#! /no/such/interpreter -x\n", { mode: 0o755 });
  assert.equal(runToEnd(here).status, 127);
  assert.deepEqual(here.end(), {
    outcome: notStarted("executable_not_found"),
    exitCode: 127,
    fault: {
      code: "interpreter-not-found",
      message: `${here.at("orphan")} is there, but the interpreter that it asks for is not: /no/such/interpreter`,
      hint: `install it, or mend the first line of ${here.at("orphan")}`,
    },
  });
});

test("an interpreter that can't be executed is 126", (t) => {
  const here = place(t, (at) => ({ argv: [at("script")] }));
  writeFileSync(here.at("interpreter"), "");
  writeFileSync(here.at("script"), `#!${here.at("interpreter")}\n`, { mode: 0o755 });
  assert.equal(runToEnd(here).status, 126);
  const { outcome, fault } = here.end();
  assert.deepEqual(outcome, notStarted("executable_not_found"));
  assert.equal(fault?.code, "binary-not-executable");
});

test("a missing binary is 127, and no row says that anything was started", (t) => {
  const here = place(t, () => ({ argv: ["no-such-binary-anywhere"] }));
  assert.equal(runToEnd(here).status, 127);
  assert.equal(here.end().fault?.code, "binary-not-found");
});

test("more arguments than the kernel takes are 125", (t) => {
  const here = place(t, () => ({ argv: ["true", "x".repeat(200_000)] }));
  assert.equal(runToEnd(here).status, 125);
  const { outcome, fault } = here.end();
  assert.deepEqual(outcome, notStarted("sandbox_setup_failure"));
  assert.equal(fault?.code, "argument-list-too-long");
  assert.deepEqual(
    here.rows().map((row) => row.launched),
    [undefined, false],
  );
});

test("a NUL character never reaches the spawn", (t) => {
  const here = place(t, (at) => ({ argv: ["touch", at("marker"), "a\0b"] }));
  assert.equal(runToEnd(here).status, 125);
  assert.equal(here.end().fault?.code, "nul-in-argv");
  assert.throws(() => readFileSync(here.at("marker")), { code: "ENOENT" });
});

test("a working directory that was deleted before the call is 125 and not a missing binary", (t) => {
  const here = place(t, () => ({ argv: ["sh", "-c", "exit 0"] }));
  const gone = here.at("gone");
  mkdirSync(gone);
  const deleteAndCall = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
  const result = runToEnd(here, { caller: ["sh", "-c", deleteAndCall, "sh", gone] });
  assert.equal(result.status, 125);
  assert.equal(here.end().fault?.code, "cwd-missing");
});

test("a working directory that is deleted behind the row is 125, and nothing ran", (t) => {
  const here = place(t, (at) => ({ argv: ["touch", at("marker")], remove: at("gone") }));
  const gone = here.at("gone");
  mkdirSync(gone);
  const callInside = 'cd "$1" && shift && exec "$@"';
  const result = runToEnd(here, { caller: ["sh", "-c", callInside, "sh", gone] });
  assert.equal(result.status, 125);
  assert.deepEqual(here.end().outcome, notStarted("sandbox_setup_failure"));
  assert.throws(() => readFileSync(here.at("marker")), { code: "ENOENT" });
});

test("a binary without the mode is 126, and with it runs", (t) => {
  const here = place(t, (at) => ({ argv: [at("tool")] }));
  writeFileSync(here.at("tool"), "", { mode: 0o644 });
  assert.equal(runToEnd(here).status, 126);
  assert.equal(here.end().fault?.code, "binary-not-executable");
  chmodSync(here.at("tool"), 0o755);
  assert.equal(runToEnd(here).status, 0);
});
