// The question on a real terminal: which keys are which answer, and what was typed too early.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPane } from "./terminal-room.ts";

const typist = resolve("test/fixtures/quick-typist.py");
const driver = fileURLToPath(new URL("fixtures/terminal-driver.js", import.meta.url));

function open(t: TestContext, words: readonly string[] = [], env: Record<string, string> = {}) {
  return openPane(t, [process.execPath, driver, ...words], { cwd: "/", env });
}

const ANSWERS: readonly (readonly [string, readonly string[], string])[] = [
  ["y", ["y", "Enter"], "yes"],
  ["YES", ["YES", "Enter"], "yes"],
  ["Enter", ["Enter"], "no"],
  ["n", ["n", "Enter"], "no"],
  ["no", ["no", "Enter"], "no"],
  ["Ctrl-C", ["C-c"], "none"],
  ["Ctrl-D", ["C-d"], "none"],
  ["Ctrl-C behind a y", ["y", "C-c"], "none"],
];

for (const [what, keys, answer] of ANSWERS) {
  test(`T75, T76: ${what} is ${answer}`, async (t) => {
    const pane = open(t);
    await pane.until("Run it? [y/N]");
    pane.type(...keys);
    assert.match(await pane.until("answer:"), new RegExp(`answer: ${answer}$`, "m"));
  });
}

test("T76: any other text asks once more, and then is no answer", async (t) => {
  const pane = open(t);
  await pane.until("Run it? [y/N]");
  pane.type("ja", "Enter");
  await pane.until("Please say y or n. Run it? [y/N]");
  pane.type("yep", "Enter");
  assert.match(await pane.until("answer:"), /answer: none$/m);
});

test("T76: after the second asking a plain y counts", async (t) => {
  const pane = open(t);
  await pane.until("Run it? [y/N]");
  pane.type("ok", "Enter");
  await pane.until("Please say y or n.");
  pane.type("y", "Enter");
  assert.match(await pane.until("answer:"), /answer: yes$/m);
});

for (const [what, keys] of [
  ["a whole line", ["y", "Enter"]],
  ["several lines", ["y", "Enter", "y", "Enter"]],
  ["half a line", ["y"]],
] as const) {
  test(`T81: ${what} typed before the question answers nothing`, async (t) => {
    const pane = open(t, ["1500"]);
    await pane.until("busy");
    pane.type(...keys);
    await pane.until("Run it? [y/N]");
    pane.type("Enter");
    assert.match(await pane.until("answer:"), /answer: no$/m);
  });
}

test("T76: a Ctrl-C that the terminal makes no signal of is no answer either", async (t) => {
  const asked = `stty -isig; exec '${process.execPath}' '${driver}' 1500`;
  const early = openPane(t, ["sh", "-c", asked], { cwd: "/", env: {} });
  await early.until("busy");
  early.type("C-c");
  assert.match(await early.until("answer:"), /answer: none$/m);
  const late = openPane(t, ["sh", "-c", asked], { cwd: "/", env: {} });
  await late.until("Run it? [y/N]");
  late.type("y", "C-c", "Enter");
  assert.match(await late.until("answer:"), /answer: none$/m);
});

for (const [what, keys, answer] of [
  ["a y", "y\r", "yes"],
  ["an Enter", "\r", "no"],
  ["a Ctrl-C", "\x03", "none"],
] as const) {
  test(`T76: ${what} in the very moment of the prompt is heard`, () => {
    for (let round = 0; round < 8; round += 1) {
      const words = [typist, keys, "Run it? [y/N]", process.execPath, driver];
      const { stdout } = spawnSync("python3", words, { encoding: "utf8", env: { TERM: "screen" } });
      assert.match(stdout, new RegExp(`answer: ${answer}\r?$`, "m"));
    }
  });
}

test("what is typed behind the answer is the child's", async (t) => {
  const pane = open(t, ["0", "read"]);
  await pane.until("Run it? [y/N]");
  pane.write("y\nfor the child\n");
  const screen = await pane.until("child got:");
  assert.match(screen, /answer: yes$/m);
  assert.match(screen, /child got: "for the child\\n"$/m);
});

test("T30: a dumb terminal is not asked in", async (t) => {
  const pane = open(t, [], { TERM: "dumb" });
  await pane.until("answer: cannot ask");
});

test("T30: a question that would be drawn on another terminal than it is answered on is not asked", async (t) => {
  const words = ["python3", resolve("test/fixtures/second-terminal.py"), process.execPath, driver];
  const pane = openPane(t, words, { cwd: "/", env: {} });
  pane.type("y", "Enter");
  assert.match(await pane.until("[exit"), /answer: cannot ask/);
});

test("T30: the controlling terminal by its other name is the same one", async (t) => {
  const line = `exec '${process.execPath}' '${driver}' < /dev/tty 2> /dev/tty`;
  const pane = openPane(t, ["sh", "-c", line], { cwd: "/", env: {} });
  await pane.until("Run it? [y/N]");
  pane.type("y", "Enter");
  assert.match(await pane.until("answer:"), /answer: yes$/m);
});

test("T31: an agent's terminal is not asked in", async (t) => {
  const pane = open(t, [], { CLAUDECODE: "1" });
  await pane.until("answer: cannot ask");
});

test("T30: piped data is not read as an answer", async (t) => {
  const command = ["sh", "-c", `echo y | "${process.execPath}" "${driver}"`];
  const pane = openPane(t, command, { cwd: "/", env: {} });
  await pane.until("answer: cannot ask");
});

test("T30: standard error that is no terminal shows nobody a question", async (t) => {
  const command = ["sh", "-c", `"${process.execPath}" "${driver}" 2>/dev/null`];
  const pane = openPane(t, command, { cwd: "/", env: {} });
  await pane.until("answer: cannot ask");
});

test("T30: no terminal at all", () => {
  const { stdout } = spawnSync(process.execPath, [driver], { encoding: "utf8", input: "y\n" });
  assert.equal(stdout, "answer: cannot ask\n");
});
