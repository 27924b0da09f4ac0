// wardctl trust: each verb's data, talk, exit code and what it leaves on record; and long or hostile text on a terminal.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { openPane } from "./terminal-room.ts";
import { SIMPLE, TrustRoom } from "./trust-room.ts";

const state = (room: TrustRoom, ...words: string[]) => {
  const { exit, stdout } = room.call("wardctl", ["trust", "status", ...words, "--json"]);
  return { exit, ...JSON.parse(stdout)[0] };
};

test("T48: status says which step applies, and exits 0 allowed, 77 denied, 1 undecided", (t) => {
  const room = new TrustRoom(t);
  const pick = ({ exit, step, standing }: Record<string, unknown>) => [exit, step, standing];
  assert.deepEqual(pick(state(room)), [1, "refuse", "undecided"]);
  const { digest } = state(room);
  room.call("wardctl", ["trust", "deny", "--digest", digest]);
  assert.deepEqual(pick(state(room)), [77, "record", "declined"]);
  room.approve();
  assert.deepEqual(pick(state(room)), [0, "record", "allowed"]);
  const vouched = room.call("wardctl", ["trust", "status"], { env: { WARD_TRUST_EXEC: "1" } });
  assert.equal(vouched.exit, 0);
  assert.match(vouched.stdout, /WARD_TRUST_EXEC vouches for it/);
  room.project(SIMPLE.replace("two", "three"));
  assert.deepEqual(pick(state(room)), [1, "refuse", "undecided"]);
  room.project("wrap {\n");
  assert.deepEqual(state(room).exit, 78);
});

const OWN = "wrap ward dk { exec marker; can run up }\n";

test("T48: one's own file: status says whether agents may use it, allow records it on a terminal or with the hash of its bytes", async (t) => {
  const room = new TrustRoom(t);
  const file = room.guardfile("dk", OWN);
  const settings = join(room.config, "config.kdl");
  const shown = () => {
    const { exit, stdout, stderr } = room.call("wardctl", ["trust", "status", file]);
    return { exit, stderr, lines: stdout.split("\n").slice(0, 3) };
  };
  const hash = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
  const installed = "  it is one of the user's own files: a person's calls run without a question";
  const not = "  not recorded as it is now, so agents are refused what it grants";
  assert.deepEqual(shown(), { exit: 0, stderr: "", lines: [file, installed, not] });
  const pane = room.terminal("wardctl", ["trust", "allow", file]);
  assert.match(await pane.until("[exit 0]"), /allow is on record for \S+dk\.kdl/);
  const recordedAt = room.records()[file]?.recordedAt;
  assert.deepEqual(shown().lines[2], `  recorded as it is now, ${recordedAt}: agents may use it`);
  room.guardfile("dk", `// edited\n${OWN}`);
  assert.deepEqual(shown().lines[2], `${not}; it was changed since ${recordedAt}`);
  assert.equal(state(room, file).digest, hash(file));
  for (const path of [file, settings]) {
    const allow = (digest: string) =>
      room.call("wardctl", ["trust", "allow", path, "--digest", digest]).exit;
    assert.deepEqual([allow("ab".repeat(32)), allow(hash(path))], [77, 0]);
    assert.equal(state(room, path).standing, "allowed");
  }
  const none = room.call("wardctl", ["trust", "allow", file]);
  assert.match(
    none.stderr,
    /there is no terminal; give --digest .*`wardctl trust status` prints it/,
  );
  assert.equal(room.call("wardctl", ["trust", "deny", file, "--digest", hash(file)]).exit, 0);
  assert.equal(state(room, file).standing, "declined");
});

test("one's own file with an error in it, or in its examples, is not recorded", (t) => {
  const room = new TrustRoom(t);
  for (const text of ["wrap {\n", OWN.replace("can", 'refuses "dk up"; can')]) {
    const file = room.guardfile("dk", text);
    const { digest } = state(room, file);
    const ended = room.call("wardctl", ["trust", "allow", file, "--digest", digest]);
    assert.deepEqual([ended.exit, room.decision(file)], [78, null]);
  }
});

