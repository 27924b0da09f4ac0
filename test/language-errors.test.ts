// All errors of a Guardfile, each with its place, and never a value beside them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseGuardfile } from "../src/language/parse.ts";

interface Case {
  readonly id: string;
  readonly text: string;
  /** `line:column code: message`, from top to bottom. */
  readonly errors: readonly string[];
}

const lines = readFileSync("test/cases/language/errors.jsonl", "utf8").split("\n").filter(Boolean);
for (const line of lines) {
  const { id, text, errors } = JSON.parse(line) as Case;
  test(`errors: ${id}`, () => {
    const { guardfile, diagnostics, text: parsed } = parseGuardfile("Guardfile", text);
    const found = diagnostics.map(
      ({ span, code, message }) => `${span.start.line}:${span.start.column} ${code}: ${message}`,
    );
    assert.deepEqual(found, errors);
    assert.equal(guardfile, null);
    for (const { span, related = [] } of diagnostics) {
      for (const { start, end } of [span, ...related.map((other) => other.span)]) {
        assert.ok(start.offset <= end.offset && end.offset <= parsed.length);
      }
    }
  });
}

test("a misspelt wrap is recognised behind any number of errors: callers withhold what it may have named", () => {
  const text = `${"colour\n".repeat(400)}wrp ward git { exec git; can run x }\n`;
  const { diagnostics } = parseGuardfile("Guardfile", text);
  const last = diagnostics.find(({ span }) => span.start.line === 401);
  assert.equal(last?.hint, 'did you mean "wrap"?');
});

test("egress is refused by name wherever it stands, with what to use today", () => {
  const places = [
    "egress none\n",
    "wrap ward g { egress none; exec git; can run x }\n",
    "wrap ward g { exec git { egress none }; can run x }\n",
    'wrap ward g { exec git; can run x { egress { allow "example.org" } } }\n',
    "wrap ward g { exec git; can run x { confine { egress none } } }\n",
  ];
  const hint = "cut the child off from every network with `confine { network none }`";
  for (const text of places) {
    const { guardfile, diagnostics } = parseGuardfile("Guardfile", text);
    const told = diagnostics.find(({ code }) => code === "refused-word");
    assert.deepEqual([guardfile, told?.message, told?.hint], [null, '"egress" is reserved', hint]);
  }
  assert.ok(
    parseGuardfile(
      "Guardfile",
      "wrap ward g { exec git; can run x { confine { network none } } }\n",
    ).guardfile,
  );
});
