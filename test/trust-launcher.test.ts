// The built programs and launchers in a project's Guardfile: no answer makes an open one run, a sealed one shows what it is.
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pick } from "./program-place.ts";
import { TrustRoom } from "./trust-room.ts";

for (const bin of ["env", "sudo", "sh"]) {
  test(`la-03, T71: an open leaf on ${bin} runs by no answer, no opt-in and no digest`, async (t) => {
    const room = new TrustRoom(
      t,
      `wrap ward app { exec ${bin}; can run one; can run two { argv "-n" "true"; sealed } }\n`,
    );
    const calls = [
      () => room.run(["app", "one"]),
      () => room.run(["app", "one"], { WARD_TRUST_EXEC: "1" }),
      () => {
        room.approve();
        return room.run(["app", "one"]);
      },
    ];
    for (const call of calls) {
      const { exit, stdout, stderr } = call();
      assert.deepEqual([exit, stdout], [77, ""]);
      assert.match(
        stderr,
        new RegExp(
          `\`${bin}\` runs whatever its arguments say.*no approval makes it run; write the whole command in \`argv\` and add \`sealed\``,
        ),
      );
    }
    assert.equal(room.decision(), "allow");
    const pane = room.terminal("ward", ["app", "one"]);
    assert.doesNotMatch(await pane.until("[exit 77]"), /Approve it/);
    assert.deepEqual(
      room.rows().map((row) => pick(row, "decision", "reason", "guardfile")),
      Array(4).fill({ decision: "deny", reason: "launcher", guardfile: room.guardfilePath }),
    );
  });
}

test("la-04: a sealed launcher says so, with its script's hash, and asks again when the script is edited", async (t) => {
  const room = new TrustRoom(
    t,
    'wrap ward app { exec sh; can run release { argv "./release.sh"; sealed } }\n',
  );
  room.file("work/release.sh", "echo released\n");
  const pane = room.terminal("ward", ["app", "release"]);
  const shown = await pane.until("Approve it? [y/N]");
  assert.match(
    shown,
    /LAUNCHER ward\.app\.release: "sh" "\.\/release\.sh" \(sealed: nothing can be appended\)/,
  );
  assert.match(shown, new RegExp(`script ${room.work}/release\\.sh sha256 [0-9a-f]{64}`));
  pane.type("y", "Enter");
  assert.match(await pane.until("[exit 0]"), /^released$/m);
  assert.equal(room.run(["app", "release"]).stdout, "released\n");
  room.file("work/release.sh", "echo other\n");
  const refused = room.run(["app", "release"]);
  assert.deepEqual([refused.exit, refused.stdout], [77, ""]);
  assert.match(
    refused.stderr,
    new RegExp(`${room.work}/release\\.sh is not the script that was approved`),
  );
  const again = room.terminal("ward", ["app", "release"]);
  assert.match(
    await again.until("Approve it? [y/N]"),
    new RegExp(`! script ${room.work}/release\\.sh .*is not the one that was approved`),
  );
});

test("T71, T19: a sealed interpreter without a pinned script never runs", (t) => {
  const leaves = [
    'can run dir { argv "./pkg" }',
    'can run ext { argv "./pkg/index" }',
    'can run data { argv "./pkg" "./data.json" }',
    'can run none { argv "--version" }',
    'can run mod { bin python3; argv "-m" "mod" }',
    'can run gone { bin sh; argv "./gone.sh" }',
  ].map((leaf) => leaf.replace(/ }$/, "; sealed }"));
  const room = new TrustRoom(t, `wrap ward app { exec node; ${leaves.join("; ")} }\n`);
  room.file("work/pkg/index.js", "console.log('ran')\n");
  room.file("work/data.json", "{}\n");
  room.file("work/mod.py", "print('ran')\n");
  room.approve();
  for (const name of ["dir", "ext", "data", "none", "mod", "gone"]) {
    const ended = room.run(["app", name]);
    assert.deepEqual([ended.exit, ended.stdout], [77, ""], name);
    assert.match(ended.stderr, /nothing to pin .*no approval makes it run/, name);
  }
});

