// What must never happen, whatever is called: an Allow without a leaf, a throw, a dropped or reordered word.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decide } from "../src/engine/decide.ts";
import { bareFacts } from "../src/engine/facts.ts";
import { matchWhole } from "../src/engine/patterns.ts";
import { plant } from "../src/engine/tree.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import { isMinted } from "../src/model/decision.ts";

const POLICY = `
wrap ward git {
    exec git
    can run status
    can run log { deny-flag "--output" "-O"; metacharacters literal }
    can run remote
    can run "remote add" { deny-flag "--mirror" }
    can run commit { allow-flag "-m" "--message" "-a"; allow-arg-re "[a-z/]+" }
    can run fixed { argv show HEAD; sealed }
    can run guarded { deny-when any-arg matches "*.pem"; when arg0 matches "ok-*" }
    never run "remote remove"
    never run "log --all"
}
wrap ward eco {
    exec ssh { argv-prefix "-o" "BatchMode=yes" "kai@host" "--" "admin" }
    can run note { metacharacters literal }
}
wrap ward all { exec tool; can run "*" { deny-flag "--exec" "-x" } }
`;

const GRANTED = [
  ["ward", "git", "status"],
  ["ward", "git", "log"],
  ["ward", "git", "remote"],
  ["ward", "git", "remote", "add"],
  ["ward", "git", "commit"],
  ["ward", "git", "fixed"],
  ["ward", "git", "guarded"],
  ["ward", "eco", "note"],
  ["ward", "all"],
];

const { guardfile } = parseGuardfile("policy.kdl", POLICY);
assert.ok(guardfile);
const { tree } = plant([{ place: "user", guardfile }]);
const facts = { ...bareFacts, matchWhole };

const word = fc.oneof(
  fc.constantFrom("ward", "git", "eco", "all", "status", "log", "remote", "add", "remove"),
  fc.constantFrom("commit", "fixed", "guarded", "note", "--", "-", "", "-m", "--output=x", "-aO"),
  fc.constantFrom(
    "ok-1",
    "x.pem",
    "--exec",
    "--exe",
    "-vx",
    "+x",
    "a;b",
    "--all",
    "-o",
    "-ofoo=.pem",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const call = fc.oneof(
  fc.array(word, { maxLength: 8 }),
  fc
    .tuple(fc.constantFrom(...GRANTED), fc.array(word, { maxLength: 7 }))
    .map(([path, tokens]) => [...path, ...tokens]),
);

function startsWith(words: readonly string[], path: readonly string[]): boolean {
  return path.every((one, index) => words[index] === one);
}

test("no leaf, no Allow; an Allow hands over the caller's words as they are", () => {
  fc.assert(
    fc.property(call, (words) => {
      const decision = decide(tree, { words }, facts);
      if (decision.decision !== "allow") return;
      assert.ok(isMinted(decision));
      const path = GRANTED.filter((granted) => startsWith(words, granted)).at(-1);
      assert.ok(path, `allowed without a leaf: ${JSON.stringify(words)}`);
      const caller = words.slice(path.length);
      const handed = decision.exec.remoteWords ?? decision.exec.argv;
      assert.deepEqual(handed.slice(handed.length - caller.length), caller);
    }),
    { numRuns: 20_000 },
  );
});

test("every refusal of a granted leaf names a place in the file", () => {
  fc.assert(
    fc.property(call, (words) => {
      const decision = decide(tree, { words }, facts);
      if (decision.decision !== "deny" || decision.reason === "no-such-leaf") return;
      assert.equal(decision.rule?.file, "policy.kdl");
      assert.ok(decision.message.length > 0);
    }),
    { numRuns: 5_000 },
  );
});

test("the order of the sentences never changes a decision", () => {
  const lines = POLICY.split("\n");
  const from = lines.indexOf("    can run status");
  const to = lines.findIndex((line) => line.includes('never run "log'));
  const shuffled = [
    ...lines.slice(0, from),
    ...lines.slice(from, to + 1).reverse(),
    ...lines.slice(to + 1),
  ];
  const other = parseGuardfile("policy.kdl", shuffled.join("\n")).guardfile;
  assert.ok(other);
  const turned = plant([{ place: "user", guardfile: other }]).tree;
  const gist = (decision: ReturnType<typeof decide>) => ({
    decision: decision.decision,
    reason: decision.decision === "deny" ? decision.reason : null,
    exec: decision.decision === "allow" ? decision.exec : null,
  });
  fc.assert(
    fc.property(call, (words) => {
      const here = gist(decide(tree, { words }, facts));
      assert.deepEqual(gist(decide(turned, { words }, facts)), here);
    }),
    { numRuns: 5_000 },
  );
});

test("calls at the bounds are decided, not suffered", () => {
  const huge = [
    ["ward", "all", ...Array.from({ length: 100_001 }, () => "-v")],
    ["ward", "all", ...Array.from({ length: 100_000 }, () => "-v")],
    ["ward", "all", "x".repeat(128 * 1024)],
    ["ward", "all", `-${"v".repeat(127 * 1024)}`],
    ["ward", "git", "remote", ...Array.from({ length: 50_000 }, () => ["-v", "add"]).flat()],
    ["ward", "git", "guarded", ...Array.from({ length: 90_000 }, () => "-ok-1")],
    ["ward", "all", ...Array.from({ length: 9 }, () => "x".repeat(120 * 1024))],
  ];
  const reasons = huge.map((words) => {
    const decision = decide(tree, { words }, facts);
    return decision.decision === "deny" ? decision.reason : decision.decision;
  });
  assert.deepEqual(reasons, ["limit", "allow", "limit", "allow", "limit", "guard", "limit"]);
});
