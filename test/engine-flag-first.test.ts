// A flag in front of the subcommand: the refusal names the spelling that passes, and only one that does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readShipped } from "./shipped-policies.ts";

const GENERAL = "write the subcommand first, and flags behind it";

const CALLS: readonly (readonly [policy: string, call: string, remedy: string | null])[] = [
  ["kubectl", "--request-timeout=5s get pods", "write `ward kubectl get --request-timeout=5s …`"],
  ["kubectl", "--request-timeout 5s version", "write `ward kubectl version --request-timeout 5s`"],
  ["kubectl", "--request-timeout=5s get secrets", GENERAL],
  ["kubectl", "--kubeconfig=/tmp/k get pods", GENERAL],
  ["kubectl", "delete pod web", null],
  [
    "git",
    "--no-pager push",
    "git reads it before its subcommand only; `ward git push` without it passes",
  ],
  [
    "git",
    "-P log -1",
    "git reads it before its subcommand only; `ward git log …` without it passes",
  ],
  ["git", "--no-pager push --force", GENERAL],
  ["docker", "-H tcp://h ps -x", GENERAL],
  ["docker", "-H tcp://h run alpine", null],
];

for (const [policy, call, remedy] of CALLS) {
  test(`${policy} ${call}`, () => {
    const decision = readShipped(policy).decide(["ward", policy, ...call.split(" ")]);
    assert.ok(decision.decision === "deny");
    assert.deepEqual([decision.reason, decision.remedy], ["no-such-leaf", remedy]);
  });
}
