// The built programs and a project's Guardfile: who decides, in which order, and what is remembered of it.
import assert from "node:assert/strict";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pick } from "./program-place.ts";
import { SIMPLE, TrustRoom } from "./trust-room.ts";

test("rs-01: Enter at the question: nothing runs, and a decline is on record", async (t) => {
  const room = new TrustRoom(t);
  const pane = room.terminal("ward", ["app", "one"]);
  const shown = await pane.until("Approve it? [y/N]");
  assert.match(shown, /ward\.app\.one: "marker" "one" …/);
  pane.type("Enter");
  const screen = await pane.until("[exit");
  assert.match(screen, /Guardfile of this project was declined/);
  assert.match(screen, /\[exit 77\]/);
  assert.deepEqual([room.ran(), room.decision()], [[], "deny"]);
});

test("the whole way on a terminal: asked, n remembered, reviewed, a comment asks nothing, an argument asks with the difference", async (t) => {
  const room = new TrustRoom(t);
  const first = room.terminal("ward", ["app", "one"]);
  await first.until("Approve it? [y/N]");
  first.type("n", "Enter");
  await first.until("[exit 77]");

  const again = room.terminal("ward", ["app", "one"]);
  const refused = await again.until("[exit 77]");
  assert.doesNotMatch(refused, /Approve it/);

  const review = room.terminal("wardctl", ["trust", "review"]);
  await review.until("Approve it? [y/N]");
  review.type("y", "Enter");
  assert.match(
    await review.until("[exit"),
    /is approved; .*trust\.json has it on record\n\[exit 0\]/,
  );

  room.project(`// a comment\n${SIMPLE}`);
  const quiet = room.terminal("ward", ["app", "one", "a"]);
  assert.match(await quiet.until("[exit"), /^marker: one a\n\[exit 0\]/);

  room.project(SIMPLE.replace("can run two", 'can run two { argv two "--force" }'));
  const asked = room.terminal("ward", ["app", "two"]);
  const difference = await asked.until("Approve it? [y/N]");
  assert.match(difference, /is not what you answered for before/);
  assert.match(
    difference,
    /~ ward\.app\.two: "marker" "two" "--force" … {2}\(wider\)\n {6}- argv \(none\)\n {6}\+ argv "two" "--force"/,
  );
  asked.type("y", "Enter");
  assert.match(await asked.until("[exit"), /marker: two --force\n\[exit 0\]/);
  assert.deepEqual(room.ran(), ["one a", "two --force"]);
  const trusts = room
    .rows()
    .filter(({ phase }) => phase === "decided")
    .map(({ trust }) => trust);
  assert.deepEqual(trusts, [null, null, "record", "prompt"]);
});

test("T76: Ctrl-C at the question refuses this call and records nothing", async (t) => {
  const room = new TrustRoom(t);
  const pane = room.terminal("ward", ["app", "one"]);
  await pane.until("Approve it? [y/N]");
  pane.type("C-c");
  await pane.until("[exit 77]");
  assert.deepEqual([room.ran(), existsSync(room.store)], [[], false]);
  assert.deepEqual(
    room.rows().map((row) => pick(row, "reason", "guardfile")),
    [{ reason: "untrusted", guardfile: room.guardfilePath }],
  );
});

