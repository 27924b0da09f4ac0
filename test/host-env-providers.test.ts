// Values for the child's environment from their providers; whatever fails is a reason and no value.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { answerEnv, registerEnvProvider } from "../src/host/env-providers.ts";
import { ownDirectory } from "./host-place.ts";

const env = { SET: " p w ", EMPTY: "", FUNC: "() { :;}" };
const ask = (provider: string, address: string) => answerEnv(provider, address, env);
const value = (text: string) => ({ ok: true, value: text });
const problem = (text: string) => ({ ok: false, problem: text });

test("env: a variable of the caller, as it is", async () => {
  assert.deepEqual(await ask("env", "SET"), value(" p w "));
  assert.deepEqual(await ask("env", "EMPTY"), value(""));
  assert.deepEqual(await ask("env", "UNSET"), problem("the variable UNSET is not set"));
  assert.deepEqual(await ask("env", "toString"), problem("the variable toString is not set"));
  assert.deepEqual(await ask("env", "FUNC"), problem("the value is a shell function"));
});

test("literal: itself", async () => {
  assert.deepEqual(await ask("literal", " a\nb "), value(" a\nb "));
  assert.deepEqual(await ask("literal", "a\0b"), problem("the value holds a NUL character"));
});

test("file: the trimmed text of a regular file", async (t) => {
  const at = (name: string) => join(ownDirectory(t), name);
  const [good, empty, large, binary, nul] = ["good", "empty", "large", "binary", "nul"].map(at);
  writeFileSync(good ?? "", "\n  s3cret \u{e9}\r\n\n");
  writeFileSync(empty ?? "", "");
  writeFileSync(large ?? "", "x".repeat(128 * 1024));
  writeFileSync(binary ?? "", Buffer.from([0xff]));
  writeFileSync(nul ?? "", "a\0b");
  assert.deepEqual(await ask("file", good ?? ""), value("s3cret \u{e9}"));
  assert.deepEqual(await ask("file", empty ?? ""), value(""));
  assert.deepEqual(
    await ask("file", large ?? ""),
    problem(`${large} is longer than a variable can be`),
  );
  assert.deepEqual(await ask("file", binary ?? ""), problem(`${binary} is not UTF-8`));
  assert.deepEqual(await ask("file", nul ?? ""), problem("the value holds a NUL character"));
});

test("file: nothing but a regular file, and no path that depends on where ward stands", async (t) => {
  const directory = ownDirectory(t);
  const at = (name: string) => join(directory, name);
  mkdirSync(at("directory"));
  execFileSync("mkfifo", [at("fifo")]);
  symlinkSync(at("fifo"), at("link"));
  assert.deepEqual(
    await ask("file", at("none")),
    problem(`${at("none")} can't be opened: no such file or directory`),
  );
  for (const name of ["directory", "fifo", "link"]) {
    assert.deepEqual(await ask("file", at(name)), problem(`${at(name)} is not a regular file`));
  }
  assert.deepEqual(await ask("file", "/dev/zero"), problem("/dev/zero is not a regular file"));
  assert.deepEqual(
    await ask("file", "package.json"),
    problem("package.json is not an absolute path"),
  );
});

test("a provider that nobody registered has no value", async () => {
  assert.deepEqual(await ask("vaultx", "/pw"), problem("no env provider vaultx is registered"));
  assert.deepEqual(
    await ask("constructor", "x"),
    problem("no env provider constructor is registered"),
  );
});

test("a program can register more, once, and not in place of ward's own", async () => {
  registerEnvProvider("upper", (address) => address.toUpperCase());
  registerEnvProvider("slow", async (address) => address);
  registerEnvProvider("broken", () => {
    throw new Error("the vault is sealed");
  });
  registerEnvProvider("rejecting", () => Promise.reject("no reason"));
  registerEnvProvider("number", (() => 7) as unknown as () => string);
  assert.deepEqual(await ask("upper", "abc"), value("ABC"));
  assert.deepEqual(await ask("slow", "abc"), value("abc"));
  assert.deepEqual(await ask("broken", ""), problem("the vault is sealed"));
  assert.deepEqual(await ask("rejecting", ""), problem("no reason"));
  assert.deepEqual(await ask("number", ""), problem("the value is no text"));
  for (const taken of ["upper", "env", "file", "literal"]) {
    assert.throws(() => registerEnvProvider(taken, () => ""), /there is an env provider/);
  }
  assert.throws(() => registerEnvProvider("", () => ""), /needs a name/);
});
