// Values and a JSON Schema → what Python's jsonschema finds wrong with each.
import { spawnSync } from "node:child_process";
import { skipUnless } from "./fixtures/needed.ts";

const PYTHON = "/usr/bin/python3";

/** Why there is no validator here; false where there is one. */
export const noValidator = skipUnless(
  spawnSync(PYTHON, ["-c", "import jsonschema"]).status === 0,
  "python3-jsonschema is not installed",
);

/**
 * @param schema path of the schema
 * @param values as JSON texts
 * @returns `ok`, or the first thing that is wrong, for each
 */
export function validated(schema: string, values: readonly string[]): unknown[] {
  const argv = ["test/fixtures/validate-json.py", schema];
  const { stdout, stderr, status } = spawnSync(PYTHON, argv, {
    input: `${values.join("\n")}\n`,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
