// The built programs and the trust store: what the digest covers, what a bad store refuses, what a migration tells.
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { OwnUser } from "./own-user.ts";
import { SIMPLE, TrustRoom } from "./trust-room.ts";

const APPROVED = `wrap ward app {
  exec marker { argv-prefix "-n" "forgejo" }
  can run status
  can run commit { deny-flag "--no-verify" }
}
`;

interface Edit {
  readonly what: string;
  readonly after: string;
  readonly asks: boolean;
}

const EDITS: readonly Edit[] = [
  {
    what: "dg-02: a comment, a blank line, prose and another order",
    after: `// a comment\n\nwrap ward app {
  can run commit { describe "commit"; deny-flag "--no-verify" }
  describe "the app"
  can run status
  exec marker { argv-prefix "-n" "forgejo" }\n}\n`,
    asks: false,
  },
  {
    what: "dg-03: one more fixed word",
    after: APPROVED.replace('"forgejo"', '"forgejo" "x"'),
    asks: true,
  },
  {
    what: "dg-04: a deny-flag less",
    after: APPROVED.replace('deny-flag "--no-verify"', ""),
    asks: true,
  },
];

for (const { what, after, asks } of EDITS) {
  test(`${what}: ${asks ? "asks again" : "runs with no question"}`, (t) => {
    const room = new TrustRoom(t, APPROVED);
    room.approve();
    assert.equal(room.run(["app", "status"]).exit, 0);
    room.project(after);
    assert.equal(room.run(["app", "status"]).exit, asks ? 77 : 0);
  });
}

test("dg-09: an approved binary of the project that changed asks again, and is named", (t) => {
  const room = new TrustRoom(t);
  const tool = room.file("work/tools/fmt", "#!/bin/sh\necho one\n");
  chmodSync(tool, 0o755);
  room.project(`wrap ward app { exec "${tool}"; can run fmt }\n`);
  room.approve();
  assert.equal(room.run(["app", "fmt"]).stdout, "one\n");
  writeFileSync(tool, "#!/bin/sh\necho two\n");
  const ended = room.run(["app", "fmt"]);
  assert.deepEqual([ended.exit, ended.stdout], [77, ""]);
  assert.match(ended.stderr, new RegExp(`${tool} is not the binary that was approved`));
});

test("dg-10: an approved leaf on a system binary is pinned by its place, so an upgrade asks nothing", (t) => {
  const room = new TrustRoom(t, "wrap ward app { exec git; can run version }\n");
  room.file("config/config.kdl", 'search-path "/usr/bin" "/bin"\n');
  room.approve();
  const { pins } = room.records()[room.guardfilePath] as unknown as { pins: { sha256: null }[] };
  assert.deepEqual(
    pins.map(({ sha256 }) => sha256),
    [null],
  );
  assert.match(room.run(["app", "version"]).stdout, /^git version/);
});

