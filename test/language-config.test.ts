// config.kdl: every setting is read, and every wrong one is named with its place.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseConfig } from "../src/language/config.ts";
import type { Config } from "../src/model/policy.ts";

interface Case {
  readonly id: string;
  readonly place: "system" | "user";
  readonly text: string;
  /** Fields that differ from a file that says nothing. */
  readonly config?: Partial<Config>;
  readonly errors?: readonly string[];
}

const SILENT: Omit<Config, "file"> = {
  searchPath: null,
  agentMarkers: [],
  environmentMayChoose: null,
  auditKeep: null,
  auditSpace: null,
  auditRotate: null,
  shipTo: [],
  auditDirectory: null,
  areDirectoriesFixed: false,
};

const lines = readFileSync("test/cases/language/config.jsonl", "utf8").split("\n").filter(Boolean);
for (const line of lines) {
  const { id, place, text, config, errors = [] } = JSON.parse(line) as Case;
  test(`config ${id}`, () => {
    const parsed = parseConfig("config.kdl", text, place);
    const found = parsed.diagnostics.map(
      ({ span, code, message }) => `${span.start.line}:${span.start.column} ${code}: ${message}`,
    );
    assert.deepEqual(found, errors);
    const expected = config ? { file: "config.kdl", ...SILENT, ...config } : null;
    assert.deepEqual(parsed.config, expected);
  });
}