test("a file of the user's that is a link is the user's; its review opens it to agents", async (t) => {
  const room = new TrustRoom(t);
  const real = room.file("dotfiles/dk.kdl", OWN);
  const link = join(room.config, "dk.kdl");
  symlinkSync(real, link);
  const pane = room.terminal("wardctl", ["trust", "review", link]);
  assert.match(
    await pane.until("Approve it? [y/N]"),
    /^ward: this is one of your own files; a yes lets agents use it as it is now, byte for byte:$/m,
  );
  pane.type("y", "Enter");
  await pane.until("[exit 0]");
  assert.equal(state(room, link).standing, "allowed");
  const settings = join(room.config, "config.kdl");
  const other = room.terminal("wardctl", ["trust", "review", settings]);
  assert.match(
    await other.until("[exit 1]"),
    /config\.kdl names no program; read it, then: wardctl/,
  );
});

test("T21: --digest does not cover the files behind the surface: allow names them, and a changed one needs --pins", (t) => {
  const build = 'wrap ward rel { exec "/bin/sh"; can run build { argv "./build.sh"; sealed } }\n';
  const room = new TrustRoom(t, build);
  const script = (text: string) => {
    const file = room.file("work/build.sh", text);
    return `script ${file} ${createHash("sha256").update(text).digest("hex")}`;
  };
  const hash = (words: string) => words.split(" ").at(-1);
  const first = script("echo good\n");
  const { digest, pinsDigest } = state(room);
  const allow = (...more: string[]) => {
    const { exit, stderr } = room.wardctl("trust", "allow", "--digest", digest, ...more);
    return [exit, ...stderr.split("\n").slice(0, -1)];
  };
  const recorded = `wardctl: allow is on record for ${room.guardfilePath}`;
  assert.deepEqual(allow(), [0, `  pins ${first}`, recorded]);
  assert.deepEqual(allow(), [0, `  pins ${first}`, recorded], "nothing changed, nothing is asked");
  const second = script("echo bad\n");
  const changed = `  pins ${second} (it was ${hash(first)} before)`;
  assert.equal(room.run(["rel", "build"]).exit, 77);
  assert.deepEqual(allow(), [
    77,
    "wardctl: refused: files behind the surface are not what was approved before, and --digest does not cover them; read them, then add --pins as `wardctl trust status` prints it",
    changed,
  ]);
  assert.deepEqual(allow("--pins", pinsDigest), [
    77,
    "wardctl: refused: the files behind the surface are not those of --pins; read them again",
    changed,
  ]);
  assert.equal(room.run(["rel", "build"]).exit, 77);
  const now = state(room);
  assert.equal(now.digest, digest, "the digest is the surface's alone");
  assert.deepEqual(allow("--pins", now.pinsDigest), [0, changed, recorded]);
  assert.equal(room.run(["rel", "build"]).stdout, "bad\n");
  room.project(build.replace("can run build", "can run make"));
  script("echo worse\n");
  const wider = room.wardctl("trust", "allow", "--digest", state(room).digest);
  assert.equal(wider.exit, 77, "another surface is no way around it");
});

test("what --pins names is the same in every checkout", (t) => {
  const room = new TrustRoom(t);
  const build = 'wrap ward rel { exec "/bin/sh"; can run build { argv "./build.sh"; sealed } }\n';
  const digests = ["one", "two"].map((name) => {
    room.file(`${name}/build.sh`, "echo good\n");
    return state(room, room.file(`${name}/Guardfile`, build)).pinsDigest;
  });
  assert.match(digests[0], /^[0-9a-f]{64}$/);
  assert.equal(digests[0], digests[1]);
});

test("T22: status --verbose shows the pinned files and what no approval covers", (t) => {
  const room = new TrustRoom(t);
  const { stdout } = room.call("wardctl", ["trust", "status", "--verbose"]);
  assert.match(stdout, new RegExp(`pinned: binary ${room.bin}/marker [0-9a-f]{64}`));
  assert.match(stdout, /not covered: what an approved program itself loads/);
});

