// Where findings point in any policy, and what --fix makes of it: it parses, grants nothing that was refused before, is done after one go, and leaves no flag open.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applyFixes } from "../src/lint/lint.ts";
import { decider, lintText } from "./lint-place.ts";

const FLAGS: Readonly<Record<string, readonly string[]>> = {
  git: ["-O", "--output", "--ext-diff", "-c", "-f", "--force", "-m", "--no-verify", "-q"],
  sort: ["-o", "--output", "-T", "--compress-program", "-u", "-n"],
  find: ["-exec", "-delete", "-fprint", "-name", "-type"],
  tar: ["-x", "-f", "--to-command", "-I", "-t", "-P"],
  gh: ["-w", "--web", "-R", "--json"],
  less: ["-k", "-o", "-N"],
};
const LEAVES: Readonly<Record<string, readonly string[]>> = {
  git: ["log", "grep", "diff", "commit", "push", "stash show", "*"],
  gh: ["pr list", "api", "*"],
};

const flagsOf = (bin: string) =>
  fc.subarray([...(FLAGS[bin] ?? [])], { minLength: 1, maxLength: 3 });
const quoted = (words: readonly string[]) => words.map((word) => JSON.stringify(word)).join(" ");

/** Sentences of a grant, as many layouts as people write. */
function grantBody(bin: string): fc.Arbitrary<readonly string[]> {
  const sentence = fc.oneof(
    flagsOf(bin).map((flags) => `deny-flag ${quoted(flags)}`),
    flagsOf(bin).map((flags) => `allow-flag ${quoted(flags)}`),
    fc.constantFrom(
      'allow-arg-re "[a-z]+"',
      'deny-when any-arg matches "/etc*"',
      'describe "a { brace } // and more"',
      "metacharacters literal",
    ),
  );
  return fc.uniqueArray(sentence, {
    maxLength: 4,
    selector: (text) => text.split(" ")[0],
  });
}

const LAYOUTS: readonly ((head: string, body: readonly string[]) => string)[] = [
  (head, body) => (body.length === 0 ? head : `${head} { ${body.join("; ")} }`),
  (head, body) => `${head} {\n        ${body.join("\n        ")}\n    }`,
  (head, body) => `${head} /* { */ { // "\n        ${body.join(" // }\n        ")}\n    }`,
  (head, body) => `${head} { /* why */ ${body.join("; /* } */ ")} }`,
  (head, body) => `${head} \\\n      {\r\n\t\t${body.join(";\r\n\t\t")}\r\n    }`,
  (head, body) =>
    `/-${head} { sealed }\n    ${head} {\n\n${body.map((one) => `        ${one};\n`).join("")}    }`,
];

interface Case {
  readonly text: string;
  readonly calls: readonly (readonly string[])[];
}

const cases: fc.Arbitrary<Case> = fc.constantFrom(...Object.keys(FLAGS)).chain((bin) =>
  fc
    .uniqueArray(fc.constantFrom(...(LEAVES[bin] ?? ["*"])), { minLength: 1, maxLength: 3 })
    .map((leaves) => (leaves.includes("*") ? ["*"] : leaves))
    .chain((leaves) => {
      const grants = leaves.map((leaf) =>
        fc
          .tuple(grantBody(bin), fc.constantFrom(...LAYOUTS))
          .map(([body, layout]) => `    ${layout(`can run ${JSON.stringify(leaf)}`, body)}\n`),
      );
      const tail = fc.array(
        fc.oneof(
          fc.constantFrom(...(FLAGS[bin] ?? [])),
          fc.constantFrom("a", "b.txt", "/etc/passwd", "+main", "--", "-xf", "--outp=x", "-Ocmd"),
        ),
        { maxLength: 3 },
      );
      const calls = fc.array(
        fc
          .tuple(fc.constantFrom(...leaves), tail)
          .map(([leaf, words]) => [
            ...["ward", "g"],
            ...(leaf === "*" ? [] : leaf.split(" ")),
            ...words,
          ]),
        { minLength: 5, maxLength: 15 },
      );
      return fc
        .tuple(fc.tuple(...grants), fc.constantFrom("", ' { env PAGER "less" }'), calls)
        .map(([texts, block, all]) => ({
          text: `wrap ward g { // first\n    exec ${bin}${block}\n${texts.join("")}}\n`,
          calls: all,
        }));
    }),
);

/** As `wardctl lint --fix` does. */
function fixed(text: string): string {
  const next = applyFixes(text, lintText(text));
  return next === text ? text : fixed(next);
}

test("each finding points at the sentence that it is about, once", () => {
  fc.assert(
    fc.property(cases, ({ text }) => {
      const found = lintText(text);
      for (const { span, rule } of found) {
        const { line, column, offset } = span.start;
        const before = text.slice(0, offset).split(/\r\n|\r|\n/);
        assert.deepEqual([line, column], [before.length, (before.at(-1) ?? "").length + 1]);
        assert.match(
          text.slice(offset),
          /^(?:can run|[a-z]+-flag|allow-arg-re|deny-when|exec) /,
          rule,
        );
        assert.ok(span.end.offset > offset);
      }
      const told = found.map(({ rule, span, message }) =>
        [rule, span.start.offset, message].join(),
      );
      assert.equal(new Set(told).size, told.length, text);
    }),
    { numRuns: 40 },
  );
});

test("--fix keeps a policy valid, loosens nothing and closes every flag that it can speak of", () => {
  let denials = 0;
  let grants = 0;
  fc.assert(
    fc.property(cases, ({ text, calls }) => {
      const after = fixed(text);
      const before = decider(text);
      const decide = decider(after);
      for (const call of calls) {
        const was = before(call).decision;
        const is = decide(call).decision;
        if (is === "deny") denials += 1;
        else grants += 1;
        assert.ok(was !== "deny" || is === "deny", `${call.join(" ")}\n${text}\n${after}`);
      }
      const open = lintText(after).filter(({ flags }) => flags.length > 0);
      assert.deepEqual(open, []);
      assert.equal(applyFixes(after, lintText(after)), after);
    }),
    { numRuns: 40 },
  );
  assert.ok(denials > 100 && grants > 100, `${denials} and ${grants}`);
});
