// What `wardctl init` writes for the programs of the catalogue: it only looks, holds its examples, and lint has nothing to say.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { joinerProblem } from "../src/language/binary.ts";
import { splitShellWords } from "../src/language/shell-words.ts";
import { starter } from "../src/lint/starter.ts";
import { judgeExamples } from "../src/surfaces/examples.ts";
import { decider, facts, knowledge, lintText, parse, programs } from "./lint-place.ts";
import { Place } from "./program-place.ts";

const texts = new Map<string, string>();
function made(bin: string): string {
  const text = texts.get(bin) ?? starter(bin, programs.looks(bin), knowledge);
  texts.set(bin, text);
  return text;
}
const catalogued = readdirSync("dist/catalogue")
  .filter((name) => name.endsWith(".txt"))
  .map((name) => name.slice(0, -".txt".length));
const hazardous = Object.keys(
  JSON.parse(readFileSync("dist/catalogue/hazards/index.json", "utf8")) as object,
);
const bins = [...new Set([...catalogued, ...hazardous])];

test("the starter of every program that the catalogue knows lints clean and holds its examples", () => {
  assert.ok(bins.length > 1000, `${bins.length} programs`);
  const bad = bins.flatMap((bin) => {
    const text = made(bin);
    const said = lintText(text).map(({ rule, message }) => `${bin}: ${rule}: ${message}`);
    const wrong = judgeExamples(parse(text), facts).map(({ message }) => `${bin}: ${message}`);
    const isShown = parse(text).wraps.every(({ leaves }) =>
      leaves.every(({ examples }) => examples.length > 0),
    );
    return [...said, ...wrong, ...(isShown ? [] : [`${bin}: a grant without an example`])];
  });
  assert.deepEqual(bad, []);
});

test("every grant that somebody wrote down as looking only is in its program's starter", () => {
  const lost = bins.flatMap((bin) => {
    const text = made(bin);
    const leaf = (words: string) => `can run ${JSON.stringify(words === "" ? "*" : words)}`;
    const looks = programs.looks(bin).filter(({ words }) => !text.includes(leaf(words)));
    return looks.map(({ words }) => `${bin} ${words}`);
  });
  assert.deepEqual(lost, []);
});

test("no starter lets through what its program, granted whole, would be found to run or write", () => {
  let tried = 0;
  const open = bins.flatMap((bin) => {
    const joins = joinerProblem(bin, []) === null ? "" : " { remote-shell none }";
    const whole = `wrap ward ${JSON.stringify(bin)} {\n  exec ${JSON.stringify(bin)}${joins}\n  can run "*"\n}\n`;
    const decide = decider(made(bin));
    const grave = lintText(whole).filter(({ effect }) => effect === "exec" || effect === "write");
    const calls = grave.flatMap(({ argv }) => (argv === null ? [] : [argv]));
    tried += calls.length;
    return calls.filter((argv) => decide(argv).decision !== "deny").map((argv) => argv.join(" "));
  });
  assert.deepEqual(open, []);
  assert.ok(tried > 2000, `${tried} calls`);
});

interface StarterCalls {
  readonly bin: string;
  /** The words behind `ward BIN`, as a shell would part them. */
  readonly passes: readonly string[];
  readonly refused: readonly string[];
}