test("T48: allow takes a terminal or the current digest, and nothing else", async (t) => {
  const room = new TrustRoom(t);
  const { digest } = state(room);
  for (const words of [
    [],
    ["--digest", ""],
    ["--digest", "ab".repeat(32)],
    ["--digest", digest.slice(1)],
  ]) {
    const ended = room.call("wardctl", ["trust", "allow", ...words]);
    assert.equal(ended.exit, 77, words.join(" "));
    assert.match(ended.stderr, /^wardctl: refused: /);
  }
  assert.equal(existsSync(room.store), false);
  const pane = room.terminal("wardctl", ["trust", "allow"]);
  assert.match(
    await pane.until("[exit 0]"),
    /ward\.app\.one: "marker" "one" …[\s\S]*allow is on record for/,
  );
  assert.equal(room.decision(), "allow");
});

test("T80: more than a screen shows is not approved in one word", async (t) => {
  const leaves = Array.from({ length: 60 }, (_, at) => `can run leaf${at}`);
  const room = new TrustRoom(t, `wrap ward app { exec marker; ${leaves.join("; ")} }\n`);
  const pane = room.terminal("wardctl", ["trust", "allow"]);
  const shown = await pane.until("[exit 77]");
  assert.match(shown, /answer with: wardctl trust review/);
  assert.equal(existsSync(room.store), false);
});

test("T48: what was recorded, taken back and listed, as JSON", (t) => {
  const room = new TrustRoom(t);
  const { digest } = state(room);
  const json = (...words: string[]) => {
    const { exit, stdout, stderr } = room.call("wardctl", ["trust", ...words, "--json"]);
    assert.deepEqual([exit, stderr], [0, ""]);
    return JSON.parse(stdout);
  };
  const path = room.guardfilePath;
  const { pins, pinsDigest } = state(room);
  const allowed = { path, decision: "allow", digest, pins, pinsDigest };
  assert.deepEqual(json("allow", "--digest", digest), allowed);
  assert.deepEqual(json("ignore", "--digest", digest), { path, decision: "ignore", digest });
  const [listed] = json("list");
  assert.deepEqual(
    [listed.path, listed.decision, listed.digest, listed.sites],
    [path, "ignore", digest, 3],
  );
  assert.deepEqual(json("forget", "--digest", digest), { path, forgotten: true });
  assert.deepEqual(json("list"), []);
  assert.equal(room.call("wardctl", ["trust", "forget", "--digest", digest]).exit, 1);
});

test("T48: an answer is about one file; several have to be named", (t) => {
  const room = new TrustRoom(t);
  const other = room.file("work/b.guardfile.kdl", "wrap ward b { exec marker; can run x }\n");
  const ended = room.call("wardctl", ["trust", "allow", "--digest", "x"]);
  assert.equal(ended.exit, 64);
  assert.match(ended.stderr, new RegExp(`several Guardfiles here: .*${other}`));
  assert.equal(JSON.parse(room.call("wardctl", ["trust", "status", "--json"]).stdout).length, 2);
  room.approve(other);
  assert.equal(room.run(["b", "x"]).exit, 0);
  assert.equal(room.run(["app", "one"]).exit, 77);
  const nowhere = room.call("wardctl", ["trust", "status"], { cwd: room.root });
  assert.equal(nowhere.exit, 64);
});

test("T35: a file that is gone can be forgotten by its path", (t) => {
  const room = new TrustRoom(t);
  room.approve();
  const { digest } = room.records()[room.guardfilePath] ?? { digest: "" };
  rmSync(room.guardfilePath);
  const gone = room.call("wardctl", ["trust", "forget", "./Guardfile", "--digest", digest]);
  assert.equal(gone.exit, 0);
  assert.deepEqual(room.records(), {});
});

test("T106: what changed while it was read is not approved", async (t) => {
  const room = new TrustRoom(t);
  const pane = room.terminal("wardctl", ["trust", "review"]);
  await pane.until("Approve it? [y/N]");
  room.project(SIMPLE.replace("can run one", 'can run one { argv "--all" }'));
  pane.type("y", "Enter");
  assert.match(await pane.until("[exit 77]"), /changed while it was read; nothing is recorded/);
  assert.equal(room.decision(), null);
});