test("T19: a script's leaf that starts beside its Guardfile runs from every directory below, another says where it was called", (t) => {
  const leaf = 'can run r { argv "deploy.sh"; sealed }';
  const here = `wrap ward app { exec "/bin/sh"; ${leaf} }\n`;
  const there = `wrap ward beside { exec "/bin/sh"; cwd "."; ${leaf} }\n`;
  const room = new TrustRoom(t, here + there);
  room.file("work/deploy.sh", "pwd\n");
  room.file("work/sub/x", "");
  room.approve();
  const below = join(room.work, "sub");
  const from = (cwd: string, group: string) => room.run([group, "r"], {}, cwd);
  assert.equal(from(room.work, "app").stdout, `${room.work}\n`);
  assert.equal(from(room.work, "beside").stdout, `${room.work}\n`);
  assert.deepEqual(from(below, "beside"), { exit: 0, stdout: `${room.work}\n`, stderr: "" });
  const refused = from(below, "app");
  assert.equal(refused.exit, 77);
  const why = `\`sh\` would run \`deploy.sh\`, which is no file of this project in ${below}`;
  assert.ok(refused.stderr.includes(why), refused.stderr);
  assert.ok(refused.stderr.includes('call it where the file is, write `cwd "."`'), refused.stderr);
});

test("T19: a file behind the = of an option is pinned", (t) => {
  const leaf = 'can run r { argv "--require=./pkg/index.js" "-e" "1"; sealed }';
  const room = new TrustRoom(t, `wrap ward app { exec node; ${leaf} }\n`);
  room.file("work/pkg/index.js", "console.log('one')\n");
  room.approve();
  assert.equal(room.run(["app", "r"]).stdout, "one\n");
  room.file("work/pkg/index.js", "console.log('two')\n");
  const ended = room.run(["app", "r"]);
  assert.deepEqual([ended.exit, ended.stdout], [77, ""]);
  assert.match(ended.stderr, /index\.js is not the script that was approved/);
});

test("T19: a file of the project that a variable names or that holds its value is pinned", (t) => {
  const room = new TrustRoom(
    t,
    `wrap ward app { exec marker { env PRELOAD "--require ./hook.js"; env LIBS { value literal "/x.so:./lib.so" }; env WORD { value file "${join("/work", "none")}" } }; can run one }\n`,
  );
  const value = room.file("work/value.txt", "a");
  room.project(readFileSync(room.guardfilePath, "utf8").replace("/work/none", value));
  for (const name of ["hook.js", "lib.so"]) room.file(`work/${name}`, "one");
  room.approve();
  for (const name of ["hook.js", "lib.so", "value.txt"]) {
    assert.equal(room.run(["app", "one"]).exit, 0);
    room.file(`work/${name}`, "two");
    const { exit, stderr } = room.run(["app", "one"]);
    assert.equal(exit, 77);
    assert.match(stderr, new RegExp(`${name} is not the script that was approved`));
    room.approve();
  }
});

test("T99: a guard that changes the next guard's program keeps it from being started", (t) => {
  const room = new TrustRoom(t);
  const tool = room.file("work/tool", "#!/bin/sh\necho fine\n");
  const swap = room.file(
    "work/swap",
    `#!/bin/sh\nprintf '#!/bin/sh\\necho > ${room.work}/evil\\n' > ${tool}.new\nchmod +x ${tool}.new; mv ${tool}.new ${tool}\n`,
  );
  for (const file of [tool, swap]) chmodSync(file, 0o755);
  const guard = (file: string) => `only pass when shell "${file}" is "*"`;
  room.project(`wrap ward app { exec marker; can run one; ${guard(swap)}; ${guard(tool)} }\n`);
  room.approve();
  const { exit, stderr } = room.run(["app", "one"]);
  assert.equal(exit, 77);
  assert.match(stderr, /tool changed after it was approved, so nothing was run/);
  assert.deepEqual([room.ran(), existsSync(join(room.work, "evil"))], [[], false]);
});

