// The built program wardctl: each verb's data on stdout, its talk on stderr, its exit code, and its help.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { VERBS } from "../src/surfaces/verbs.ts";
import { Place } from "./program-place.ts";

const TOOL = readFileSync("test/cases/program/tool.kdl", "utf8");

test("the list of verbs and the folder of verbs agree", () => {
  const files = readdirSync("src/surfaces/verbs").map((name) => name.replace(/\.ts$/, ""));
  assert.deepEqual(VERBS.map(({ name }) => name.replaceAll(" ", "-")).toSorted(), files.toSorted());
});

for (const { name, example } of VERBS) {
  test(`wardctl ${name} --help says what it does, with an example`, (t) => {
    const { exit, stdout, stderr } = new Place(t).wardctl(...name.split(" "), "--help");
    assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" });
    assert.match(stdout, new RegExp(`^Usage: wardctl ${name}`));
    assert.ok(stdout.endsWith(`Example:\n  ${example}\n`), stdout);
  });
}

test("wrong use exits 64 and says what was meant", (t) => {
  const place = new Place(t);
  const cases: [string[], RegExp][] = [
    [["chekc"], /^wardctl: unknown command 'chekc'\n\(Did you mean check\?\)\n$/],
    [["check", "--jsn"], /^wardctl: unknown option '--jsn'\n\(Did you mean --json\?\)\n$/],
    [["explain"], /^wardctl: missing required argument 'word'\n$/],
    [["audit", "tial"], /Did you mean tail/],
    [["audit", "tail", "-n", "many"], /give a whole number/],
    [["init", "gti"], /did you mean git\?/],
    [["test", "/nowhere.jsonl"], /nowhere\.jsonl/],
    [["\u001b[31m"], /unknown command '\\u\{1b\}\[31m'/],
    [[], /^Usage: wardctl/],
  ];
  for (const [words, said] of cases) {
    const { exit, stdout, stderr } = place.wardctl(...words);
    assert.deepEqual({ words, exit, stdout }, { words, exit: 64, stdout: "" });
    assert.match(stderr, said);
  }
});

test("check shows each error with its line and caret, and is quiet about a good file", (t) => {
  const place = new Place(t);
  const good = place.file("good.kdl", TOOL);
  assert.deepEqual(place.wardctl("check", good), {
    exit: 0,
    stdout: "",
    stderr: "wardctl: 1 file checked, 0 errors\n",
  });
  const bad = place.file(
    "bad.kdl",
    'wrap ward a {\n    exec git\n    can run push { flagg "--force" }\n    can run pull { colour }\n}\n',
  );
  const { exit, stdout, stderr } = place.wardctl("check", good, bad);
  assert.deepEqual({ exit, stderr }, { exit: 78, stderr: "wardctl: 2 files checked, 2 errors\n" });
  const lines = stdout.split("\n");
  assert.deepEqual(lines.slice(0, 3), [
    `${bad}:3:20: error[unknown-node]: unknown node "flagg" in a grant`,
    '3 |     can run push { flagg "--force" }',
    "  |                    ^^^^^",
  ]);
  assert.match(stdout, /:4:20: error\[unknown-node\]: unknown node "colour" in a grant/);
  assert.doesNotMatch(stdout, /\u001b/);
});

