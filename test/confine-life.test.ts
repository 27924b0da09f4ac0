// The life of a confined child, on the real bubblewrap: it ends at its timeout, on a signal, and with ward, and nothing of it stays.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { livingProcesses } from "../src/host/process-table.ts";
import { place as runPlace, runToEnd, until } from "./host-run-place.ts";
import { tell } from "./outcome-place.ts";
import { Place } from "./program-place.ts";
import { openPane } from "./terminal-room.ts";

let made = 0;

/** A word that stands in the command line of every process of one sandbox, and nowhere else. */
function mark(): string {
  made += 1;
  return `987${process.pid}${made}`;
}

/** Whose command line holds the mark, zombies left out. */
function holders(word: string): number[] {
  return livingProcesses()
    .map(({ pid }) => pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(word);
      } catch {
        return false;
      }
    });
}

function policy(more = ""): string {
  return `wrap ward t { exec sh; metacharacters literal; ${more} confine { write "." }; can run run { argv "-c" } }\n`;
}

const SANDBOX = { backend: "bubblewrap", level: "sandbox" };

function withoutNotices(outcome: object | null): object {
  const { enforcement, ...rest } = outcome as { enforcement: { notices: unknown } };
  const { notices: _, ...shown } = enforcement;
  return { ...rest, enforcement: shown };
}

test("at its timeout it gets SIGTERM, and is killed with all that it has started, wherever that went", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy('timeout "700ms";'));
  const word = mark();
  const away = `setsid sh -c 'trap "" TERM; sleep ${word}; :' &`;
  const soft = tell(place, [
    "t",
    "run",
    `${away} trap 'echo heard; exit 6' TERM; sleep ${word} & wait`,
  ]);
  assert.deepEqual([soft.exit, soft.stdout], [124, "heard\n"]);
  assert.deepEqual(withoutNotices(soft.outcome), {
    ...{ state: "failed", kind: "timed_out", exit: { code: 6 } },
    ...{ enforcement: SANDBOX, launched: true },
  });
  assert.deepEqual(holders(word), []);
  const stopped = tell(place, ["t", "run", "trap 'exit 7' TERM; kill -STOP $$; sleep 600 & wait"]);
  assert.deepEqual([stopped.exit, stopped.outcome?.exit], [124, { code: 7 }]);
  const deaf = `${away} trap '' TERM; while :; do sleep 0.1; done`;
  const killed = { code: -1, signal: "SIGKILL" };
  assert.deepEqual(withoutNotices(tell(place, ["t", "run", deaf]).outcome), {
    ...{ state: "failed", kind: "timed_out", exit: killed, enforcement: SANDBOX, launched: true },
  });
  assert.deepEqual(holders(word), []);
});

test("an adapter that a script calls and waits for is as good: the child is asked before it is killed", (t) => {
  const place = new Place(t);
  place.program("bwrap", '#!/bin/sh\n/usr/bin/bwrap "$@"\n');
  place.guardfile("t", policy('timeout "700ms";'));
  const word = mark();
  const { exit, outcome } = tell(place, ["t", "run", `trap 'exit 4' TERM; sleep ${word} & wait`]);
  assert.deepEqual(withoutNotices(outcome), {
    ...{ state: "failed", kind: "timed_out", exit: { code: 4 } },
    ...{ enforcement: SANDBOX, launched: true },
  });
  assert.deepEqual([exit, holders(word)], [124, []]);
});

test("bad input: 200 grandchildren in as many sessions, deaf to SIGTERM, are gone at the timeout", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy('timeout "2s";'));
  const word = mark();
  const script = `trap "" TERM; for i in $(seq 200); do setsid sleep ${word} & done; sleep 1; ls -d /proc/[0-9]* | wc -l; sleep ${word}`;
  const { exit, stdout } = tell(place, ["t", "run", script]);
  assert.equal(exit, 124);
  assert.ok(Number(stdout) > 200, stdout);
  assert.deepEqual(holders(word), []);
});

test("what it leaves behind at its own end goes with it", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy());
  const word = mark();
  const { exit } = tell(place, ["t", "run", `setsid sleep ${word} & sleep ${word} & exit 3`]);
  assert.deepEqual([exit, holders(word)], [3, []]);
});

test("a signal that it sends itself is told as the adapter tells it: a number", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy());
  const { exit, outcome } = tell(place, ["t", "run", "kill -TERM $$"]);
  assert.deepEqual(
    [exit, outcome?.kind, outcome?.exit],
    [143, "application_failure", { code: 143 }],
  );
});

