// The child's environment as an allowlist: what passes, what a policy keeps or drops, what ward gives by itself.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { childEnvironment, droppedTargets, projectEnvironment } from "../src/engine/environment.ts";
import type { Account } from "../src/model/account.ts";
import type { BinaryFacts } from "../src/model/catalogue.ts";

interface InheritedCase {
  readonly name: string;
  readonly parent: Record<string, string>;
  readonly keep?: string[];
  readonly drop?: string[];
  readonly isProject?: boolean;
  readonly env: Record<string, string>;
  readonly dropped: string[];
}

const account: Account = { uid: 7, gid: 7, name: "kai", home: "/home/kai", shell: "/bin/fish" };
const searchPath = ["/usr/bin", "/bin"];
const given = {
  ...{ HOME: "/home/kai", USER: "kai", LOGNAME: "kai", SHELL: "/bin/fish", PATH: "/usr/bin:/bin" },
};
const none = { rule: { keep: [], drop: [] }, set: {}, parent: {}, account, searchPath };

const cases: InheritedCase[] = readFileSync("test/cases/engine-environment/inherited.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

for (const { name, parent, keep = [], drop = [], isProject = false, env, dropped } of cases) {
  test(name, () => {
    const rule = isProject ? projectEnvironment({ keep, drop }) : { keep, drop };
    const result = childEnvironment({ ...none, rule, parent });
    assert.deepEqual(sorted(result.env), sorted({ ...given, ...Object.fromEntries(entries(env)) }));
    assert.deepEqual(result.set, []);
    assert.deepEqual(result.dropped, dropped);
  });
}

const entries = (record: Readonly<Record<string, string>>) => Object.entries(record);
const sorted = (record: Readonly<Record<string, string>>) => entries(record).sort();

test("what ward gives is not the caller's", () => {
  const parent = { HOME: "/x", USER: "x", LOGNAME: "x", SHELL: "/x", PATH: "/x" };
  assert.deepEqual(childEnvironment({ ...none, parent }), { env: given, set: [], dropped: [] });
});

test("a glob does not bring the caller's back, the full name does", () => {
  const parent = { HOME: "/x", PATH: "/x" };
  const rule = { keep: ["*", "HOME"], drop: [] };
  const { env } = childEnvironment({ ...none, parent, rule });
  assert.deepEqual(env, { ...given, HOME: "/x" });
});

test("a glob does not drop what ward gives, the full name does", () => {
  const rule = { keep: [], drop: ["*", "SHELL"] };
  const { env, dropped } = childEnvironment({ ...none, parent: { SHELL: "/x", TERM: "x" }, rule });
  const { SHELL: _, ...rest } = given;
  assert.deepEqual({ env, dropped }, { env: rest, dropped: ["SHELL", "TERM"] });
});

test("an account without a shell gives none, and the caller's does not take its place", () => {
  const parent = { SHELL: "/x" };
  const { env, dropped } = childEnvironment({
    ...none,
    parent,
    account: { ...account, shell: null },
  });
  const { SHELL: _, ...rest } = given;
  assert.deepEqual({ env, dropped }, { env: rest, dropped: ["SHELL"] });
});

test("a user id without an entry gets HOME from the caller, and no other name", () => {
  const parent = { HOME: "/x", USER: "x", LOGNAME: "x", SHELL: "/x", PATH: "/x" };
  assert.deepEqual(childEnvironment({ ...none, parent, account: null }), {
    env: { HOME: "/x", PATH: "/usr/bin:/bin" },
    set: [],
    dropped: ["LOGNAME", "SHELL", "USER"],
  });
  const dropping = { ...none, parent, account: null, rule: { keep: [], drop: ["H*"] } };
  assert.deepEqual(childEnvironment(dropping).env, { PATH: "/usr/bin:/bin" });
  assert.deepEqual(childEnvironment({ ...none, account: null }).env, { PATH: "/usr/bin:/bin" });
});

test("the policy's own variables win over all, and drop does not concern them", () => {
  const parent = { TERM: "xterm", A: "caller" };
  const set = { TERM: "dumb", A: "policy", PATH: "/opt", GIT_PAGER: "cat" };
  const rule = { keep: ["A"], drop: ["GIT_PAGER", "A"] };
  assert.deepEqual(childEnvironment({ ...none, parent, set, rule }), {
    env: { ...given, ...set },
    set: ["A", "GIT_PAGER", "PATH", "TERM"],
    dropped: [],
  });
});

test("a policy sets no shell function and no opt-in", () => {
  const set = { F: "() { :;}", WARD_TRUST_EXEC: "1", OK: "1" };
  assert.deepEqual(childEnvironment({ ...none, set }), {
    env: { ...given, OK: "1" },
    set: ["OK"],
    dropped: ["F", "WARD_TRUST_EXEC"],
  });
});

test("whatever the caller has: without a policy nothing but the allowlist passes", () => {
  const allowed =
    /^(LANG|LC_.*|TZ|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|COLUMNS|LINES|TMPDIR|SSH_AUTH_SOCK|XDG_RUNTIME_DIR|CI|HOME|USER|LOGNAME|SHELL|PATH)$/s;
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom("LC_", "TERM", "TERMCAP", "PATH", "LD_PRELOAD"),
  );
  fc.assert(
    fc.property(fc.dictionary(name, fc.string()), (parent) => {
      const { env, dropped } = childEnvironment({ ...none, parent });
      for (const passed of Object.keys(env)) assert.match(passed, allowed);
      for (const passed of Object.keys(parent)) {
        assert.equal(Object.hasOwn(env, passed) !== dropped.includes(passed), true);
      }
    }),
  );
});

test("of the dropped ones those that choose the binary's target are named", () => {
  const facts = { targetVariables: ["KUBECONFIG", "*_proxy"] } as unknown as BinaryFacts;
  const dropped = ["EDITOR", "KUBECONFIG", "http_proxy"];
  assert.deepEqual(droppedTargets(dropped, facts), ["KUBECONFIG", "http_proxy"]);
  assert.deepEqual(droppedTargets(dropped, null), []);
});