test("rs-02: a decline on record refuses without asking, though y is typed, and says how to answer again", async (t) => {
  const room = new TrustRoom(t);
  const [state] = JSON.parse(room.wardctl("trust", "status", "--json", room.guardfilePath).stdout);
  assert.equal(room.wardctl("trust", "deny", room.guardfilePath, "--digest", state.digest).exit, 0);
  const pane = room.terminal("ward", ["app", "one"]);
  pane.type("y", "Enter");
  const screen = await pane.until("[exit 77]");
  assert.doesNotMatch(screen, /Approve it/);
  assert.match(screen, /as .*trust\.json has it on record/);
  assert.match(
    screen,
    /wardctl trust review .*Guardfile` answers again, or delete its entry in .*trust\.json/,
  );
  assert.deepEqual(room.ran(), []);
});

for (const verb of ["deny", "ignore"] as const) {
  test(`T33: ${verb} that is recorded while a question is open stands against the yes to it`, async (t) => {
    const room = new TrustRoom(t);
    const pane = room.terminal("ward", ["app", "one"]);
    await pane.until("Approve it? [y/N]");
    const [state] = JSON.parse(
      room.wardctl("trust", "status", "--json", room.guardfilePath).stdout,
    );
    const elsewhere = ["trust", verb, room.guardfilePath, "--digest", state.digest];
    assert.equal(room.wardctl(...elsewhere).exit, 0);
    const records = room.records();
    pane.type("y", "Enter");
    await pane.until("[exit 77]");
    assert.deepEqual([room.ran(), room.records()], [[], records]);
  });
}

test("T42: a store that is spoilt while a question is open refuses the call, and says one thing about it", async (t) => {
  const room = new TrustRoom(t);
  const pane = room.terminal("ward", ["app", "one"]);
  await pane.until("Approve it? [y/N]");
  writeFileSync(room.store, "{}", { mode: 0o640 });
  chmodSync(room.store, 0o640);
  pane.type("y", "Enter");
  const screen = await pane.until("[exit 125]");
  assert.match(screen, /the trust store can't be believed/);
  assert.doesNotMatch(screen, /the answer holds for this call/);
  assert.deepEqual(room.ran(), []);
});

test("rs-03: an allow on record runs silently without a terminal", (t) => {
  const room = new TrustRoom(t);
  room.approve();
  assert.deepEqual(room.run(["app", "one"]), { exit: 0, stdout: "marker: one\n", stderr: "" });
  assert.deepEqual(pick(room.rows()[0], "trust", "guardfile", "overrides"), {
    trust: "record",
    guardfile: room.guardfilePath,
    overrides: undefined,
  });
  assert.equal(room.rows()[0]?.digest, room.records()[room.guardfilePath]?.digest);
});

const FLAGS = ["--yes", "-y", "--force", "--non-interactive", "--trust", "--allow", "--no-ask"];

test("T103: a call that an approved project's own policy refuses says how the file came to be trusted", (t) => {
  const room = new TrustRoom(t, 'wrap ward app { exec marker; can run one { deny-flag "-f" } }\n');
  room.approve();
  assert.equal(room.run(["app", "one", "-f"]).exit, 77);
  assert.deepEqual(pick(room.rows()[0], "reason", "trust", "guardfile"), {
    reason: "flag-denied",
    trust: "record",
    guardfile: room.guardfilePath,
  });
});

test("T103: each attempt is on record with leaf, file, digest, version, surface, trust, outcome and whether it was launched", (t) => {
  const room = new TrustRoom(
    t,
    "wrap ward app { exec marker; can run one; can run gone { bin nowhere } }\n",
  );
  room.run(["app", "one"]);
  room.approve();
  room.run(["app", "one"]);
  room.run(["app", "gone"]);
  room.run(["app", "one"], { WARD_TRUST_EXEC: "1" });
  const { digest } = room.records()[room.guardfilePath] ?? {};
  const known = {
    guardfile: room.guardfilePath,
    digest,
    policy_version: 2,
    surface: "command-line",
  };
  const rows = room.rows();
  assert.deepEqual(
    rows
      .filter(({ phase }) => phase === "decided")
      .map((row) =>
        pick(row, "verb", "decision", "trust", "guardfile", "digest", "policy_version", "surface"),
      ),
    [
      { verb: "ward.app.one", decision: "deny", trust: null, ...known },
      { verb: "ward.app.one", decision: "allow", trust: "record", ...known },
      { verb: "ward.app.gone", decision: "allow", trust: "record", ...known },
      { verb: "ward.app.one", decision: "allow", trust: "env", ...known },
    ],
  );
  assert.deepEqual(
    rows
      .filter(({ phase }) => phase === "finished")
      .map(({ outcome, exit, launched }) => [(outcome as { kind: string }).kind, exit, launched]),
    [
      ["success", 0, true],
      ["executable_not_found", null, false],
      ["success", 0, true],
    ],
  );
});

test("rs-04, T28: no flag of ward and no CI variable grants anything", (t) => {
  const room = new TrustRoom(t);
  const env = { CI: "true", WARD_YES: "1", GITHUB_ACTIONS: "true", FORCE: "1" };
  for (const flag of FLAGS) {
    const before = room.run([flag, "app", "one"], env);
    assert.ok([64, 77].includes(before.exit ?? 0), `${flag}: ${before.exit}`);
    assert.equal(room.run(["app", "one", flag], env).exit, 77);
  }
  assert.deepEqual([room.ran(), existsSync(room.store)], [[], false]);
});

test("rs-05, T26: only 1, true and yes are yes, in any case and with blanks around", (t) => {
  const room = new TrustRoom(t);
  const values = ["", "0", "false", "no", "on", "2", "maybe", "1", "TRUE", " yes "];
  const ended = values.map((value) => room.run(["app", "one", value], { WARD_TRUST_EXEC: value }));
  const ran = values.filter((_, index) => ended[index]?.exit === 0);
  assert.deepEqual(ran, ["1", "TRUE", " yes "]);
  const warned = values.filter((_, index) =>
    /takes 1, true or yes/.test(ended[index]?.stderr ?? ""),
  );
  assert.deepEqual(warned, ["on", "2", "maybe"]);
  assert.equal(room.ran().length, 3);
});

test("rs-06, T27: the opt-in records nothing and does not reach the child", (t) => {
  const room = new TrustRoom(t);
  room.program("marker", '#!/bin/sh\nenv | grep -c "^WARD_" ; exit 0\n');
  const env = { WARD_TRUST_EXEC: "1" };
  assert.deepEqual(room.run(["app", "one"], env), { exit: 0, stdout: "0\n", stderr: "" });
  assert.equal(existsSync(room.store), false);
  assert.equal(room.run(["app", "one"]).exit, 77);
  assert.deepEqual(pick(room.rows()[0], "trust"), { trust: "env" });
});

test("rs-07, T32: the opt-in overrides a decline for this process, and says so", (t) => {
  const room = new TrustRoom(t);
  const [state] = JSON.parse(room.wardctl("trust", "status", room.guardfilePath, "--json").stdout);
  room.wardctl("trust", "deny", room.guardfilePath, "--digest", state.digest);
  const ended = room.run(["app", "one"], { WARD_TRUST_EXEC: "1" });
  assert.deepEqual(ended, {
    exit: 0,
    stdout: "marker: one\n",
    stderr: "ward: WARD_TRUST_EXEC overrides the deny on record\n",
  });
  assert.deepEqual(pick(room.rows()[0], "trust", "overrides"), { trust: "env", overrides: "deny" });
  assert.equal(room.run(["app", "one"]).exit, 77);
});

test("rs-08, T29: without a terminal the refusal names the file, each site and the ways to answer", (t) => {
  const room = new TrustRoom(t);
  const { exit, stdout, stderr } = room.run(["app", "one"]);
  assert.deepEqual([exit, stdout, room.ran()], [77, "", []]);
  const [line = "", ...details] = stderr.trimEnd().split("\n");
  assert.equal(
    line,
    `ward: refused \`app one\`: ${room.guardfilePath} of this project is not approved; run it once on a terminal, ` +
      `or answer with \`wardctl trust review ${room.guardfilePath}\`; ` +
      `where there is none, \`wardctl trust allow ${room.guardfilePath} --digest …\` takes the digest that \`wardctl trust status\` prints; ` +
      "or set WARD_TRUST_EXEC=1 if whoever configured this environment trusts the project",
  );
  const sites = details.filter((detail) => /^ {4}ward/.test(detail));
  assert.deepEqual(sites, [
    '    ward.app.one: "marker" "one" …',
    '    ward.app.two: "marker" "two" …',
  ]);
});