/** ward on a running confined leaf, the leaf being up. */
async function running(
  t: TestContext,
  script: string,
): Promise<{ ward: ChildProcess; place: Place; word: string }> {
  const place = new Place(t);
  const word = mark();
  place.guardfile("t", policy());
  const argv = [resolve("dist/ward.js"), "t", "run", `${script.replaceAll("MARK", word)}`];
  const options = { cwd: place.work, env: place.environment(), detached: true } as const;
  const ward = spawn(process.execPath, argv, {
    ...options,
    stdio: ["ignore", "ignore", "inherit"],
  });
  t.after(() => ward.kill("SIGKILL"));
  await until(() => existsSync(join(place.work, "up")), "the leaf is up");
  return { ward, place, word };
}

test("SIGTERM for ward is the cancel row: the child hears it, and ends with it", async (t) => {
  const script =
    "trap 'touch heard; exit 0' TERM; touch up; while :; do sleep 0.1 MARK 2>&-; sleep 0.1; done";
  const { ward, place, word } = await running(t, script);
  ward.kill("SIGTERM");
  assert.deepEqual(await once(ward, "exit"), [143, null]);
  assert.equal(existsSync(join(place.work, "heard")), true);
  const cancelled = { state: "cancelled", kind: "cancelled", exit: { code: 0 } };
  const { outcome } = place.rows().at(-1) as { outcome?: object };
  assert.deepEqual(withoutNotices(outcome ?? null), {
    ...cancelled,
    enforcement: SANDBOX,
    launched: true,
  });
  assert.deepEqual(holders(word), []);
});

test("kill -9 of ward leaves nothing of it", async (t) => {
  const { ward, word } = await running(
    t,
    "trap '' TERM HUP; touch up; setsid sleep MARK & sleep MARK",
  );
  assert.ok(holders(word).length >= 3, "they are there");
  ward.kill("SIGKILL");
  await until(() => holders(word).length === 0, "all of it is gone");
});

test("kill -9 of the adapter is the end of the child, and no success", async (t) => {
  const { ward, place, word } = await running(t, "touch up; sleep MARK");
  const adapter = livingProcesses().find(({ parent }) => parent === ward.pid);
  process.kill(adapter?.pid ?? 0, "SIGKILL");
  assert.deepEqual(await once(ward, "exit"), [137, null]);
  await until(() => holders(word).length === 0, "all of it is gone");
  const { outcome } = place.rows().at(-1) as { outcome?: object };
  assert.deepEqual(withoutNotices(outcome ?? null), {
    ...{ state: "failed", kind: "application_failure", exit: { code: -1, signal: "SIGKILL" } },
    ...{ enforcement: SANDBOX, launched: true },
  });
});

test("on a terminal Ctrl-C cancels it, since it shares none, and Ctrl-Z stops both till they go on", async (t) => {
  const place = new Place(t);
  place.guardfile("t", policy());
  const script =
    "trap 'echo term; exit 0' TERM; trap 'echo int' INT; echo up; while :; do sleep 0.1; done";
  const argv = [process.execPath, resolve("dist/ward.js"), "t", "run", script];
  const shell = ["bash", "--norc", "-i"];
  const pane = openPane(t, shell, { cwd: place.work, env: place.environment({ PS1: "$ " }) });
  const line = argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  place.file("call", `${line}\n`);
  pane.write(`. ${place.root}/call`);
  pane.type("Enter");
  await pane.until("\nup\n");
  pane.type("C-z");
  await pane.until(/Stopped/);
  pane.write("fg");
  pane.type("Enter");
  await pane.until(/fg\n/);
  pane.type("C-c");
  await pane.until(/^(?:\^C)*term$/m);
  pane.write("echo exit $?");
  pane.type("Enter");
  const screen = await pane.until(/exit \d+\n/);
  assert.match(screen, /exit 130\n/);
  assert.doesNotMatch(screen, /int$/m);
});

test("a confined run can be captured: its output is kept, and its timeout holds", (t) => {
  const confine = {
    read: [],
    write: [],
    hide: [],
    socket: [],
    network: "none",
    isRequired: true,
  } as const;
  const spec = { isCaptured: true, bounds: { confine, timeoutMs: 700, outputLimit: 3 } };
  const script = "echo hello; echo error >&2; sleep 600";
  const here = runPlace(t, () => ({ ...spec, argv: ["sh", "-c", script] }));
  assert.equal(runToEnd(here).status, 124);
  const { outcome, stdout, stderr } = here.end() as unknown as Record<
    string,
    { isTruncated: boolean }
  >;
  assert.deepEqual(withoutNotices(outcome ?? null), {
    ...{ state: "failed", kind: "timed_out", exit: { code: -1, signal: "SIGTERM" } },
    ...{ enforcement: SANDBOX, launched: true },
  });
  assert.deepEqual(
    [stdout, stderr],
    [
      { length: 3, head: "hel", isTruncated: true },
      { length: 3, head: "err", isTruncated: true },
    ],
  );
});
