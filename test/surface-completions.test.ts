// The completion scripts, in the real shells on a real terminal: words of the mounted tree, flags that a leaf lets pass, verbs.
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { Place } from "./program-place.ts";
import { openPane, type Pane } from "./terminal-room.ts";

const GIT = `wrap ward sample {
    describe "the sample group"
    exec git
    can run status { describe "what changed"; allow-flag "--short" "--branch" }
    can run stash
    can run log { deny-flag "--output" }
    can run "remote show"
}
`;

/** How each shell is started without anybody's settings, and told of the script. */
const SHELLS = {
  bash: { argv: ["bash", "--norc", "--noprofile", "-i"], setup: [] },
  zsh: { argv: ["zsh", "-f", "-i"], setup: ["autoload -Uz compinit && compinit -u -D"] },
  fish: { argv: ["fish", "--no-config", "--interactive"], setup: [] },
} as const;

interface Opened {
  readonly pane: Pane;
  readonly place: Place;
}

async function open(t: TestContext, shell: keyof typeof SHELLS): Promise<Opened> {
  const place = new Place(t);
  place.guardfile("git", GIT);
  place.file("work/Guardfile", GIT.replaceAll("sample", "untrusted"));
  place.file("work/notes.txt", "");
  const bin = join(place.root, "commands");
  mkdirSync(bin);
  for (const name of ["ward", "wardctl"]) symlinkSync(resolve(`dist/${name}.js`), join(bin, name));
  const script = join(place.root, `script.${shell}`);
  const { stdout } = place.wardctl("completions", shell);
  writeFileSync(script, stdout);
  const env = {
    ...place.environment(),
    ...{
      PATH: `${bin}:${process.env.PATH}`,
      HOME: place.root,
      PS1: "$ ",
      XDG_DATA_HOME: place.root,
    },
  };
  const { argv, setup } = SHELLS[shell];
  const pane = openPane(t, argv, { cwd: place.work, env });
  for (const line of [...setup, `source ${script}`, "echo rea''dy"]) {
    pane.write(line);
    pane.type("Enter");
  }
  await pane.until(/^ready/m);
  return { pane, place };
}

/** Types a line and a TAB, waits for what comes of it, and takes the line away. */
async function complete(pane: Pane, line: string, expected: string): Promise<void> {
  pane.write(line);
  pane.type("Tab");
  await pane.until(new RegExp(`${expected}$`, "m"));
  pane.type("C-u");
}

for (const shell of Object.keys(SHELLS) as (keyof typeof SHELLS)[]) {
  test(`${shell}: a group, a leaf, a flag, a deeper word and a verb are completed`, async (t) => {
    const { pane, place } = await open(t, shell);
    await complete(pane, "ward sam", "ward sample");
    await complete(pane, "ward sample stat", "ward sample status");
    await complete(pane, "ward sample status --sh", "ward sample status --short");
    await complete(pane, "ward sample remote sh", "ward sample remote show");
    await complete(pane, "wardctl expl", "wardctl explain");
    await complete(pane, "wardctl completions fi", "wardctl completions fish");
    await complete(pane, "ward sample log notes", "ward sample log notes.txt");
    assert.deepEqual(place.rows(), []);
    assert.deepEqual(place.ran(), []);
  });

  test(`${shell}: several words are listed, with what they are for where the shell shows it`, async (t) => {
    const { pane } = await open(t, shell);
    pane.write("ward sample st");
    pane.type("Tab");
    await pane.until(/ward sample sta/);
    // bash completes what is common, then rings, then lists.
    for (const _ of shell === "bash" ? [1, 2] : [1]) pane.type("Tab");
    const listed = await pane.until(/^stash[\s\S]*status|^status[\s\S]*stash/m);
    assert.equal(listed.includes("what changed"), shell !== "bash");
    assert.ok(!listed.includes("untrusted"), listed);
  });
}

test("one answer is one start of wardctl: it loads no runner, asks nothing and writes nothing", (t) => {
  const place = new Place(t);
  place.guardfile("git", GIT);
  const ask = (...words: readonly string[]) => place.wardctl("__complete", ...words);
  assert.deepEqual(ask("ward", "--", "sample", "sta"), {
    exit: 0,
    stdout: "status\twhat changed\nstash\n",
    stderr: "",
  });
  assert.deepEqual(ask("ward", "--", "sample", "status", "--"), {
    exit: 0,
    stdout: "--short\n--branch\n",
    stderr: "",
  });
  assert.deepEqual(ask("wardctl", "--", "completions", ""), {
    exit: 0,
    stdout: "bash\nzsh\nfish\n",
    stderr: "",
  });
  const begun = ask("ward", "--", "sample", "log", "--outp").stdout.trim().split("\n");
  assert.deepEqual(
    begun.filter((word) => !word.startsWith("--output-indicator-")),
    [],
  );
  assert.ok(ask("ward", "--", "sample", "log", "--o").stdout.includes("--oneline"));
  place.file("work/Guardfile", GIT.replaceAll("sample", "untrusted"));
  assert.deepEqual(ask("ward", "--", "untr").stdout, "");
  assert.deepEqual(ask("nobody", "--", ""), { exit: 0, stdout: "", stderr: "" });
  assert.deepEqual(place.rows(), []);
});