test("colour is drawn on a terminal alone, and not against NO_COLOR", (t) => {
  const place = new Place(t);
  const bad = place.file("bad.kdl", "wrap\n");
  const command = `${process.execPath} ${resolve("dist/wardctl.js")} check ${bad}`;
  const shown = (env: Record<string, string>) =>
    spawnSync("script", ["-qec", command, "/dev/null"], {
      env: place.environment({ TERM: "xterm", ...env }),
      encoding: "utf8",
    }).stdout;
  assert.match(shown({}), /\u001b\[/);
  assert.doesNotMatch(shown({ NO_COLOR: "1" }), /\u001b/);
  assert.doesNotMatch(shown({ TERM: "dumb" }), /\u001b/);
});

test("check runs the examples of a file and shows the decision that each wrong one got", (t) => {
  const place = new Place(t);
  const file = place.file(
    "examples.kdl",
    `wrap ward a {
    exec marker
    can run push {
        deny-flag "--force"
        allows "push origin"
        allows "push --forc"
        refuses "push --force"
        refuses "push main"
    }
    can run ask
    refuses "a pull"
    allows "a pull"
    only pass when shell "true" is "*"
}
`,
  );
  const { exit, stdout } = place.wardctl("check", "--json", file);
  assert.equal(exit, 78);
  const found = JSON.parse(stdout) as {
    files: { valid: boolean; diagnostics: { code: string; message: string; span: unknown }[] }[];
  };
  assert.deepEqual(
    found.files.map(({ valid }) => valid),
    [false],
  );
  assert.deepEqual(
    found.files[0]?.diagnostics.map(({ code, message }) => [code, message]),
    [
      [
        "example",
        "this call should be allowed, but it is refused (flag-denied): `--forc` abbreviates `--force`, which is denied",
      ],
      [
        "example",
        "this call should be refused, but it is left to the host: this depends on the output of `true`",
      ],
      [
        "example",
        "this call should be allowed, but it is refused (no-such-leaf): `pull` is not granted in `ward a`",
      ],
    ],
  );
});

test("explain says what decided and what would run, spawns nothing and records nothing", (t) => {
  const place = new Place(t);
  const file = place.guardfile("tool", TOOL);
  const allowed = place.wardctl("explain", "--json", "--", "ward", "tool", "plain", "--", "-x");
  assert.equal(allowed.exit, 0);
  const told = JSON.parse(allowed.stdout) as { exec: { env_dropped: string[] } };
  assert.ok(told.exec.env_dropped.includes("WARD_CONFIG_DIR"));
  assert.deepEqual(
    { ...told, exec: { ...told.exec, env_dropped: [] } },
    {
      decision: "allow",
      verb: "ward.tool.plain",
      rule: { file, line: 6, column: 5, text: "can run plain" },
      exec: {
        bin: join(place.bin, "marker"),
        argv: ["marker", "fixed", "plain", "--", "-x"],
        env_set: [],
        env_dropped: [],
        remote_words: null,
      },
      notes: [],
    },
  );
  const denied = place.wardctl("explain", "--json", "ward", "tool", "flags", "--forc");
  assert.equal(denied.exit, 77);
  assert.deepEqual(JSON.parse(denied.stdout), {
    decision: "deny",
    reason: "flag-denied",
    verb: "ward.tool.flags",
    rule: { file, line: 7, column: 21, text: 'deny-flag "--force"' },
    message: "`--forc` abbreviates `--force`, which is denied",
    remedy: null,
    exec: null,
    notes: [],
  });
  const open = place.wardctl("explain", "ward", "shell", "show");
  assert.equal(open.exit, 1);
  assert.match(open.stdout, /^undecided {2}ward\.shell\.show\n.*\n.*\n {2}depends on: false\n/);
  const missing = place.call("ward", ["--explain", "gone", "now"]);
  assert.equal(missing.exit, 0);
  assert.match(missing.stdout, /note: no-such-binary-anywhere was not found/);
  assert.deepEqual([place.ran(), place.rows()], [[], []]);
});

test("explain --guardfile judges by that file alone, and says where it would ask first", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  const file = place.file("work/Guardfile", "wrap acme x { exec marker; can run y }\n");
  const { exit, stdout } = place.wardctl("explain", "--guardfile", file, "--", "acme", "x", "y");
  assert.equal(exit, 0);
  assert.match(
    stdout,
    /note: .*Guardfile is judged as a user's file; from a project it would ask first/,
  );
  assert.equal(place.wardctl("explain", "--guardfile", file, "ward", "tool", "plain").exit, 77);
  const bad = place.file("bad.kdl", "wrap");
  const invalid = place.wardctl("explain", "--guardfile", bad, "ward", "x");
  assert.equal(invalid.exit, 78);
  assert.match(invalid.stdout, /^deny \(bad-guardfile\)/);
  assert.match(invalid.stderr, /bad\.kdl:1:1: error/);
});

test("list shows every mounted leaf with its invocation, policy and source", (t) => {
  const place = new Place(t);
  const file = place.guardfile(
    "tool",
    'wrap ward tool { exec marker { argv-prefix "p" }; can run a { deny-flag "--x"; describe "A" }; can run b { argv c; sealed } }\n',
  );
  const { leaves } = JSON.parse(place.wardctl("list", "--json").stdout) as {
    leaves: { place: string }[];
  };
  const common = { place: "user", file, line: 1 };
  assert.deepEqual(
    leaves.filter((leaf) => leaf.place === "user"),
    [
      {
        verb: "ward.tool.a",
        call: ["ward", "tool", "a"],
        exec: ["marker", "p", "a"],
        takes_arguments: true,
        policy: ["flags except --x"],
        describe: "A",
        ...common,
      },
      {
        verb: "ward.tool.b",
        call: ["ward", "tool", "b"],
        exec: ["marker", "p", "c"],
        takes_arguments: false,
        policy: ["no arguments"],
        describe: null,
        ...common,
      },
    ],
  );
  const { stdout } = place.wardctl("list");
  assert.ok(
    stdout.startsWith(`ward tool a
    A
    runs:   marker p a [args…]
    policy: flags except --x
    from:   ${file}:1 (user)
ward tool b
    runs:   marker p c
    policy: no arguments
    from:   ${file}:1 (user)
`),
  );
});

