// Every kind of row that ward writes → what docs/audit-row.schema.json says of it, by an independent validator.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { closeRow, openRow } from "../src/host/audit.ts";
import { openTrail } from "../src/host/audit-trail.ts";
import { noValidator, validated } from "./json-schema.ts";
import { Place } from "./program-place.ts";
import { ENTRY, SUCCESS, TrailRoom } from "./trail-room.ts";

const SCHEMA = "docs/audit-row.schema.json";
const POLICY = `wrap ward tool {
    exec marker { env NAME "value" }
    can run go
    can run end { argv }
    only pass when shell echo yes is "y*"
}
wrap ward gone { exec no-such-binary-anywhere; can run go }
`;

/** The lines that real calls of every kind leave. */
function linesOf(t: TestContext): string[] {
  const place = new Place(t);
  place.guardfile("tool", POLICY);
  const env = { WARD_SESSION_ID: "7", CI: "true" };
  place.call("ward", ["tool", "go", "one", "--token", "secret"], { env });
  assert.equal(place.ward("tool", "end", "exit:3").exit, 3);
  place.ward("tool", "stop");
  place.ward("gone", "go");
  place.ward("tool", "go", ...Array.from({ length: 40 }, (_, at) => String(at).repeat(1000)));
  place.guardfile("tool", POLICY.replace("can run go", 'can run go { deny-flag "-x" }'));
  appendFileSync(join(place.state, "audit/current.jsonl"), '{"v":1,"torn');
  place.ward("tool", "go", "-x");
  const room = new TrailRoom(t, {}, null, place.state);
  const row = openRow({ ...ENTRY, decision: "allow" }, openTrail(room.recorder));
  closeRow(row, SUCCESS, "the end of what it said");
  return room.lines().filter((line) => line.endsWith("}"));
}

test("every row that is written fits the schema, and nothing else does", {
  skip: noValidator,
}, (t) => {
  const lines = linesOf(t);
  const phases = lines.map((line) => JSON.parse(line).phase);
  assert.deepEqual([...new Set(phases)].sort(), ["decided", "finished", "policy-changed"]);
  assert.ok(lines.some((line) => line.includes('"torn":{')));
  assert.ok(lines.some((line) => line.includes('"head":')));
  assert.ok(lines.some((line) => line.includes('"stderr_tail":')));
  assert.deepEqual(
    validated(SCHEMA, lines),
    lines.map(() => "ok"),
  );
  const wrong = lines.flatMap((line) => {
    const row = JSON.parse(line);
    const optional = ["torn", "stderr_tail", "overrides"];
    const names = Object.keys(row).filter((name) => !optional.includes(name));
    const without = names.map((name) => JSON.stringify({ ...row, [name]: undefined }));
    return [
      ...without,
      JSON.stringify({ ...row, more: 1 }),
      JSON.stringify({ ...row, prev: "no" }),
    ];
  });
  const missed = validated(SCHEMA, wrong).filter((found) => found === "ok");
  assert.deepEqual(missed, []);
});

test("what the page says of verifying by hand, and of config.kdl, is so", (t) => {
  const page = readFileSync("docs/audit.md", "utf8");
  const block = (language: string) =>
    new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(page)?.[1] ?? "";
  const room = new TrailRoom(t);
  room.run("é\u001b\u2028");
  const script = `import sys\nfor line in sys.stdin:\n${block("python").replace(/^/gm, "    ")}\nprint("ok")`;
  const input = readFileSync(room.place.file, "utf8");
  assert.equal(
    execFileSync("/usr/bin/python3", ["-c", script], { input, encoding: "utf8" }),
    "ok\n",
  );
  const place = new Place(t);
  const config = place.file("shown/config.kdl", block("kdl"));
  assert.deepEqual(place.wardctl("check", config).exit, 0);
});

test("the page on the trail names every field of the schema", () => {
  const page = readFileSync("docs/audit.md", "utf8");
  const { $defs } = JSON.parse(readFileSync(SCHEMA, "utf8"));
  for (const kind of ["decided", "finished", "policyChanged"]) {
    for (const name of Object.keys($defs[kind].properties)) {
      assert.ok(page.includes(`\`${name}\``), `${kind}.${name}`);
    }
  }
});