const calls = readFileSync("test/cases/starter-calls.jsonl", "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as StarterCalls);

for (const { bin, passes, refused } of calls) {
  test(`the starter of ${bin} passes the plainest looks, and nothing that does or reaches more`, () => {
    const decide = decider(made(bin));
    const isRefused = (text: string) => {
      const split = splitShellWords(text);
      assert.ok("words" in split, text);
      return decide(["ward", bin, ...split.words]).decision === "deny";
    };
    assert.deepEqual(
      {
        refused: [...passes, ...refused].filter(isRefused),
        passes: passes.filter((t) => !isRefused(t)),
      },
      { refused, passes },
    );
  });
}

test("a starter grants what looks, and refuses what changes, runs or leads out of the directory", () => {
  const decide = decider(made("gh"));
  const decision = (words: string) => decide(["ward", "gh", ...words.split(" ")]).decision;
  const refused = [
    "pr merge 12",
    "pr view 12 --web",
    "pr view 12 -w",
    "pr view 12 --repo other/place",
    "api graphql",
    "alias set x !id",
    "auth token",
    "repo view --br",
    "issue list ../x",
  ];
  assert.notEqual(decision("pr view 12 --json title"), "deny");
  assert.deepEqual(
    refused.filter((words) => decision(words) !== "deny"),
    [],
  );
  const tar = decider(made("tar"));
  const lists = (words: string) => tar(["ward", "tar", ...words.split(" ")]).decision;
  assert.equal(lists("-t -f notes.tar"), "allow");
  assert.deepEqual(
    ["-x -f a.tar", "xf a.tar", "-t -f -Iid a.tar", "-t -f a.tar -x", "-t -f host:a.tar"].map(
      lists,
    ),
    ["deny", "deny", "deny", "deny", "deny"],
  );
  const find = decider(made("find"));
  const finds = (words: string) => find(["ward", "find", ...words.split(" ")]).decision;
  assert.notEqual(finds("src"), "deny");
  assert.deepEqual(["src -delete", "src -exec id ;", "src -fprint x", "/etc"].map(finds), [
    "deny",
    "deny",
    "deny",
    "deny",
  ]);
});

test("wardctl init writes the starter of a catalogued program; check and lint find nothing in it", (t) => {
  const place = new Place(t);
  const { exit, stdout, stderr } = place.wardctl("init", "terrafrom");
  assert.deepEqual({ exit, stdout }, { exit: 64, stdout: "" });
  assert.match(stderr, /does not know it \(did you mean terraform\?\)\n {2}hint: shipped: brew, /);
  for (const name of ["find", "gh", "nmap"]) {
    assert.equal(place.wardctl("init", name).exit, 0);
    assert.equal(place.wardctl("check", `${place.config}/${name}.kdl`).exit, 0);
  }
  const init = place.wardctl("init", "terraform");
  assert.match(init.stdout, /^wrote .*\/terraform\.kdl\n/);
  const file = `${place.config}/terraform.kdl`;
  assert.equal(readFileSync(file, "utf8"), made("terraform"));
  assert.equal(place.wardctl("check", file).exit, 0);
  const lint = place.wardctl("lint", "--strict", "--json", file);
  const said = (JSON.parse(lint.stdout) as { rule: string }[]).map(({ rule }) => rule);
  assert.deepEqual({ exit: lint.exit, said }, { exit: 0, said: ["binary-missing"] });
});

test("a name with a path in it makes no file anywhere", (t) => {
  const place = new Place(t);
  place.file("config/config.kdl", "");
  for (const name of ["../ls", "/bin/ls", "../../git", "./find", "__proto__", ""]) {
    assert.equal(place.wardctl("init", name).exit, 64, name);
  }
  assert.deepEqual(readdirSync(place.config), ["config.kdl"]);
  assert.deepEqual(readdirSync(place.root).sort(), ["bin", "config", "work"]);
});

test("a starter for a group that another file wraps is not written: neither would serve it then", (t) => {
  const place = new Place(t);
  const file = place.guardfile("mine", "wrap ward find { exec marker; can run hello }\n");
  const { exit, stdout, stderr } = place.wardctl("init", "find");
  assert.deepEqual(
    { exit, stdout, stderr },
    {
      exit: 1,
      stdout: "",
      stderr: `wardctl: ${file} wraps the same group, and of two files that do neither serves it, so no starter was written\n  hint: put your grants into that file, or move it away first\n`,
    },
  );
  assert.equal(place.ward("find", "hello").stdout, "marker: hello\n");
});