test("st-03: a spoilt store refuses as undecided, with one warning, and nothing runs", (t) => {
  const room = new TrustRoom(t);
  room.approve();
  room.file("config/trust.json", "{not json");
  const { exit, stderr } = room.run(["app", "one"]);
  assert.equal(exit, 77);
  assert.equal(stderr.match(/trust store .* can't be used/g)?.length, 1);
  assert.deepEqual(room.ran(), []);
});

const SPOILT: readonly (readonly [string, (room: TrustRoom) => string | null, RegExp])[] = [
  [
    "st-04: open to the group",
    (room) => {
      chmodSync(room.store, 0o640);
      return null;
    },
    /trust\.json is open to others \(mode 0640\)\n?.*run: chmod 600 .*trust\.json/,
  ],
  [
    "st-05: a link into the project",
    (room) => {
      renameSync(room.store, join(room.work, "store.json"));
      symlinkSync(join(room.work, "store.json"), room.store);
      return null;
    },
    /trust\.json is a symbolic link/,
  ],
  [
    "st-05: a directory in the checkout",
    (room) => {
      mkdirSync(join(room.work, "c"), { mode: 0o700 });
      renameSync(room.store, join(room.work, "c/trust.json"));
      return join(room.work, "c");
    },
    /lies inside .*work, which must not vote on its own approval/,
  ],
  [
    "T41: a directory in the checkout, above the project's own directory",
    (room) => {
      mkdirSync(join(room.work, "../.git"));
      return null;
    },
    /lies inside .*ward-program-[^/ ]*, which must not vote on its own approval/,
  ],
  [
    "st-05: a parent that everybody may write",
    (room) => {
      chmodSync(room.root, 0o777);
      return null;
    },
    /can be written by everybody \(mode 0777\)/,
  ],
];

for (const [what, spoil, says] of SPOILT) {
  test(`${what}: the call is refused with what failed, exit 125, and is on record`, (t) => {
    const room = new TrustRoom(t);
    rmSync(join(room.config, "config.kdl"));
    room.approve();
    const directory = spoil(room);
    const env: Record<string, string> = directory === null ? {} : { WARD_CONFIG_DIR: directory };
    const { exit, stdout, stderr } = room.run(["app", "one"], env);
    assert.deepEqual([exit, stdout], [125, ""]);
    assert.match(stderr, says);
    assert.deepEqual(room.ran(), []);
    assert.deepEqual(
      room.rows().map(({ decision, reason }) => [decision, reason]),
      [["deny", "untrusted"]],
    );
    const vouched = room.run(["app", "one"], { ...env, WARD_TRUST_EXEC: "1" });
    assert.match(vouched.stderr, says, "T42: the opt-in does not silence it");
  });
}

test("st-08: a bad record beside a valid decline: the decline still refuses", (t) => {
  const room = new TrustRoom(t);
  const [state] = JSON.parse(room.wardctl("trust", "status", room.guardfilePath, "--json").stdout);
  room.wardctl("trust", "deny", room.guardfilePath, "--digest", state.digest);
  const store = JSON.parse(readFileSync(room.store, "utf8"));
  store.records["/a/Guardfile"] = { decision: "allow", digest: 7 };
  room.file("config/trust.json", JSON.stringify(store));
  const { exit, stderr } = room.run(["app", "one"]);
  assert.equal(exit, 77);
  assert.match(stderr, /was declined/);
});

test("st-09, st-10: after a change of the policy version the next two commands at once and a third say it once", async (t) => {
  const room = new TrustRoom(t);
  room.approve();
  age(room);
  assert.match(room.run(["app", "one"]).stderr, /got stricter: 1 approval/);
  const store = readFileSync(room.store, "utf8");
  room.file("config/trust.json", store.replace('"noticePending": false', '"noticePending": true'));
  const both = [room.terminal("ward", ["--help"]), room.terminal("wardctl", ["trust", "list"])];
  const screens = await Promise.all(both.map((pane) => pane.until("[exit 0]")));
  const third = room.run(["git", "--version"]);
  const said = [...screens, third.stderr].join("\n");
  const line =
    /rules for approvals got stricter: 1 approval of version 1 must be given again, 0 refusals still hold; the old store is \S*trust\.json\.policy-v1\.backup/g;
  assert.equal(said.match(line)?.length, 1, said);
});

/** The store as another version of the policy left it. */
function age(room: TrustRoom, policyVersion = 1): void {
  const store = JSON.parse(readFileSync(room.store, "utf8"));
  room.file("config/trust.json", JSON.stringify({ ...store, policyVersion }));
}

const STRICT = "wrap ward git { exec marker; can run status }\n";

test("section 7, T50: an approval that stricter rules took away does not let a looser policy in", async (t) => {
  const room = new TrustRoom(t, STRICT);
  room.approve();
  age(room);
  const edits = [
    STRICT,
    "wrap ward git { exec marker; can run other }\n",
    "wrap ward app { exec marker; can run one }\n",
    "wrap ward git { exec marker; can rn status }\n",
  ];
  for (const text of edits) {
    room.project(text);
    const { exit, stdout, stderr } = room.run(["git", "--version"]);
    assert.deepEqual([exit, stdout], [77, ""], text);
    assert.match(stderr, /not approved: the rules for approvals got stricter after it was/);
  }
  age(room, 7);
  assert.equal(room.run(["git", "--version"]).exit, 77, "another migration forgets nothing");
  room.project(STRICT);
  const pane = room.terminal("ward", ["git", "status"]);
  assert.match(
    await pane.until("Approve it? [y/N]"),
    /the rules for approvals got stricter since you approved this project's Guardfile:/,
  );
  pane.type("n", "Enter");
  await pane.until("[exit");
  assert.match(room.run(["git", "--version"]).stdout, /^git version/);
});

test("section 7, T51: nor does one that can't be carried over", (t) => {
  const room = new TrustRoom(t, STRICT);
  room.approve();
  age(room);
  mkdirSync(`${room.store}.lock`);
  const { exit, stdout, stderr } = room.run(["git", "--version"]);
  assert.deepEqual([exit, stdout], [77, ""]);
  assert.equal(stderr.match(/another policy version and can't be carried over/g)?.length, 1);
});

test("T43: a group that goes to the shipped policy for want of a store says so, once", (t) => {
  const room = new TrustRoom(t, STRICT);
  room.approve();
  room.file("config/trust.json", "{not json");
  for (const text of [STRICT, "wrap ward git { exec marker; can run other }\n"]) {
    room.project(text);
    const { stdout, stderr } = room.run(["git", "--version"]);
    assert.match(stdout, /^git version/);
    assert.equal(stderr.match(/the trust store .*trust\.json can't be used/g)?.length, 1, text);
  }
});

test("T52: the command that carries the store over is the one that says so", (t) => {
  const room = new TrustRoom(t);
  for (const [program, words] of [
    ["ward", ["app", "one"]],
    ["ward", ["--help"]],
    ["wardctl", ["trust", "list"]],
  ] as const) {
    room.approve();
    age(room);
    const { stderr } = room.call(program, words, { cwd: room.work });
    assert.equal(stderr.match(/rules for approvals got stricter:/g)?.length, 1, words.join(" "));
  }
});

test("T52: an agent's call carries the store over and does not use the notice up", async (t) => {
  const user = new OwnUser(t);
  user.file(join(user.work, "Guardfile"), SIMPLE);
  const asked = user.terminal("ward", ["app", "one"]);
  await asked.until("Approve it? [y/N]");
  asked.type("y", "Enter");
  await asked.until("[exit 0]");
  const store = join(user.config, "trust.json");
  const text = readFileSync(store, "utf8");
  user.file(store, text.replace(/"policyVersion": \d+/, '"policyVersion": 1'));
  const agent = { WARD_AGENT: "1" };
  assert.doesNotMatch(user.call("ward", ["app", "one"], agent).stderr, /since|stricter:/);
  assert.match(readFileSync(store, "utf8"), /"noticePending": true/);
  assert.doesNotMatch(user.call("wardctl", ["trust", "list"], agent).stderr, /stricter:/);
  assert.match(user.call("ward", ["git", "--version"]).stderr, /got stricter: 1 approval/);
});

test("sf-01: a file in the user's own directory runs without any question", (t) => {
  const room = new TrustRoom(t);
  room.guardfile("own", "wrap ward own { exec marker; can run one }\n");
  assert.deepEqual(room.run(["own", "one"]), { exit: 0, stdout: "marker: one\n", stderr: "" });
  assert.equal(room.rows()[0]?.trust, "installed");
});

test("sf-06: a comment keeps a person's approval, and takes an agent's leave away with the next one", (t) => {
  const room = new TrustRoom(t);
  room.approve();
  const store = JSON.parse(readFileSync(room.store, "utf8"));
  const { digest, recordedAt } = store.records[room.guardfilePath];
  store.records[room.guardfilePath].agents = [
    { leaf: "ward.app.one", leafDigest: digest, recordedAt },
  ];
  room.file("config/trust.json", JSON.stringify(store));
  room.approve();
  const agents = () => room.records()[room.guardfilePath]?.agents;
  assert.deepEqual(agents(), [{ leaf: "ward.app.one", leafDigest: digest, recordedAt }]);
  room.project(`// a comment\n${SIMPLE}`);
  assert.equal(room.run(["app", "one"]).exit, 0);
  room.approve();
  assert.deepEqual(agents(), []);
});

test("T56: root takes a project of the directory's owner where the environment vouches for it, and names it where not", (t) => {
  const room = new TrustRoom(t);
  for (const path of [room.work, room.guardfilePath]) chownSync(path, 12_345, 12_345);
  const refused = room.run(["app", "one"]);
  assert.equal(refused.exit, 77);
  assert.match(refused.stderr, new RegExp(`${room.guardfilePath} belongs to another user`));
  assert.equal(room.run(["app", "one"], { WARD_TRUST_EXEC: "1" }).stdout, "marker: one\n");
});
