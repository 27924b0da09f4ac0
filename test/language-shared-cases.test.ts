// Every `parse` expectation of the shared tables holds.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseGuardfile } from "../src/language/parse.ts";

interface Case {
  readonly id: string;
  readonly guardfile: string;
  readonly expect: {
    readonly parse?: "ok" | "error";
    readonly error_mentions?: readonly string[];
  };
}

for (const table of ["dialect", "bypasses"]) {
  const lines = readFileSync(`test/cases/${table}.jsonl`, "utf8").split("\n").filter(Boolean);
  for (const line of lines) {
    const { id, guardfile: text, expect } = JSON.parse(line) as Case;
    if (expect.parse === undefined) continue;
    test(`${table} ${id} parses as expected`, () => {
      const { guardfile, diagnostics } = parseGuardfile("Guardfile", text);
      const messages = diagnostics.map(({ message }) => message);
      assert.equal(guardfile === null ? "error" : "ok", expect.parse, messages.join("\n"));
      assert.equal(guardfile === null, diagnostics.length > 0);
      for (const mention of expect.error_mentions ?? []) {
        assert.ok(
          messages.some((message) => message.includes(mention)),
          `no error of ${JSON.stringify(messages)} mentions ${mention}`,
        );
      }
    });
  }
}
