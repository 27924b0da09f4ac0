// Lines of the law on trust that no other file shows: the form of surface, digest and store, the order of the steps, swaps.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { execSurface } from "../src/engine/surface.ts";
import { readSurface } from "../src/engine/surface-digest.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import { DIGEST_VERSION, POLICY_VERSION } from "../src/model/trust.ts";
import { OwnUser } from "./own-user.ts";
import { pick } from "./program-place.ts";
import { SIMPLE, TrustRoom } from "./trust-room.ts";

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function parse(source: string) {
  const { guardfile } = parseGuardfile("Guardfile", source);
  assert.ok(guardfile);
  return guardfile;
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const one of Object.values(value)) frozen(one);
  }
  return value;
}

const RICH = `wrap ward git {
  exec git { argv-prefix "-c" "a=b"; env A "1"; env B { value file "/b" } }
  can run log { deny-flag "-x"; sealed; argv log }
  can run hub { bin hub }
  only pass when shell hostname "-s" is "*"
}
wrap ward see { allow ls cat }`;

test("T1: the surface of a Guardfile is the same each time, changes nothing, and each site has the same fields", () => {
  const guardfile = frozen(parse(RICH));
  const sites = execSurface(guardfile, sha256);
  assert.deepEqual(execSurface(guardfile, sha256), sites);
  const fields = ["where", "kind", "bin", "argv", "env", "policy", "detail"];
  assert.deepEqual(
    sites.map((site) => Object.keys(site).sort().join()),
    sites.map(() => [...fields].sort().join()),
  );
});

test("T3: a variable that no leaf needs and a guard that no call meets are sites", () => {
  const sites = execSurface(
    parse(
      'wrap ward x { exec a { env UNUSED "1" }; can run y { bin b }; only pass when shell never "met" is "z" }',
    ),
    sha256,
  );
  assert.deepEqual(
    sites
      .filter(({ kind }) => kind !== "leaf")
      .map(({ kind, where, detail, argv }) => [kind, where, detail, argv]),
    [
      ["env", "ward.x", "UNUSED", []],
      ["shell", "ward.x", "require", ["never", "met"]],
      ["wrap", "ward.x", "exec", []],
    ],
  );
});

