// Ctrl-C on the built ward in a real terminal: a shell's loop around it ends as it does around the tool itself, and codes stay codes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { until } from "./host-run-place.ts";
import { Place } from "./program-place.ts";
import { openPane } from "./terminal-room.ts";

const POLICY = `
wrap ward t { exec sh; metacharacters literal; can run run { argv "-c" } }
wrap ward box { exec sh; metacharacters literal; confine; can run run { argv "-c" } }
wrap ward slow { exec sh; metacharacters literal; timeout "1h"; can run run { argv "-c" } }
`;

/** A shell with a loop of three calls on its screen; what is typed behind it shows that the loop is over. */
function loop(t: TestContext, words: readonly string[], shell: readonly string[]) {
  const place = new Place(t);
  place.guardfile("t", POLICY);
  const call = [process.execPath, resolve("dist/ward.js"), ...words];
  const quoted = call.map((word) => `'${word}'`).join(" ");
  place.file("loop", `for i in 1 2 3; do echo "round $i"; ${quoted}; echo "code $?"; done\n`);
  const pane = openPane(t, shell, { cwd: place.work, env: place.environment({ PS1: "$ " }) });
  pane.write(`. ${place.root}/loop`);
  pane.type("Enter");
  return { pane, place };
}

const BASH = ["bash", "--norc", "-i"];

const interrupted: [string, readonly string[]][] = [
  ["a leaf that dies of it", ["t", "run", "echo up; exec sleep 600"]],
  ["a leaf with a timeout", ["slow", "run", "echo up; exec sleep 600"]],
  ["a confined leaf, which it cancels", ["box", "run", "echo up; exec sleep 600"]],
];

for (const [name, words] of interrupted) {
  test(`Ctrl-C ends a loop around ${name}, and the trail has its end`, async (t) => {
    const { pane, place } = loop(t, words, BASH);
    await pane.until(/\nup\n/);
    pane.type("C-c");
    await pane.until(/\^C\n+\$\n/);
    pane.write("echo code $?");
    pane.type("Enter");
    const screen = await pane.until(/\ncode \d+\n/);
    assert.match(screen, /\ncode 130\n/);
    assert.doesNotMatch(screen, /round 2/);
    assert.deepEqual(
      place.rows().map(({ phase }) => phase),
      ["decided", "finished"],
    );
  });
}

test("in a script, too: the shell that waits sees a death and no code", async (t) => {
  const place = new Place(t);
  place.guardfile("t", POLICY);
  const call = [process.execPath, resolve("dist/ward.js"), "t", "run", "echo up; exec sleep 600"];
  const quoted = call.map((word) => `'${word}'`).join(" ");
  const script = place.file("script", `${quoted}\necho went on\n`);
  const pane = openPane(t, BASH, { cwd: place.work, env: place.environment({ PS1: "$ " }) });
  pane.write(`bash ${script}; echo code $?`);
  pane.type("Enter");
  await pane.until(/\nup\n/);
  pane.type("C-c");
  await pane.until(/\^C\n+\$\n/);
  assert.doesNotMatch(pane.screen(), /went on/);
});

test("a leaf that takes Ctrl-C and exits by itself ends with its code, and the loop goes on", async (t) => {
  const once =
    '[ -e once ] && exit 0; touch once; trap "exit 7" INT; echo up; while :; do sleep 0.1; done';
  const { pane } = loop(t, ["t", "run", once], BASH);
  await pane.until(/\nup\n/);
  pane.type("C-c");
  const screen = await pane.until(/round 3\ncode 0\n/);
  assert.match(screen, /code 7\nround 2\ncode 0\n/);
});

test("a leaf that is killed by SIGINT from elsewhere is a code: nobody pressed a key", (t) => {
  const place = new Place(t);
  place.guardfile("t", POLICY);
  const ward = [resolve("dist/ward.js"), "t", "run", "kill -INT $$"];
  const { status, signal } = spawnSync(process.execPath, ward, {
    ...{ cwd: place.work, env: place.environment() },
  });
  assert.deepEqual([status, signal], [130, null]);
});

test("under setsid a run outlives Ctrl-C and its terminal, as the page on driving says", async (t) => {
  const place = new Place(t);
  place.guardfile("t", POLICY);
  const lasting = "echo up; until [ -e go ]; do sleep 0.1; done; echo > survived; exit 3";
  const call = [process.execPath, resolve("dist/ward.js"), "t", "run", lasting];
  const quoted = call.map((word) => `'${word}'`).join(" ");
  const env = place.environment({ PS1: "$ " });
  const pane = openPane(t, ["bash", "--norc", "-i"], { cwd: place.work, env });
  pane.write(`. ${place.file("call", `setsid --wait ${quoted}\n`)}`);
  pane.type("Enter");
  await pane.until(/\nup\n/);
  pane.type("C-c");
  await pane.until(/\^C\n+\$\n/);
  pane.close();
  place.file("work/go", "");
  await until(() => place.rows().length === 2, "the row is closed");
  assert.deepEqual(place.rows().at(-1)?.outcome, {
    ...{ state: "failed", kind: "application_failure", exit: { code: 3 } },
    ...{ enforcement: { level: "none" }, launched: true },
  });
});