test("T106: so with a file that an approval would rest on", async (t) => {
  const room = new TrustRoom(t);
  const pane = room.terminal("wardctl", ["trust", "review"]);
  await pane.until("Approve it? [y/N]");
  room.program("marker", "#!/bin/sh\necho other\n");
  pane.type("y", "Enter");
  assert.match(await pane.until("[exit 77]"), /changed while it was read/);
});

test("review shows what bounds each leaf, and what a higher place hides", async (t) => {
  const room = new TrustRoom(
    t,
    `wrap ward app { exec marker; can run one { deny-flag "--force" "-f"; when arg0 matches "x*" }; never run "one all" }
wrap ward git { exec marker; can run status }\n`,
  );
  room.guardfile("git", "wrap ward git { exec marker; can run mine }\n");
  const pane = room.terminal("wardctl", ["trust", "review"]);
  const shown = await pane.until("Approve it? [y/N]");
  for (const line of [
    'deny-flag "--force"',
    'deny-flag "-f"',
    'when arg0 matches "x*"',
    'never run "one all"',
  ]) {
    assert.ok(shown.includes(`\n      ${line}\n`), line);
  }
  assert.match(shown, /not served: ward git, since .*config\/git\.kdl comes first/);
});

test("T80: a terminal that doesn't know its size gets pages of a usual one", async (t) => {
  const leaves = Array.from({ length: 5 }, (_, at) => `can run leaf${at}`).join("; ");
  const room = new TrustRoom(t, `wrap ward app { exec marker; ${leaves} }\n`);
  const line = `stty rows 0 cols 0; exec '${process.execPath}' '${resolve("dist/wardctl.js")}' trust review`;
  const pane = openPane(t, ["sh", "-c", line], { cwd: room.work, env: room.environment() });
  assert.doesNotMatch(await pane.until("Approve it? [y/N]"), /-- page/);
});

test("sa-01: on the screen too a long word goes on behind a mark, in question and review", async (t) => {
  const forged = `${"x".repeat(122)}ward.app.safe:`;
  const room = new TrustRoom(
    t,
    `wrap ward app { exec marker; can run one { argv one "${forged}" } }\n`,
  );
  for (const [program, words] of [
    ["ward", ["app", "one"]],
    ["wardctl", ["trust", "review"]],
  ] as const) {
    const pane = room.terminal(program, words);
    const shown = await pane.until("Approve it? [y/N]");
    assert.match(shown, /^ {4}ward\.app\.one: "marker" "one" "x+[a-z.]*\n {6}\| [a-z.]*:" …$/m);
    pane.type("C-c");
    await pane.until("[exit");
  }
});

test("review after an answer says which it was", async (t) => {
  const room = new TrustRoom(t);
  for (const [key, head] of [
    ["n", "brings a Guardfile that you have not answered for yet"],
    ["y", "you declined this project's Guardfile as it is, and can answer again"],
    ["q", "this project's Guardfile is approved as it is"],
  ] as const) {
    const pane = room.terminal("wardctl", ["trust", "review"]);
    assert.ok((await pane.until("Approve it? [y/N]")).includes(head), head);
    pane.type(key, "Enter");
    await pane.until(key === "q" ? "Please say y or n." : "[exit");
  }
});

test("T75: the question and the review show the values that the file sets; a refusal's list does not", async (t) => {
  const source = `wrap ward app { exec marker { env PAGER "sh -c 'curl x'" }; can run one }\n`;
  const room = new TrustRoom(t, source);
  for (const [program, words] of [
    ["ward", ["app", "one"]],
    ["wardctl", ["trust", "review"]],
  ] as const) {
    const pane = room.terminal(program, words);
    const shown = await pane.until("Approve it? [y/N]");
    assert.match(shown, /ward\.app: sets PAGER to "sh -c 'curl x'"$/m);
    pane.type("C-c");
    await pane.until("[exit");
  }
  assert.match(room.run(["app", "one"]).stderr, /sets PAGER \(a value in the file\)$/m);
});

test("review refuses a file whose own examples come out otherwise", async (t) => {
  const room = new TrustRoom(t, 'wrap ward app { exec marker; can run one { refuses "one" } }\n');
  const pane = room.terminal("wardctl", ["trust", "review"]);
  assert.match(await pane.until("[exit 78]"), /this call should be refused, but it is allowed/);
  assert.equal(room.decision(), null);
});

