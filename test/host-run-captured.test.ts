// Captured runs: all of a child's output is read, the first of it is kept and flagged, and nobody is left to hold the pipes.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bounds } from "../src/model/policy.ts";
import { isThere, place, type RunPlace, runToEnd } from "./host-run-place.ts";

interface Stream {
  readonly length: number;
  readonly head: string;
  readonly isTruncated: boolean;
}

type CapturedEnd = ReturnType<RunPlace["end"]> & {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly peakKiB: number;
};

function capture(
  t: Parameters<typeof place>[0],
  script: string,
  bounds?: Bounds,
  input?: Uint8Array,
) {
  const spec = { argv: ["sh", "-c", script], isCaptured: true, ...(bounds ? { bounds } : {}) };
  const here = place(t, () => spec);
  const { status, stdout, stderr } = runToEnd(here, input ? { input } : {});
  const end = here.end() as CapturedEnd;
  return { here, status, end, leaked: `${stdout}${stderr}` };
}

const success = {
  ...{ state: "completed", kind: "success", exit: { code: 0 } },
  ...{ enforcement: { level: "none" }, launched: true },
};
const whole = (text: string): Stream => ({ length: text.length, head: text, isTruncated: false });
const pidsIn = (here: RunPlace) => here.text("pids").split("\n").filter(Boolean).map(Number);

test("what a child prints is kept and not shown, and the row has the end of its standard error", (t) => {
  const { here, status, end, leaked } = capture(t, "echo out; echo err >&2; exit 3");
  assert.equal(status, 3);
  assert.deepEqual([end.stdout, end.stderr, leaked], [whole("out\n"), whole("err\n"), ""]);
  assert.deepEqual(
    here.rows().map((row) => row.stderr_tail),
    [undefined, "err\n"],
  );
});

test("ch-02: 64 KiB of 200 KiB on each stream are kept, truncation is flagged, exit is 0", (t) => {
  const both = "head -c 204800 /dev/zero | tr '\\0' a; head -c 204800 /dev/zero | tr '\\0' b >&2";
  const { here, status, end } = capture(t, both);
  assert.equal(status, 0);
  assert.deepEqual(end.outcome, success);
  const cut = (letter: string) => ({ length: 65536, head: letter.repeat(64), isTruncated: true });
  assert.deepEqual([end.stdout, end.stderr], [cut("a"), cut("b")]);
  assert.equal(here.rows().at(-1)?.stderr_tail, "b".repeat(2048));
});

test("a limit of the policy's own is kept to the byte; exactly so much is all of it", (t) => {
  const print = "printf 1234567890";
  assert.deepEqual(capture(t, print, { outputLimit: 9 }).end.stdout, {
    ...{ length: 9, head: "123456789", isTruncated: true },
  });
  assert.deepEqual(capture(t, print, { outputLimit: 10 }).end.stdout, whole("1234567890"));
});

test("bad input: ten gigabytes of output are drained in flat memory", (t) => {
  const small = capture(t, "head -c 100000 /dev/zero").end.peakKiB;
  const { status, end } = capture(t, "head -c 10000000000 /dev/zero; echo done >&2");
  assert.deepEqual([status, end.stdout.length, end.stderr], [0, 65536, whole("done\n")]);
  assert.ok(end.peakKiB - small < 64 * 1024, `${small} KiB, then ${end.peakKiB} KiB`);
});

test("bad input: a child that closes its streams is waited for all the same", (t) => {
  const { status, end } = capture(t, "exec >&- 2>&-; sleep 0.3; exit 4");
  assert.deepEqual([status, end.stdout, end.stderr], [4, whole(""), whole("")]);
});

test("what is left running behind a captured child is ended, since it holds the pipes", (t) => {
  const { here, status, end } = capture(t, "sleep 600 & echo $! > pids; echo out; exit 0");
  assert.deepEqual([status, end.stdout, end.outcome], [0, whole("out\n"), success]);
  assert.deepEqual(pidsIn(here).filter(isThere), []);
});

test("who left for a session of its own does not hold the run up", (t) => {
  const { here, status, end } = capture(t, "setsid sleep 600 & echo $! > pids; echo out; exit 0");
  assert.deepEqual([status, end.stdout], [0, whole("out\n")]);
  for (const pid of pidsIn(here)) if (isThere(pid)) process.kill(pid, "SIGKILL");
});

test("a captured child has no input, unless the policy hands ward's own on", (t) => {
  const input = Buffer.from("input\n");
  assert.deepEqual(capture(t, "cat", undefined, input).end.stdout, whole(""));
  assert.deepEqual(capture(t, "cat", { stdin: "inherit" }, input).end.stdout, whole("input\n"));
  assert.deepEqual(capture(t, "cat", { stdin: "none" }, input).end.stdout, whole(""));
});

test("a captured child that hangs keeps what it printed before its timeout", (t) => {
  const { status, end } = capture(t, "echo out; exec sleep 600", { timeoutMs: 500 });
  assert.deepEqual([status, end.stdout], [124, whole("out\n")]);
});
