// What an environment says about who is typing; each marker and label on its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AGENT_MARKERS, readAgent } from "../src/host/agent.ts";

const NONE = { markers: [], session: {}, isCi: false };

test("no marker, no label", () => {
  assert.deepEqual(readAgent({ HOME: "/h", CLAUDECODE: "", AGENT: "x", CI: "" }, []), NONE);
});

for (const { name, reason } of AGENT_MARKERS) {
  test(`${name} marks an agent: ${reason}`, () => {
    assert.deepEqual(readAgent({ [name]: "0" }, []).markers, [name]);
  });
}

test("the markers that the spec names are known", () => {
  const known = new Set(AGENT_MARKERS.map(({ name }) => name));
  const named =
    "CLAUDECODE CLAUDE_CODE_CHILD_SESSION CODEX_THREAD_ID CODEX_SANDBOX GEMINI_CLI CURSOR_AGENT OPENCODE AI_AGENT WARD_AGENT";
  assert.deepEqual(
    named.split(" ").filter((name) => !known.has(name)),
    [],
  );
});

test("agent-marker adds names and globs, and a glob's dots are dots", () => {
  const env = { MY_BOT: "1", ROBOT_7: "1", AxB: "1", B: "1", "[x]": "1" };
  const found = readAgent(env, ["MY_BOT", "ROBOT_*", "A.B", "[x]"]).markers;
  assert.deepEqual(found, ["MY_BOT", "ROBOT_7", "[x]"]);
});

test("all session labels that are present are kept, and a thread's id is marker and label", () => {
  const env = { CLAUDE_CODE_SESSION_ID: "a", CODEX_THREAD_ID: "b" };
  assert.deepEqual(readAgent(env, []), {
    markers: ["CODEX_THREAD_ID"],
    session: env,
    isCi: false,
  });
});

for (const [value, isCi] of [
  ["true", true],
  ["1", true],
  ["False", false],
  ["0", false],
] as const) {
  test(`CI=${value}`, () => {
    assert.equal(readAgent({ CI: value }, []).isCi, isCi);
  });
}