test("rs-09, T35: a copy of an approved project is another project", (t) => {
  const room = new TrustRoom(t);
  room.approve();
  const copy = join(room.root, "copy");
  cpSync(room.work, copy, { recursive: true });
  assert.equal(room.run(["app", "one"], {}, copy).exit, 77);
  const { stdout } = room.call("wardctl", ["trust", "status", "--json"], { cwd: copy });
  const [state] = JSON.parse(stdout);
  assert.deepEqual([state.standing, state.approvedAt], ["undecided", room.guardfilePath]);
});

test("rs-10: through a linked directory the same record is seen, both ways", (t) => {
  const room = new TrustRoom(t);
  const link = join(room.root, "link");
  symlinkSync(room.work, link);
  room.approve(join(link, "Guardfile"));
  assert.equal(room.run(["app", "one"]).exit, 0);
  assert.equal(room.run(["app", "one"], {}, link).exit, 0);
  const [state] = JSON.parse(room.wardctl("trust", "status", link, "--json").stdout);
  room.wardctl("trust", "deny", join(link, "Guardfile"), "--digest", state.digest);
  assert.deepEqual(Object.keys(room.records()), [room.guardfilePath]);
  assert.equal(room.run(["app", "one"]).exit, 77);
  assert.equal(room.run(["app", "one"], {}, link).exit, 77);
});

