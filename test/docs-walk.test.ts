// The newcomer's walk of the guide, done as it is written: by a user of its own, in a shell on a real terminal, files put where it says.
import assert from "node:assert/strict";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { OwnUser } from "./own-user.ts";
import type { Pane } from "./terminal-room.ts";

interface Step {
  /** A path below the home directory, and what is put there; or a command, what it prints, and what is answered. */
  readonly file?: string;
  readonly text?: string;
  readonly command?: string;
  readonly printed?: string;
}

const PATIENCE_MS = 30_000;
const STEP_MS = 40;

const page = readFileSync("docs/guide.md", "utf8");
const HEADING = "## A first walk\n";

/** The section's blocks in order: `kdl` and `text` go into the file that the words before them name last. */
function steps(): readonly Step[] {
  const section = page.split(HEADING)[1]?.split(/^## /m)[0] ?? "";
  const blocks = [...section.matchAll(/((?:(?!^```)[^\n]*\n)*)^```(\w+)\n(.*?)^```$\n/gms)];
  return blocks.flatMap(([, words = "", language, body = ""]): Step[] => {
    const file = [...words.matchAll(/`~\/([^`]+)`/g)].at(-1)?.[1];
    if (language !== "console") return file === undefined ? [] : [{ file, text: body }];
    const calls = body.split(/^\$ /m).slice(1);
    return calls.map((call) => {
      const end = call.indexOf("\n");
      return { command: call.slice(0, end), printed: call.slice(end + 1) };
    });
  });
}

/** Without what is never the same twice; the page's home is `/home/you`. */
function steady(text: string, home = "/home/you"): string {
  return text
    .replaceAll(home, "/home/you")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>")
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<row>")
    .replace(/\b[0-9a-f]{64}\b/g, "<hash>")
    .trimEnd();
}

const ANSWERED = /\[y\/N\] (\w)$/m;

/** The screen once it is as wanted; what it shows where it never is. */
async function seen(pane: Pane, isIt: (screen: string) => boolean): Promise<string> {
  for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
    const screen = pane.screen().trimEnd();
    if (isIt(screen)) return screen;
    await pause(STEP_MS);
  }
  throw new Error(`the terminal shows:\n${pane.screen()}`);
}

/** Types a command, answers what is asked, and gives back what was printed. */
async function say(pane: Pane, { command = "", printed = "" }: Step): Promise<string> {
  const before = (await seen(pane, (screen) => screen.endsWith("$"))).length;
  pane.write(command);
  await seen(pane, (screen) => screen.length >= before + command.length);
  pane.type("Enter");
  const [, answer] = ANSWERED.exec(printed) ?? [];
  if (answer !== undefined) {
    await seen(pane, (screen) => screen.slice(before).includes("[y/N]"));
    pane.type(answer, "Enter");
  }
  const from = before + command.length;
  const after = await seen(pane, (screen) => screen.length > from + 1 && screen.endsWith("\n$"));
  return after.slice(before, -1).split("\n").slice(1).join("\n");
}

function newcomer(t: TestContext): { user: OwnUser; pane: Pane } {
  const user = new OwnUser(t);
  rmSync(join(user.home, ".config"), { recursive: true });
  const bin = join(user.root, "bin");
  for (const name of ["ward", "wardctl"]) symlinkSync(resolve(`dist/${name}.js`), join(bin, name));
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: user.home, PS1: "$ ", LANG: "C.UTF-8" };
  return { user, pane: user.shell(["bash", "--norc", "--noprofile", "-i"], env) };
}

test("the guide's first walk goes as it is written", async (t) => {
  const { user, pane } = newcomer(t);
  await pane.until(/^\$/m);
  const told: unknown[] = [];
  const walk = steps();
  assert.ok(walk.length > 15);
  for (const step of walk) {
    if (step.file !== undefined) user.file(join(user.home, step.file), step.text ?? "");
    if (step.command === undefined) continue;
    const printed = await say(pane, step);
    told.push({ command: step.command, printed: steady(printed, user.home) });
  }
  assert.deepEqual(
    told,
    walk.flatMap(({ command, printed }) =>
      command === undefined ? [] : [{ command, printed: steady(printed ?? "") }],
    ),
  );
});
