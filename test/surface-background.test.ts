// A leaf behind the shell, on a real terminal: what a person types there is the shell's, whatever bounds the leaf.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { until } from "./host-run-place.ts";
import { Place } from "./program-place.ts";
import { openPane } from "./terminal-room.ts";

const POLICY = `
wrap ward free { exec sh; metacharacters literal; can run run { argv "-c" } }
wrap ward timed { exec sh; metacharacters literal; timeout "1h"; can run run { argv "-c" } }
wrap ward box { exec sh; metacharacters literal; confine; can run run { argv "-c" } }
`;

/** A shell with a call behind it that reads a line; the person types one, for the shell. */
async function typed(t: TestContext, group: string) {
  const place = new Place(t);
  place.guardfile("t", POLICY);
  const script = "echo up; read line; echo took:$line";
  const call = [process.execPath, resolve("dist/ward.js"), group, "run", script];
  const quoted = call.map((word) => `'${word}'`).join(" ");
  const env = place.environment({ PS1: "$ " });
  const pane = openPane(t, ["bash", "--norc", "-i"], { cwd: place.work, env });
  pane.write(`. ${place.file("call", `${quoted} &\n`)}`);
  pane.type("Enter");
  await pane.until(/(^|\$ )up\n/m);
  for (const word of ["one", "two", "three"]) {
    pane.write(`echo shell:${word}`);
    pane.type("Enter");
    await pane.until(new RegExp(`^shell:${word}$|^took:.*${word}`, "m"));
  }
  return { pane, place };
}

const ended = (place: Place) => until(() => place.rows().length === 2, "the row is closed");

for (const group of ["free", "timed"]) {
  test(`${group}: the terminal's own rule holds, and the leaf waits for the foreground`, async (t) => {
    const { pane, place } = await typed(t, group);
    assert.doesNotMatch(pane.screen(), /^took:/m);
    pane.write("fg");
    pane.type("Enter");
    await pane.until(/^\$ fg\n/m);
    pane.write("mine");
    pane.type("Enter");
    await pane.until(/^took:mine$/m);
    await ended(place);
  });
}

test("box: a confined leaf has no such rule, so there it has no input", async (t) => {
  const { pane, place } = await typed(t, "box");
  assert.match(await pane.until(/^took:.*$/m), /^took:$/m);
  await ended(place);
  assert.equal(place.rows()[0]?.stdin, "none");
});