test("a Guardfile that is a link has no part in the answer that its target was given", (t) => {
  const room = new TrustRoom(t);
  room.approve();
  const other = join(room.root, "other");
  mkdirSync(other);
  const link = join(other, "Guardfile");
  symlinkSync("../work/Guardfile", link);
  for (const env of [{}, { WARD_TRUST_EXEC: "1" }, { CLAUDECODE: "1" }]) {
    const ended = room.run(["app", "one"], env, other);
    assert.deepEqual([ended.exit === 0, ended.stdout], [false, ""]);
    assert.match(ended.stderr, /other\/Guardfile is a symbolic link/);
  }
  const allow = room.wardctl(
    "trust",
    "allow",
    link,
    "--digest",
    room.records()[room.guardfilePath]?.digest ?? "",
  );
  assert.equal(allow.exit, 78);
  const denied = room.wardctl("trust", "ignore", link, "--digest", "");
  assert.notEqual(denied.exit, 0);
  assert.deepEqual([Object.keys(room.records()), room.decision()], [[room.guardfilePath], "allow"]);
  assert.equal(room.run(["app", "one"]).exit, 0);
});

test("an approved Guardfile that becomes a link withholds its groups", (t) => {
  const room = new TrustRoom(t);
  room.approve();
  renameSync(room.guardfilePath, join(room.work, "moved"));
  symlinkSync("moved", room.guardfilePath);
  const ended = room.run(["app", "one"]);
  assert.deepEqual([ended.exit === 0, ended.stdout], [false, ""]);
});

test("rs-11, T7: help, lists, checks and the state spawn nothing, ask nothing and show none of its prose", async (t) => {
  const room = new TrustRoom(
    t,
    'wrap ward app { describe "trust me"; exec marker { env T { value file "/nowhere" } }; can run one; only pass when shell marker "asked" is "*" }\n',
  );
  const quiet = [
    ["ward", "--help"],
    ["ward", "app"],
    ["ward", "app", "--help"],
    ["ward", "--explain", "app", "one"],
    ["wardctl", "check"],
    ["wardctl", "list"],
    ["wardctl", "explain", "--", "ward", "app", "one"],
    ["wardctl", "trust", "status"],
    ["wardctl", "trust", "list"],
    ["wardctl", "docs"],
    ["wardctl", "docs", "--man"],
    ["wardctl", "doctor"],
    ["wardctl", "completions", "bash"],
    ...[["app"], ["app", "one"], ["app", ""], [""]].map((typed) => [
      "wardctl",
      "__complete",
      "ward",
      ...typed,
    ]),
    ["wardctl", "audit", "list"],
  ];
  for (const [program = "", ...words] of quiet) {
    const { stdout, stderr } = room.call(program, words);
    const told = `${stdout}${stderr}`.match(/trust me|Approve it|\/nowhere/g) ?? [];
    assert.deepEqual(told, [], words.join(" "));
  }
  const pane = room.terminal("ward", ["--explain", "app", "one"]);
  assert.doesNotMatch(await pane.until("[exit"), /Approve it/);
  assert.deepEqual([room.ran(), existsSync(room.store)], [[], false]);
});

test("rs-12, T30: data that is piped in is the leaf's and no answer", async (t) => {
  const room = new TrustRoom(t);
  const ended = room.call("ward", ["app", "one"], { input: "y\n" });
  assert.equal(ended.exit, 77);
  const line = `echo y | ${process.execPath} ${process.cwd()}/dist/ward.js app one`;
  const { openPane } = await import("./terminal-room.ts");
  const pane = openPane(t, ["sh", "-c", line], { cwd: room.work, env: room.environment() });
  assert.doesNotMatch(await pane.until("[exit 77]"), /Approve it/);
  assert.deepEqual(room.ran(), []);
});