test("T71: inline code is shown whole", async (t) => {
  const code = "import os; os.system('true')";
  const room = new TrustRoom(
    t,
    `wrap ward app { exec python3; can run x { argv "-c" "${code}"; sealed } }\n`,
  );
  const pane = room.terminal("ward", ["app", "x"]);
  const shown = await pane.until("Approve it? [y/N]");
  assert.ok(shown.includes(`LAUNCHER ward.app.x: "python3" "-c" "${code}" (sealed`), shown);
});

test("la-05: a link to a shell is a shell", (t) => {
  const room = new TrustRoom(t);
  mkdirSync(join(room.work, "tools"));
  symlinkSync("/bin/bash", join(room.work, "tools/git"));
  room.project(`wrap ward app { exec "${room.work}/tools/git"; can run status }\n`);
  const ended = room.run(["app", "status"], { WARD_TRUST_EXEC: "1" });
  assert.equal(ended.exit, 77);
  assert.match(ended.stderr, /`bash` runs whatever its arguments say/);
});

test("la-06: an allow list that names launchers: each is told as one", async (t) => {
  const room = new TrustRoom(t, "wrap ward see { allow ls find env }\n");
  const pane = room.terminal("ward", ["see", "ls"]);
  const shown = await pane.until("Approve it? [y/N]");
  assert.match(shown, /LAUNCHER ward\.see\.find: "find" …\n {6}never runs: `find` runs whatever/);
  assert.match(shown, /LAUNCHER ward\.see\.env: "env" …\n {6}never runs: `env` runs whatever/);
  assert.match(shown, /^ {4}ward\.see\.ls: "ls" …$/m);
  room.approve();
  assert.equal(room.run(["see", "ls"]).exit, 0);
  assert.equal(room.run(["see", "find"]).exit, 77);
});

test("la-07: ssh's own options are refused before anything is started", (t) => {
  const room = new TrustRoom(
    t,
    'wrap ward app { exec ssh { argv-prefix "kai@server" }; can run go { argv } }\n',
  );
  room.program("ssh", '#!/bin/sh\necho "ssh: $*"\n');
  room.approve();
  const ended = room.run(["app", "go", "-oProxyCommand=x"]);
  assert.deepEqual([ended.exit, ended.stdout], [77, ""]);
  assert.equal(room.rows()[0]?.reason, "flag-not-allowed");
});

test("la-08: a file that a shell would be handed is a launcher", (t) => {
  const room = new TrustRoom(t);
  const tool = join(room.work, "tool");
  writeFileSync(tool, "echo handed to a shell\n");
  chmodSync(tool, 0o755);
  room.project(`wrap ward app { exec "${tool}"; can run open; can run shut { argv x; sealed } }\n`);
  room.approve();
  const open = room.run(["app", "open"]);
  assert.equal(open.exit, 77);
  assert.match(open.stderr, /`tool` runs whatever its arguments say/);
});

test("T72: what is built in for git holds though the project's policy does not say it", (t) => {
  const room = new TrustRoom(t, "wrap ward vcs { exec git; can run grep }\n");
  room.program("git", '#!/bin/sh\necho "git: $*"\n');
  room.approve();
  assert.equal(room.run(["vcs", "grep", "x"]).stdout, "git: grep x\n");
  const ended = room.run(["vcs", "grep", "-Oless", "x"]);
  assert.deepEqual([ended.exit, ended.stdout], [77, ""]);
  assert.match(ended.stderr, /rule: .*Guardfile:1 {2}built in for git: deny-flag/);
});

test("section H binds projects alone: a user's own launcher leaf runs", (t) => {
  const room = new TrustRoom(t);
  room.guardfile("own", 'wrap ward own { exec env; can run "*" }\n');
  assert.equal(room.run(["own", "true"]).exit, 0);
});
