// What a person gets to read where something is wrong: which file and why, and what to write in its place.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { test } from "node:test";
import { Place } from "./program-place.ts";

test("a table for a Guardfile that is not valid shows what is wrong with it", (t) => {
  const place = new Place(t);
  const bad = place.file("bad.kdl", "wrap ward x { exec git; can rn y }\n");
  const row = { id: "a", call: ["ward", "x", "y"], expect: { decision: "allow" } };
  const table = place.file("c.jsonl", JSON.stringify(row));
  const { exit, stdout } = place.wardctl("test", table, "--guardfile", bad);
  assert.equal(exit, 1);
  assert.match(stdout, /^ {2}the Guardfile is not valid, so nothing was decided:$/m);
  assert.match(stdout, /^ {4}.*bad\.kdl:1:25: error\[unknown-node\]/m);
  const missing = place.wardctl("test", "nosuch.jsonl");
  assert.deepEqual(missing, {
    exit: 64,
    stdout: "",
    stderr: "wardctl: nosuch.jsonl can't be read: no such file or directory\n",
  });
});

const SETTINGS: readonly (readonly [string, RegExp])[] = [
  ["environment-may-choose false", /hint: write #false where ward takes it, or in quotes/],
  ["audit-space 5", /hint: write it in quotes: "5", as in audit-space "2GiB"/],
];

for (const [line, hint] of SETTINGS) {
  test(`the hint about \`${line}\` leads to what is valid`, (t) => {
    const place = new Place(t);
    place.file("config/config.kdl", `${line}\n`);
    assert.match(place.wardctl("check").stdout, hint);
    place.file("config/config.kdl", 'environment-may-choose #false\naudit-space "2GiB"\n');
    assert.equal(place.wardctl("check").exit, 0);
  });
}

const GUARDFILES: readonly (readonly [string, string, RegExp])[] = [
  [
    "a path without quotes",
    "wrap ward t { exec ~/bin/x; can run y }",
    /hint: a path stands in quotes, and a program's is absolute: `exec "\/opt\/app\/bin\/tool"`/,
  ],
  [
    "a guard's program with its words in one",
    'wrap ward t { exec git; can run y; only pass when shell "echo ok" is "ok" }',
    /hint: write its words apart: `only pass … shell echo ok is …`/,
  ],
  [
    "a passthrough with its words in one",
    'wrap ward t { passthrough "git push" }',
    /hint: write its words apart: `passthrough git push`/,
  ],
];

for (const [what, source, hint] of GUARDFILES) {
  test(`${what}: the hint says how to write it`, (t) => {
    const place = new Place(t);
    place.guardfile("t", source);
    assert.match(place.wardctl("check").stdout, hint);
  });
}

test("a refusal for a file with errors names the typo, not what follows from it", (t) => {
  const place = new Place(t);
  place.guardfile("t", "wrap ward t {\n  exec git\n  can rn status\n}\n");
  const { exit, stderr } = place.ward("t", "status");
  assert.equal(exit, 78);
  assert.match(stderr, /is not valid: "can" is followed by "run"/);
  assert.match(stderr, /rule: .*t\.kdl:3 {2}can rn status$/m);
});

test("a wrong example is told beside the errors of other wraps, and not where its own wrap has some", (t) => {
  const place = new Place(t);
  const wrap = (name: string, more: string) =>
    `wrap ward ${name} { exec git; can run log { refuses "log -1"; ${more} } }\n`;
  place.guardfile("t", wrap("a", "") + wrap("b", 'flagg "-x"') + wrap("c", ""));
  const { exit, stdout } = place.wardctl("check", `${place.config}/t.kdl`);
  assert.equal(exit, 78);
  assert.deepEqual(
    [...stdout.matchAll(/t\.kdl:(\d+):\d+: error\[([a-z-]+)\]/g)].map(([, line, code]) => [
      line,
      code,
    ]),
    [
      ["1", "example"],
      ["2", "unknown-node"],
      ["3", "example"],
    ],
  );
});

test("explain of a call without its program says how to write it", (t) => {
  const { exit, stdout } = new Place(t).wardctl("explain", "--", "git", "status");
  assert.equal(exit, 77);
  assert.match(stdout, /did you mean `ward git status`\?/);
});

const HELPED = `wrap ward vcs {
    exec marker
    can run merge-base
    can run status
    can run "stash list"
    can run top
    never run rebase { describe "history is shared; \`merge\` keeps it" }
    never run "stash drop" { describe "a dropped stash is lost" }
    never run gc
}
`;

test("a word that is not granted: the policy's own reason, a near spelling, or no guess", (t) => {
  const place = new Place(t);
  place.guardfile("vcs", HELPED);
  const said = [
    "rebase main",
    "stash drop",
    "gc",
    "sttaus",
    "stash lst",
    "stop",
    "merg",
    "base",
  ].map((words) => {
    const [line = ""] = place.ward("vcs", ...words.split(" ")).stderr.split("\n");
    return [words, line.slice(line.indexOf(" is not granted in ")).split("; ").slice(1).join("; ")];
  });
  assert.deepEqual(said, [
    ["rebase main", "history is shared; `merge` keeps it"],
    ["stash drop", "a dropped stash is lost"],
    ["gc", ""],
    ["sttaus", "did you mean `ward vcs status`?"],
    ["stash lst", "did you mean `ward vcs stash list`?"],
    ["stop", ""],
    ["merg", ""],
    ["base", ""],
  ]);
});

const BELOW = `wrap ward oncall {
    exec marker
    can run "svc status"; can run "svc restart"; can run "svc logs"
    can run "net peer list all" { allow-flag "-q" }
    can run remote { argv remote; sealed }
    can run "remote -v" { argv remote "-v"; sealed }
    can run "remote show"
}
`;

test("below a granted first word: the words that are missing are named, and those that go on from there", (t) => {
  const place = new Place(t);
  const file = place.guardfile("oncall", BELOW);
  const calls = [
    "svc stop web",
    "svc",
    "svc -v status",
    "svc statsu",
    "net peer drop x",
    "net",
    "top",
  ];
  const said = [...calls, "remote add o x"].map((words) => {
    const { exit, stderr } = place.ward("oncall", ...words.split(" "));
    const [why = "", , here] = stderr.split("\n");
    assert.deepEqual([exit, stderr.includes(file)], [77, true]);
    return [why.slice(why.indexOf("`: ") + 3), here];
  });
  const svc = "  allowed here: ward oncall svc status | restart | logs";
  assert.deepEqual(said, [
    ["`svc stop` is not granted in `ward oncall`", svc],
    ["`ward oncall svc` alone runs nothing", svc],
    ["`svc -v` is not granted in `ward oncall`; write `ward oncall svc status -v`", svc],
    ["`svc statsu` is not granted in `ward oncall`; did you mean `ward oncall svc status`?", svc],
    [
      "`net peer drop` is not granted in `ward oncall`",
      "  allowed here: ward oncall net peer list",
    ],
    ["`ward oncall net` alone runs nothing", "  allowed here: ward oncall net peer"],
    ["`top` is not granted in `ward oncall`", "  allowed here: ward oncall svc | net | remote"],
    [
      "`add` is one argument too many: this leaf is sealed",
      "  allowed here: ward oncall remote, or ward oncall remote -v | show",
    ],
  ]);
});

test("an argument to a sealed leaf: the longer calls, where there are any", (t) => {
  const place = new Place(t);
  const grants = `can run reset { argv reset; sealed }
    can run "reset HEAD"; can run "reset --soft" { argv x; sealed }; can run "reset --"
    can run bare { argv bare; sealed }`;
  place.guardfile("vcs", `wrap ward vcs {\n    exec marker\n    ${grants}\n}\n`);
  // The second of two calls reads what the first one compiled.
  const said = ["reset", "reset", "bare"].map((word) => {
    const [why, , here] = place.ward("vcs", word, "f").stderr.split("\n");
    return [why?.split("sealed")[1], here];
  });
  const reset = ["", "  allowed here: ward vcs reset, or ward vcs reset HEAD | --soft | --"];
  assert.deepEqual(said, [
    reset,
    reset,
    ["; `ward vcs --help` shows the calls that take arguments", "  allowed here: ward vcs bare"],
  ]);
});

test("a script with lines of Windows: the CR is shown, and what to do", (t) => {
  const place = new Place(t);
  place.program("crlf", "#!/bin/sh\r\necho hi\r\n");
  place.guardfile("t", "wrap ward t { exec crlf; can run y }");
  const { exit, stderr } = place.ward("t", "y");
  assert.equal(exit, 127);
  assert.match(stderr, /the interpreter that it asks for is not: \/bin\/sh\\u\{d\}$/m);
  assert.match(stderr, /hint: the lines of .*crlf end in CR LF: write them with LF alone/);
});

test("a relative directory is wrong use, whichever variable names it", (t) => {
  const place = new Place(t);
  for (const name of ["WARD_CONFIG_DIR", "WARD_STATE_DIR"]) {
    const { exit, stderr } = place.call("ward", ["git", "status"], { env: { [name]: "rel" } });
    assert.equal(exit, 64);
    assert.match(stderr, new RegExp(`${name} names a relative directory, rel`));
  }
});

test("a locale that is a path is named where it is not passed on, and reaches the child where it is kept", (t) => {
  const place = new Place(t);
  const show = 'exec sh { argv-prefix "-c" "echo $LC_ALL/$LANG" }; can run y';
  place.guardfile("t", `wrap ward t { ${show} }`);
  const env = { LC_ALL: "/x/y", LANG: "C" };
  const dropped = place.call("ward", ["t", "y"], { env });
  assert.deepEqual(dropped, {
    exit: 0,
    stdout: "/C\n",
    stderr:
      'ward: LC_ALL is set to what can name a file (it holds a `/` or begins with `:`) and not passed on to sh; `environment { keep "LC_ALL" }` in the policy passes it on\n',
  });
  place.guardfile(
    "t",
    `wrap ward t { ${show.replace('LANG"', 'LANG"; environment { keep "LC_ALL" }')} }`,
  );
  assert.equal(place.call("ward", ["t", "y"], { env }).stdout, "/x/y/C\n");
  place.guardfile(
    "t",
    `wrap ward t { ${show.replace('LANG"', 'LANG"; environment { drop "LC_*" }')} }`,
  );
  assert.deepEqual(place.call("ward", ["t", "y"], { env }), {
    exit: 0,
    stdout: "/C\n",
    stderr: "",
  });
});

test("help and version that can't be written are no success", (t) => {
  const place = new Place(t);
  for (const [program, ...words] of [
    ["wardctl", "--help"],
    ["wardctl", "--version"],
    ["wardctl", "trust", "--help"],
    ["wardctl", "check", "--help"],
    ["ward", "--help"],
    ["ward", "--version"],
  ]) {
    const line = `exec '${process.execPath}' '${resolve(`dist/${program}.js`)}' ${words.join(" ")}`;
    const run = (to: string) =>
      spawnSync("sh", ["-c", `${line} > ${to}`], { env: place.environment(), encoding: "utf8" });
    const full = run("/dev/full");
    assert.equal(full.status, 125, `${program} ${words.join(" ")}`);
    assert.match(full.stderr, /standard output can't be written: no space is left/);
    assert.equal(run("/dev/null").status, 0);
  }
});