const LEAVES = Array.from({ length: 400 }, (_, index) => `can run l${index}`).join("\n");
const LONG = `wrap ward app { exec marker\n${LEAVES} }\n`;

test("sa-04: 400 leaves are cut with a count, y is not taken, and the review is named", async (t) => {
  const room = new TrustRoom(t, LONG);
  const pane = room.terminal("ward", ["app", "l1"]);
  pane.type("y", "Enter");
  const screen = await pane.until("[exit 77]");
  assert.match(
    screen,
    /…\(\+\d+ lines\)\nThis is more than can be shown here, so it can't be approved here\.\nRead all of it and answer with: wardctl trust review/,
  );
  assert.doesNotMatch(screen, /Approve it/);
  assert.deepEqual([room.decision(), room.ran()], [null, []]);
});

test("sa-04: the review pages all 400, q stops it without an answer, and the end asks", async (t) => {
  const room = new TrustRoom(t, LONG);
  const stopped = room.terminal("wardctl", ["trust", "review"]);
  await stopped.until("-- page 1 of ");
  stopped.type("q", "Enter");
  await stopped.until("[exit 1]");
  assert.equal(room.decision(), null);
  const read = room.terminal("wardctl", ["trust", "review"]);
  const [, pages] = /-- page 1 of (\d+);/.exec(await read.until("-- page 1 of ")) ?? [];
  for (let page = 1; page < Number(pages); page += 1) {
    await read.until(`-- page ${page} of `);
    read.type("Enter");
  }
  const shown = await read.until("Approve it? [y/N]");
  for (const leaf of ["l0", "l199", "l399"]) assert.ok(shown.includes(`ward.app.${leaf}: `), leaf);
  read.type("y", "Enter");
  await read.until("[exit 0]");
  assert.equal(room.run(["app", "l399"]).exit, 0);
});

test("sa-01, sa-02, sa-03: hostile names of directories, wraps and words stay on their lines, in question and refusal", async (t) => {
  const room = new TrustRoom(t);
  const evil = "work/\u001b[31mred\u202e";
  const wrap =
    'wrap ward "ap\u{1f600}p\\u{200b}" { exec marker; can run one { argv "\\u{1b}[2K\\r\\n approved\\u{202e}\\u{9b}" } }\n';
  room.file(`${evil}/Guardfile`, wrap);
  const cwd = join(room.root, evil);
  const pane = room.terminal("ward", ["ap\u{1f600}p\u200b", "one"], {}, cwd);
  const shown = await pane.until("Approve it? [y/N]");
  assert.match(shown, /file: .*work\/\\u\{1b\}\[31mred\\u\{202e\}\/Guardfile$/m);
  assert.match(
    shown,
    /ward\.ap.*p\\u\{200b\}\.one": "marker" "\\u001b\[2K\\r\\n approved\\u\{202e\}\\u\{9b\}" …$/m,
  );
  pane.type("C-c");
  await pane.until("[exit 77]");
  const { stderr } = room.run(["ap\u{1f600}p\u200b", "one"], {}, cwd);
  assert.doesNotMatch(stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
  assert.match(stderr, /\\u\{1b\}\[31mred\\u\{202e\}\/Guardfile of this project is not approved/);
});

test("T77: answers as JSON hold no character that moves a terminal, and mean the same", (t) => {
  const room = new TrustRoom(t);
  const evil = join(room.root, "work/\u009b31mred\u202e");
  const file = join(evil, "Guardfile");
  room.file("work/\u009b31mred\u202e/Guardfile", SIMPLE);
  const json = (...words: string[]) => {
    const { stdout } = room.call("wardctl", ["trust", ...words, "--json"], { cwd: evil });
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/, words[0]);
    return JSON.parse(stdout);
  };
  const [state] = json("status");
  assert.equal(state.path, file);
  assert.equal(json("allow", "--digest", state.digest).path, file);
  assert.deepEqual(
    json("list").map(({ path }: { path: string }) => path),
    [file],
  );
  assert.deepEqual(json("forget", "--digest", state.digest), { path: file, forgotten: true });
});
