// The completion scripts, in the real shells on a real terminal: words of the mounted tree, flags that a leaf lets pass, verbs.
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
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

/** Words that a shell would read otherwise, and what says so if one did; each leaf tells that it was the one that ran. */
const ODD: readonly string[] = [
  `a$(marker${"$"}{IFS}hit)`,
  "b`marker`",
  "c';marker;'",
  "d;marker",
  "e*",
  "f?",
  "g{1,2}",
  "h!!",
  "i#j",
  "k:list",
  "l=m",
  "n~",
  'o"p',
  "q&marker",
  "r|marker",
  "s>marker",
  "t\\u",
];

const HOSTILE = `wrap ward odd {
    describe "$(marker described) \`marker described\` %F{red} \\u{7}"
    exec marker
    only pass when shell marker is "*"
    ${ODD.map((word, at) => `can run ${JSON.stringify(word)} { argv "leaf${at}"; describe "$(marker said)" }`).join("\n    ")}
}
wrap ward odder {
    exec marker { env SECRET { value "file" "/nowhere" } }
    can run "zz$(marker)" { describe "$(marker said) %1" }
    can run "zy" { describe ";marker:said:" }
}
`;

/** How each shell is started without anybody's settings, and told of the script. */
const SHELLS = {
  bash: { argv: ["bash", "--norc", "--noprofile", "-i"], setup: [] },
  zsh: { argv: ["zsh", "-f", "-i"], setup: ["autoload -Uz compinit && compinit -u -D"] },
  fish: { argv: ["fish", "--no-config", "--interactive"], setup: [] },
} as const;

/** Starts wardctl, and leaves a line for each start. */
function counting(file: string): string {
  return `#!/bin/sh\necho "$2" >> ${file}\nexec ${process.execPath} ${resolve("dist/wardctl.js")} "$@"\n`;
}

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
  symlinkSync(resolve("dist/ward.js"), join(bin, "ward"));
  place.file("commands/wardctl", counting(join(place.root, "starts")));
  chmodSync(join(bin, "wardctl"), 0o755);
  const script = join(place.root, `script.${shell}`);
  const { stdout } = place.wardctl("completions", shell);
  writeFileSync(script, stdout);
  const env = {
    ...place.environment(),
    ...{
      PATH: `${bin}:${place.bin}:${process.env.PATH}`,
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

  test(`${shell}: one TAB is one start of wardctl, and nothing else is started`, async (t) => {
    const { pane, place } = await open(t, shell);
    place.guardfile("odd", HOSTILE);
    await complete(pane, "ward samp", "ward sample");
    const starts = () => readFileSync(join(place.root, "starts"), "utf8").trim().split("\n");
    assert.deepEqual(starts(), ["ward"]);
    pane.write("ward odder z");
    // bash lists at the second TAB.
    pane.type("Tab", "Tab");
    await pane.until(/zz.*marker/);
    pane.type("C-u");
    // What stands in backquotes bash completes as a command of its own, and asks nobody.
    for (const typed of ["$(marker typed)", "`marker typed`"]) {
      const before = starts().length;
      pane.write(`ward ${typed} s`);
      pane.type("Tab");
      for (let waited = 0; waited < 1000 && starts().length === before; waited += 40) {
        await pause(40);
      }
      pane.type("C-u");
    }
    await complete(pane, "ward sample stat", "ward sample status");
    assert.deepEqual(new Set(starts()), new Set(["ward"]));
    assert.deepEqual(place.ran(), []);
    assert.ok(!existsSync(join(place.root, "state")));
  });

  test(`${shell}: a word that the shell would read otherwise arrives as it is`, async (t) => {
    const { pane, place } = await open(t, shell);
    place.guardfile("odd", HOSTILE.replace(/^.*only pass.*$/m, ""));
    for (const name of ["e1", "f1", "marker.txt"]) place.file(`work/${name}`, "");
    for (const [at, word] of ODD.entries()) {
      pane.write(`ward odd ${word.slice(0, 1)}`);
      pane.type("Tab");
      await pane.until(new RegExp(`ward odd ${word.slice(0, 1)}.*\\S.*$`, "m"));
      pane.type("Enter");
      await pane.until(`marker: leaf${at}\n`);
    }
    assert.deepEqual(
      place.ran(),
      ODD.map((_, at) => `leaf${at}`),
    );
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
