// Prefix, words and caller's words of a remote transport → its argv with the remote part encoded; from the table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeInvocation, judgeInvocation, type RemoteCall } from "../src/engine/transport.ts";
import { rowsOf } from "./fixtures/rows.ts";

interface Row extends RemoteCall {
  readonly name: string;
  readonly argv?: readonly string[];
  readonly remoteWords?: readonly string[];
  readonly refusal?: { readonly reason: string; readonly index: number; readonly message: string };
}

for (const row of rowsOf<Row>("test/cases/remote/invocations.jsonl")) {
  test(`transport: ${row.name}`, () => {
    const { argv, remoteWords, refusal } = row;
    const expected =
      refusal === undefined ? { ok: true, argv, remoteWords } : { ok: false, ...refusal };
    assert.deepEqual(encodeInvocation(row), expected);
  });
}

test("a remote command that no argument of the far shell can hold is refused", () => {
  const call = { bin: "ssh", prefix: ["h"], words: ["x"] };
  const most = 131_071 - "x ".length;
  const fits = encodeInvocation({ ...call, caller: ["a".repeat(most)] });
  const over = encodeInvocation({ ...call, caller: ["a".repeat(most - 1), ""] });
  assert.equal(fits.ok, true);
  assert.deepEqual(over, {
    ok: false,
    reason: "limit",
    index: 1,
    message: "the remote command has 131073 bytes, at most 131071 reach a shell",
  });
});

test("an ssh behind another program is judged like ssh itself", () => {
  const call = { bin: "tailscale", prefix: ["ssh"], words: [], caller: ["h", "-oProxyCommand=x"] };
  assert.deepEqual(judgeInvocation(call, [])?.letter, "o");
  assert.equal(judgeInvocation({ ...call, bin: "adb", prefix: ["shell"] }, []), null);
});