test("T34: ignore holds for the path, whatever the file becomes, until it is forgotten", async (t) => {
  const room = new TrustRoom(t);
  const ignore = room.terminal("wardctl", ["trust", "ignore"]);
  await ignore.until("[exit 0]");
  room.project(SIMPLE.replace("two", "three"));
  const refused = room.run(["app", "three"]);
  assert.equal(refused.exit, 77);
  assert.match(refused.stderr, /was set to be ignored.*wardctl trust forget/);
  const pane = room.terminal("ward", ["app", "three"]);
  assert.doesNotMatch(await pane.until("[exit 77]"), /Approve it/);
  const forget = room.terminal("wardctl", ["trust", "forget"]);
  await forget.until("[exit 0]");
  assert.deepEqual(room.records(), {});
});

test("T34: an old decline does not survive an edit", async (t) => {
  const room = new TrustRoom(t);
  const [state] = JSON.parse(room.wardctl("trust", "status", "--json", room.guardfilePath).stdout);
  room.wardctl("trust", "deny", room.guardfilePath, "--digest", state.digest);
  room.project(SIMPLE.replace("two", "three"));
  const pane = room.terminal("ward", ["app", "one"]);
  await pane.until("Approve it? [y/N]");
});

test("T46: an answer that can't be kept holds for this call, and the path is named", async (t) => {
  const room = new TrustRoom(t);
  mkdirSync(`${room.store}.lock`);
  const pane = room.terminal("ward", ["app", "one"]);
  await pane.until("Approve it? [y/N]");
  pane.type("y", "Enter");
  const screen = await pane.until("[exit 0]");
  assert.match(screen, /the answer holds for this call and is not kept: .*trust\.json/);
  assert.match(screen, /marker: one/);
  const second = room.terminal("ward", ["app", "one"]);
  await second.until("Approve it? [y/N]");
  second.type("n", "Enter");
  await second.until("[exit 77]");
  assert.deepEqual(room.ran(), ["one"]);
});

test("an approved file that is gone, or that a nearer one hides, is named where a lower place serves its group", (t) => {
  const room = new TrustRoom(t, "wrap ward git { exec marker; can run status }\n");
  room.approve();
  const version = (cwd = room.work) => {
    const { stdout, stderr } = room.run(["git", "--version"], {}, cwd);
    assert.match(stdout, /^git version/);
    return stderr;
  };
  room.file("work/sub/Guardfile", SIMPLE);
  const named = `ward: ${room.guardfilePath}, which was approved for this group,`;
  assert.equal(
    version(join(room.work, "sub")),
    `${named} is not the nearest Guardfile here: what a lower place grants serves\n`,
  );
  renameSync(room.guardfilePath, join(room.work, "away"));
  assert.equal(version(), `${named} is gone: what a lower place grants serves\n`);
  assert.equal(version(room.root), "", "elsewhere there is nothing to say");
  assert.equal(room.run(["audit", "x"]).stderr.includes("approved for"), false);
});

test("section 7: a shipped group serves in the stead of a file that nobody approved, but not of one that was and is not as it was", (t) => {
  const strict = "wrap ward git { exec marker; can run status }\n";
  const room = new TrustRoom(t, strict);
  const before = room.run(["git", "--version"]);
  assert.deepEqual([before.exit, before.stdout.slice(0, 12)], [0, "git version "]);
  assert.match(before.stderr, /Guardfile wraps this too; it is not approved and gives nothing/);
  room.approve();
  assert.equal(room.run(["git", "status"]).stdout, "marker: status\n");
  for (const changed of [
    "wrap ward app { exec marker; can run one }\n",
    "wrap ward git { exec marker; can run other }\n",
    "wrap ward git { exec marker; can run status { flagg } }\n",
  ]) {
    room.project(changed);
    const ended = room.run(["git", "status"]);
    assert.equal(ended.exit, 77, changed);
    assert.match(ended.stderr, /is not approved: it is not what was answered for before/);
  }
  assert.deepEqual(room.ran(), ["status"]);
});