test("init writes a starter and the search path of this terminal, and overwrites nothing", (t) => {
  const place = new Place(t);
  const config = join(place.root, "fresh/ward");
  const open = join(place.root, "open");
  mkdirSync(open, { mode: 0o777 });
  const env = { WARD_CONFIG_DIR: config, PATH: `/usr/bin:relative:${open}:/bin` };
  const ended = place.call("wardctl", ["init", "git"], { env });
  assert.equal(ended.exit, 0, ended.stderr);
  assert.equal(ended.stdout, `wrote ${config}/git.kdl\nwrote ${config}/config.kdl\n`);
  assert.match(ended.stderr, /left out of search-path: "relative" is relative/);
  assert.match(
    readFileSync(join(config, "config.kdl"), "utf8"),
    /^search-path "\/usr\/bin".*"\/bin"$/m,
  );
  assert.equal(
    readFileSync(join(config, "git.kdl"), "utf8"),
    readFileSync("guardfiles/git.kdl", "utf8"),
  );
  assert.equal(statSync(join(config, "git.kdl")).mode & 0o777, 0o600);
  assert.equal(place.call("wardctl", ["check"], { env }).exit, 0);
  const again = place.call("wardctl", ["init", "git"], { env });
  assert.deepEqual(again, {
    exit: 1,
    stdout: "",
    stderr: `wardctl: ${config}/git.kdl is there already, and ward doesn't write over it\n  hint: edit it, or move it away: ${config}/git.kdl\n`,
  });
  const next = place.call("wardctl", ["init", "wc"], { env });
  assert.deepEqual(next, {
    exit: 0,
    stdout: `wrote ${config}/wc.kdl\n`,
    stderr: `wardctl: not recorded for agents: there is no terminal here; a person who has read ${config}/wc.kdl runs \`wardctl check\` on a terminal of their own\n`,
  });
});

test("init says of a program that nobody knows what there is instead", (t) => {
  const place = new Place(t);
  const said = (name: string) => {
    const { exit, stdout, stderr } = place.wardctl("init", name);
    assert.deepEqual({ exit, stdout }, { exit: 64, stdout: "" });
    return stderr;
  };
  const unknown = (name: string, meant = "") =>
    `wardctl: there is no starter \`${name}\`, and the catalogue does not know it${meant}\n`;
  const shipped =
    "shipped: brew, docker, forgejo-admin, git, inspect, kubectl, npm, systemctl, tailscale";
  assert.equal(
    said("acme-deploy"),
    `${unknown("acme-deploy")}  hint: ${shipped}; or write ${place.config}/acme-deploy.kdl yourself, as wrap ward "acme-deploy" { exec "acme-deploy"; can run "--version" }, then: wardctl check\n`,
  );
  assert.equal(
    said("/usr/bin/ls"),
    `${unknown("/usr/bin/ls")}  hint: write the bare name: wardctl init ls\n`,
  );
  assert.equal(said("../x y"), `${unknown("../x y")}  hint: ${shipped}\n`);
});

test("audit tail shows the newest calls, as text and with both rows as JSON", (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  assert.deepEqual(place.wardctl("audit", "tail"), { exit: 0, stdout: "", stderr: "" });
  place.ward("tool", "plain", "one");
  place.ward("tool", "nothing");
  place.ward("exits", "exit:3");
  const [line, ...rest] = place.wardctl("audit", "tail", "-n", "2").stdout.trimEnd().split("\n");
  assert.match(line ?? "", /Z {2}refused \(no-such-leaf\) +ward tool nothing$/);
  assert.match(rest.join("\n"), /^\S+Z {2}exit 3 +ward exits exit:3$/);
  const all = place.wardctl("audit", "tail", "--json").stdout.trimEnd().split("\n");
  const rows = all.flatMap((one) => Object.values(JSON.parse(one) as object).filter(Boolean));
  assert.deepEqual(rows, place.rows());
});

test("audit tail -f goes on with the calls that come", async (t) => {
  const place = new Place(t);
  place.guardfile("tool", TOOL);
  place.ward("tool", "plain", "before");
  const argv = [resolve("dist/wardctl.js"), "audit", "tail", "-f", "-n", "1"];
  const tail = spawn(process.execPath, argv, { env: place.environment() });
  t.after(() => tail.kill());
  let shown = "";
  tail.stdout.on("data", (data: Buffer) => {
    shown += data.toString();
  });
  await once(tail.stdout, "data");
  place.ward("exits", "exit:5");
  while (!/exit 5 +ward exits exit:5\n/.test(shown)) await once(tail.stdout, "data");
  assert.match(shown, /plain before\n/);
});
