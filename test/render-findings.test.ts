// What lint says of a file is told in few words: one place for what one block closes, one sentence for several grants.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { renderFindings } from "../src/render/finding.ts";
import { groupFindings } from "../src/render/finding-groups.ts";
import { lintText } from "./lint-place.ts";

const CASES = "test/cases/render/findings";

function told(text: string): string {
  const groups = groupFindings(lintText(text));
  return groups.map((group) => renderFindings(group, text)).join("\n\n");
}

test("a newcomer's two wraps: every finding is there, with its call, in groups", () => {
  const text = readFileSync(`${CASES}/newcomer.kdl`, "utf8");
  assert.equal(`${told(text)}\n`, readFileSync(`${CASES}/newcomer.txt`, "utf8"));
});

test("every finding is told or counted: of a group, of another grant in one point, or in all", () => {
  const text = `wrap ward h {
    exec helm
    can run list
    can run status
    can run "get values"
}
`;
  const findings = lintText(text);
  const groups = groupFindings(findings);
  const counted = groups.flatMap(({ told, likewise }) => {
    const once = told.flatMap(({ finding, others }) => [finding, ...others]);
    return [...once, ...likewise.flatMap(() => once)];
  });
  assert.equal(counted.length, findings.length);
  const shown = told(text);
  assert.match(shown, /all of it likewise: `ward h status`$/m);
  assert.match(shown, /shorter: list the flags that may pass with `allow-flag`/);
  assert.equal(shown.match(/ward h list --kubeconfig=/g)?.length, 2);
  assert.equal(shown.match(/ward h status --kubeconfig=/g), null);
});

test("what a file or a call holds reaches no terminal as it is", () => {
  const text = 'wrap ward a { exec sort; can run "*" }\n';
  const hostile = lintText(text).map((finding) => ({
    ...finding,
    message: "`ward a` shows \u001b[31mred",
    argv: ["ward", "a", "\u001b[2J"],
    fix: finding.fix && { ...finding.fix, text: "deny-flag \u001b]0;x\u0007" },
  }));
  const shown = groupFindings(hostile).map((group) => renderFindings(group, text));
  assert.ok(!shown.some((one) => one.includes("\u001b") || one.includes("\u0007")));
  assert.ok(shown.some((one) => one.includes("red")));
});