/** JSON with sorted keys, written without a look at ward's own. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}

test("T9: the digest is the SHA-256 of the canonical JSON of the sorted sites behind its prefix", () => {
  const surface = readSurface(parse(RICH), sha256);
  assert.ok(surface.ok);
  const sorted = surface.sites.map(canonical).sort();
  assert.equal(surface.digest, sha256(`ward-exec-surface/v1\0[${sorted.join(",")}]`));
});

test("T16: a variable set to nothing and one that is not set are different policies", () => {
  const digests = ["", ' { env X "" }', ' { env X "X" }', ' { env Y "" }'].map((env) => {
    const surface = readSurface(parse(`wrap ward x { exec git${env}; can run y }`), sha256);
    return surface.ok ? surface.digest : "";
  });
  assert.equal(new Set(digests).size, 4);
});

test("T18, T36, T37, T49: what the store holds of an approval, whole", (t) => {
  const source = 'wrap ward app { exec marker { env A "hunter2" }; can run one }\n';
  const room = new TrustRoom(t, source);
  room.approve();
  const text = readFileSync(room.store, "utf8");
  const store = JSON.parse(text);
  assert.equal(text, `${JSON.stringify(store, null, 2)}\n`);
  assert.equal(text.includes("hunter2"), false);
  const record = store.records[room.guardfilePath];
  const surface = readSurface(parse(source), sha256);
  assert.ok(surface.ok);
  const marker = join(room.root, "bin/marker");
  assert.match(record.recordedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(store, {
    schemaVersion: 1,
    policyVersion: POLICY_VERSION,
    records: {
      [room.guardfilePath]: {
        digest: surface.digest,
        digestVersion: DIGEST_VERSION,
        fileSha256: sha256(source),
        decision: "allow",
        pins: record.pins,
        sites: JSON.parse(JSON.stringify(surface.sites)),
        agents: [],
        recordedAt: record.recordedAt,
      },
    },
  });
  assert.deepEqual(record.pins[0], {
    ...{ where: "ward.app.one", role: "binary", path: "marker", realpath: marker },
    sha256: sha256(readFileSync(marker)),
  });
  room.project(`// other bytes, the same surface\n${source}`);
  assert.equal(room.run(["app", "one"]).exit, 0);
});

test("T25: launchers before the environment, that before the record, that before the terminal, and then refusal", async (t) => {
  const sh = new TrustRoom(t, "wrap ward app { exec sh; can run one }\n");
  assert.match(sh.run(["app", "one"], { WARD_TRUST_EXEC: "1" }).stderr, /no approval makes it run/);
  const room = new TrustRoom(t);
  const [state] = JSON.parse(room.wardctl("trust", "status", room.guardfilePath, "--json").stdout);
  room.wardctl("trust", "deny", room.guardfilePath, "--digest", state.digest);
  assert.equal(room.run(["app", "one"], { WARD_TRUST_EXEC: "1" }).exit, 0);
  const declined = room.terminal("ward", ["app", "one"]);
  assert.doesNotMatch(await declined.until("[exit 77]"), /Approve it/);
  rmSync(room.store);
  const asked = room.terminal("ward", ["app", "one"]);
  await asked.until("Approve it? [y/N]");
  assert.equal(room.run(["app", "one"]).exit, 77);
});

test("T55: a user's file that leads into the project serves nothing there, and elsewhere does", (t) => {
  const room = new TrustRoom(t);
  const inside = room.file("work/mine.kdl", "wrap ward mine { exec marker; can run one }\n");
  symlinkSync(inside, join(room.config, "mine.kdl"));
  const refused = room.run(["mine", "one"]);
  assert.deepEqual([refused.exit, refused.stdout], [78, ""]);
  assert.match(refused.stderr, /mine\.kdl .*inside/);
  assert.equal(room.run(["mine", "one"], {}, room.root).stdout, "marker: one\n");
});

test("T82: through a pipe and without colour the text is escaped as on a terminal, and the row has the words as they were", (t) => {
  const room = new TrustRoom(t);
  const word = "a\u001b[2K\u202eb";
  const { stderr } = room.run(["app", word], { NO_COLOR: "1" });
  assert.match(stderr, /`app 'a\\u\{1b\}\[2K\\u\{202e\}b'`/);
  assert.doesNotMatch(stderr, /[\u001b\u202e]/);
  assert.deepEqual(room.rows()[0]?.argv, ["ward", "app", word]);
});

test("T93: what a wrap keeps by name is shown in the question and reaches its child, for a person and for an agent", async (t) => {
  const user = new OwnUser(t);
  const show = 'exec env { environment { keep "MY_TOKEN" } }; can run "*" { sealed; argv }';
  user.file(
    join(user.work, "Guardfile"),
    `wrap ward app { ${show.replace('can run "*"', "can run show")} }\n`,
  );
  const env = { MY_TOKEN: "t0ken", OTHER_TOKEN: "no" };
  const asked = user.terminal("ward", ["app", "show"], env);
  assert.match(await asked.until("Approve it? [y/N]"), /keeps from your environment: MY_TOKEN$/m);
  asked.type("y", "Enter");
  await asked.until("[exit 0]");
  await user.terminal("wardctl", ["check"]).until("[exit 0]");
  for (const more of [{}, { WARD_AGENT: "1" }]) {
    const { stdout } = user.call("ward", ["app", "show"], { ...env, ...more });
    assert.deepEqual(stdout.match(/^.*TOKEN=.*$/gm), ["MY_TOKEN=t0ken"]);
  }
});

test("T108: a linked worktree is a new question, and its refusal says where the same surface is approved", (t) => {
  const room = new TrustRoom(t);
  const git = (...words: string[]) => {
    const own = ["-c", "user.name=a", "-c", "user.email=a@b", "-C", room.work, ...words];
    const { status, stderr } = spawnSync("git", own, { encoding: "utf8" });
    assert.equal(status, 0, stderr);
  };
  git("init", "-q");
  git("add", "Guardfile");
  git("commit", "-qm", "x");
  room.approve();
  const tree = join(room.root, "tree");
  git("worktree", "add", "-q", tree);
  const same = `the same surface is approved at ${room.guardfilePath}, which is no answer here`;
  for (const env of [{}, { TERM: "dumb" }]) {
    const { exit, stderr } = room.run(["app", "one"], env, tree);
    assert.equal(exit, 77);
    assert.ok(
      stderr.includes(`${tree}/Guardfile of this project is not approved; ${same}`),
      stderr,
    );
  }
  assert.equal(room.run(["app", "one"]).exit, 0);
  room.project(SIMPLE.replace("two", "three"));
  assert.equal(room.run(["app", "three"]).stderr.includes("the same surface"), false);
});

test("T109: losing the store costs one question and nothing else", (t) => {
  const room = new TrustRoom(t);
  room.guardfile("own", "wrap ward own { exec marker; can run one }\n");
  room.approve();
  rmSync(room.store);
  assert.equal(room.run(["own", "one"]).exit, 0);
  assert.equal(room.run(["app", "one"]).exit, 77);
  room.approve();
  assert.equal(room.run(["app", "one"]).exit, 0);
});

test("bad input: a Guardfile that is swapped while the question stands: what was shown runs, and the other is asked about", async (t) => {
  const room = new TrustRoom(t);
  const pane = room.terminal("ward", ["app", "one"]);
  await pane.until("Approve it? [y/N]");
  room.project(SIMPLE.replace("can run one", 'can run one { argv "--all" }'));
  pane.type("y", "Enter");
  assert.match(await pane.until("[exit"), /marker: one\n\[exit 0\]/);
  assert.deepEqual(room.ran(), ["one"]);
  const surface = readSurface(parse(SIMPLE), sha256);
  assert.equal(room.records()[room.guardfilePath]?.digest, surface.ok && surface.digest);
  assert.equal(room.run(["app", "one"]).exit, 77);
});

test("bad input: a binary that is swapped while the question stands is not started", async (t) => {
  const room = new TrustRoom(t);
  const pane = room.terminal("ward", ["app", "one"]);
  await pane.until("Approve it? [y/N]");
  room.program("marker", "#!/bin/sh\necho other\n");
  pane.type("y", "Enter");
  assert.doesNotMatch(await pane.until("[exit 77]"), /other/);
  assert.deepEqual(
    room.rows().map((row) => pick(row, "phase", "reason")),
    [{ phase: "decided", reason: "untrusted" }],
  );
});

test("bad input: the store is edited while the question stands: the answer is the last word, others' records stay", async (t) => {
  const room = new TrustRoom(t);
  const other = room.file("other/Guardfile", SIMPLE);
  const pane = room.terminal("ward", ["app", "one"]);
  await pane.until("Approve it? [y/N]");
  room.approve(other);
  pane.type("y", "Enter");
  await pane.until("[exit 0]");
  assert.deepEqual([room.decision(), room.decision(other)], ["allow", "allow"]);
});

test("two terminals at the same question: each answer holds for its own call, and the last one is on record", async (t) => {
  const room = new TrustRoom(t);
  const [first, second] = [
    room.terminal("ward", ["app", "one"]),
    room.terminal("ward", ["app", "two"]),
  ];
  await Promise.all([first, second].map((pane) => pane.until("Approve it? [y/N]")));
  first.type("y", "Enter");
  assert.match(await first.until("[exit"), /marker: one\n\[exit 0\]/);
  second.type("n", "Enter");
  await second.until("[exit 77]");
  assert.deepEqual([room.ran(), room.decision()], [["one"], "deny"]);
  assert.equal(room.run(["app", "one"]).exit, 77);
});
