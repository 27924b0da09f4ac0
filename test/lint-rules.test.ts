// Each lint rule speaks of its bad case, word for word, and is silent about its good one; nothing of a rule is missing.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { lintPage, lintPages } from "../src/lint/page.ts";
import { RULE_NAMES } from "../src/lint/rule-names.ts";
import { RULES } from "../src/lint/rules.ts";
import { findingJson } from "../src/render/finding.ts";
import { judgeExamples } from "../src/surfaces/examples.ts";
import { decider, facts, lintText, parse, type WorldCase, worldOf } from "./lint-place.ts";

const CASES = "test/cases/lint";
const read = (rule: string, file: string) => readFileSync(`${CASES}/${rule}/${file}`, "utf8");
const worldCase = (rule: string): WorldCase =>
  existsSync(`${CASES}/${rule}/world.json`) ? JSON.parse(read(rule, "world.json")) : {};
const names = RULES.map(({ name }) => name);

test("every rule has its file, its name in the list, its cases and its page, and there are no others", () => {
  const sorted = [...names].sort();
  const files = readdirSync("src/lint/rules").map((file) => file.replace(/\.ts$/, ""));
  const pages = readdirSync("docs/lint").map((file) => file.replace(/\.md$/, ""));
  assert.deepEqual([...RULE_NAMES], names);
  assert.deepEqual(files.sort(), sorted);
  assert.deepEqual(readdirSync(CASES).sort(), sorted);
  assert.deepEqual(pages.filter((page) => page !== "README").sort(), sorted);
});

for (const { name } of RULES) {
  test(`${name}: the bad case is told what is wrong, and how it is used`, () => {
    const text = read(name, "bad.kdl");
    const findings = lintText(text, worldOf(worldCase(name)));
    const mine = findings.filter(({ rule }) => rule === name).map(findingJson);
    const shown = mine.map(({ file, ...rest }) => rest);
    assert.deepEqual(shown, JSON.parse(read(name, "bad.json")));
    assert.ok(mine.length > 0);
    const decide = decider(text);
    const used = mine.flatMap(({ argv }) => (argv === null ? [] : [argv]));
    assert.deepEqual(
      used.map((argv) => decide(argv).decision),
      used.map(() => "allow"),
    );
  });

  test(`${name}: the good case is clean, and its examples hold`, () => {
    const text = read(name, "good.kdl");
    const findings = lintText(text, worldOf(worldCase(name)));
    assert.deepEqual(
      findings.map(({ rule, message }) => `${rule}: ${message}`),
      [],
    );
    assert.deepEqual(judgeExamples(parse(text), facts), []);
    assert.deepEqual(judgeExamples(parse(read(name, "bad.kdl")), facts), []);
  });

  test(`${name}: its page is the one that the rule and its cases make`, () => {
    const rule = RULES.find((one) => one.name === name);
    assert.ok(rule);
    const page = lintPage(rule, read(name, "bad.kdl"), read(name, "good.kdl"));
    assert.equal(readFileSync(`docs/lint/${name}.md`, "utf8"), page, "run: npm run reference");
  });
}

test("the list of pages is the one that the rules make", () => {
  assert.equal(readFileSync("docs/lint/README.md", "utf8"), lintPages(RULES));
});
