// wardctl doctor, on a place that is in order and on the same place with one thing wrong: the check that says so, and what mends it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import type { Checkup } from "../src/model/checkup.ts";
import { OwnUser } from "./own-user.ts";
import { Place } from "./program-place.ts";
import { openPane } from "./terminal-room.ts";

const POLICY =
  'wrap ward tools { exec marker; can run hello { allow-flag "-v"; allows "hello -v" } }\n';

interface Setting {
  readonly place: Place;
  /** On the PATH of the shell that asks. */
  readonly commands: string;
}

function setUp(t: TestContext): Setting {
  const place = new Place(t);
  place.guardfile("tools", POLICY);
  place.file("config/config.kdl", `search-path "${place.bin}"\nenvironment-may-choose #true\n`);
  const commands = join(place.root, "commands");
  mkdirSync(commands);
  launcher(
    commands,
    `#!/bin/sh\nexec env -u NODE_OPTIONS ${process.execPath} ${resolve("dist/ward.js")} "$@"\n`,
  );
  return { place, commands };
}

function launcher(directory: string, text: string): void {
  const file = join(directory, "ward");
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

function ask(
  { place, commands }: Setting,
  more: Readonly<Record<string, string>> = {},
): { exit: number | null; all: readonly Checkup[] } {
  const env = { PATH: `${commands}:/nowhere`, ...more };
  const { exit, stdout } = place.call("wardctl", ["doctor", "--json"], { env });
  return { exit, all: JSON.parse(stdout) as readonly Checkup[] };
}

function found(setting: Setting, check: string): readonly Checkup[] {
  return ask(setting).all.filter((one) => one.check === check);
}

/** Verdict, sentence and what mends it, of one check. */
function told(setting: Setting, check: string): readonly unknown[] {
  return found(setting, check).map(({ verdict, says, mend }) => [verdict, says, mend]);
}

async function personChecks(t: TestContext, { place }: Setting): Promise<void> {
  const argv = [process.execPath, resolve("dist/wardctl.js"), "check"];
  const pane = openPane(t, argv, { cwd: place.work, env: place.environment() });
  await pane.until("[exit 0]");
}

/** Says why it makes no sandbox, as bubblewrap does where the kernel forbids it. */
const REFUSING = "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n";

test("a place in order: nothing fails, and each check of the list is there", async (t) => {
  const setting = setUp(t);
  await personChecks(t, setting);
  const { exit, all } = ask(setting);
  assert.deepEqual(
    all.map(({ check, verdict }) => [check, verdict]),
    [
      ["node-version", "PASS"],
      ["ward-on-path", "PASS"],
      ["launcher", "PASS"],
      ["environment-may-choose", "WARN"],
      ["system-directory", "PASS"],
      ["user-directory", "PASS"],
      ["state-directory", "PASS"],
      ["settings", "PASS"],
      ["trust-store", "PASS"],
      ["search-path", "PASS"],
      ["guardfiles", "PASS"],
      ["compiled-policies", "PASS"],
      ["agent-markers", "PASS"],
      ["files-for-agents", "PASS"],
      ["binaries-found", "PASS"],
      ["raw-binaries", "PASS"],
      ["sandbox-adapter", "WARN"],
      ["trail-open", "PASS"],
      ["trail-chain", "PASS"],
      ["trail-space", "PASS"],
    ],
  );
  assert.equal(exit, 0);
  assert.ok(all.every(({ verdict, mend }) => (verdict === "PASS") === (mend === null)));
});

test("a directory, a program or a file that others may write is a failure, with the command that mends it", (t) => {
  const setting = setUp(t);
  const { place } = setting;
  chmodSync(join(place.bin, "marker"), 0o777);
  chmodSync(place.config, 0o777);
  assert.deepEqual(found(setting, "user-directory"), [
    {
      check: "user-directory",
      verdict: "FAIL",
      says: `${place.config} can be written by everybody (mode 0777)`,
      mend: `run: chmod go-w ${place.config}`,
    },
  ]);
  chmodSync(place.config, 0o700);
  const { exit, all } = ask(setting);
  const [writable] = all.filter(({ check }) => check === "binary-writable");
  assert.deepEqual(writable, {
    check: "binary-writable",
    verdict: "FAIL",
    says: `marker: ${join(place.bin, "marker")} can be written by everybody (mode 0777)`,
    mend: `run: chmod go-w ${join(place.bin, "marker")}`,
  });
  assert.equal(exit, 1);
});

test("policy, settings and decisions that can't be read are failures", (t) => {
  const setting = setUp(t);
  const { place } = setting;
  place.guardfile("broken", "wrap ward x {");
  place.file("work/Guardfile", POLICY.replace("tools", "more"));
  const policy = ask(setting).all.filter(
    ({ check }) => check === "guardfiles" || check === "project-policy",
  );
  assert.deepEqual(
    policy.map(({ check, verdict, mend }) => [check, verdict, mend]),
    [
      ["guardfiles", "FAIL", `wardctl check ${join(place.config, "broken.kdl")}`],
      ["project-policy", "WARN", "wardctl trust review"],
    ],
  );
  place.file("config/trust.json", "{}");
  chmodSync(join(place.config, "trust.json"), 0o644);
  assert.deepEqual(
    found(setting, "trust-store").map(({ verdict, mend }) => [verdict, mend]),
    [["FAIL", `run: chmod 600 ${join(place.config, "trust.json")}`]],
  );
  place.file("config/config.kdl", "search-pth\n");
  const [settings] = found(setting, "settings");
  assert.equal(settings?.verdict, "FAIL");
});

test("what the shipped policies bring and nobody chose is no finding: a group that one's own file has, programs that are not here", (t) => {
  const setting = setUp(t);
  const { place } = setting;
  place.guardfile("git", "wrap ward git { exec marker; can run mine }\n");
  assert.deepEqual(told(setting, "hidden-wraps"), []);
  assert.deepEqual(told(setting, "guardfiles"), [
    ["PASS", "2 files of your own and the shipped ones are in order", null],
  ]);
  const [found] = told(setting, "binaries-found") as [[string, string, null]];
  assert.equal(found[0], "PASS");
  assert.match(
    found[1],
    /^1 wrapped program, each writable by nobody else; shipped policies wrap others that are not on the search path: \S+, .*kubectl/,
  );
  place.guardfile("kubectl", "wrap ward kubectl { exec kubectl; can run version }\n");
  assert.deepEqual(told(setting, "binaries-found"), [
    [
      "WARN",
      "not on the search path: kubectl",
      "install them, or name their directories in `search-path` of config.kdl",
    ],
  ]);
});

test("another HOME than the password database's is told, and messages then say `~` of neither", (t) => {
  const user = new OwnUser(t);
  const file = user.file(join(user.config, "tools.kdl"), POLICY);
  for (const HOME of [user.home, `${user.home}/`]) {
    const { stderr } = user.call("ward", ["tools", "bye"], { HOME });
    assert.match(stderr, /^ {2}rule: ~\/\.config\/ward\/tools\.kdl:1 /m);
  }
  const other = user.call("ward", ["tools", "bye"], { HOME: user.work });
  assert.ok(other.stderr.includes(`\n  rule: ${file}:1 `), other.stderr);
  const told = (HOME: string) => {
    const all: readonly Checkup[] = JSON.parse(
      user.call("wardctl", ["doctor", "--json"], { HOME }).stdout,
    );
    return all.filter(({ check }) => check === "home-variable");
  };
  assert.deepEqual(told(user.home), []);
  assert.deepEqual(told(user.work), [
    {
      check: "home-variable",
      verdict: "WARN",
      says: `HOME is set to ${user.work} and does not count: ward's home directory is ${user.home}, by the password database`,
      mend: `keep your policies in ${user.config}, or run: export HOME=${user.home}`,
    },
  ]);
});

test("a row that was edited is a failure", (t) => {
  const setting = setUp(t);
  const { place } = setting;
  assert.equal(place.ward("tools", "hello", "-v").exit, 0);
  const file = join(place.state, "audit/current.jsonl");
  const [sound] = found(setting, "trail-chain");
  assert.deepEqual([sound?.verdict, sound?.says], ["PASS", "2 rows, each as it was written"]);
  writeFileSync(file, readFileSync(file, "utf8").replace('"hello"', '"hallo"'));
  const [edited] = found(setting, "trail-chain");
  assert.deepEqual([edited?.verdict, edited?.mend], ["FAIL", "wardctl audit verify"]);
});

test("another ward in front, a launcher that trusts the caller, and none at all are told apart", (t) => {
  const setting = setUp(t);
  const { commands } = setting;
  launcher(commands, "#!/bin/sh\necho hello\n");
  assert.equal(found(setting, "ward-on-path")[0]?.verdict, "WARN");
  launcher(commands, `#!/bin/sh\nexec ${process.execPath} ${resolve("dist/ward.js")} "$@"\n`);
  const file = join(commands, "ward");
  assert.equal(
    found(setting, "launcher")[0]?.says,
    `${file} does not take NODE_OPTIONS away, and that loads code before ward's own`,
  );
  launcher(commands, `#!/bin/sh\nunset NODE_OPTIONS\nexec node ${resolve("dist/ward.js")} "$@"\n`);
  assert.equal(found(setting, "launcher")[0]?.says, `${file} takes node from the caller's PATH`);
  const linked = join(setting.place.root, "linked");
  mkdirSync(linked);
  symlinkSync(resolve("dist/ward.js"), join(linked, "ward"));
  const other = { ...setting, commands: linked };
  assert.deepEqual(
    ["ward-on-path", "launcher"].map((check) => found(other, check)[0]?.verdict),
    ["PASS", "WARN"],
  );
  // The mend can be followed as it stands.
  const { mend } = found(other, "launcher")[0] ?? {};
  const [, line] =
    /^remove \S+ and write a launcher there: #!\/bin\/sh, then (.*)$/.exec(mend ?? "") ?? [];
  rmSync(join(linked, "ward"));
  launcher(linked, `#!/bin/sh\n${line}\n`);
  assert.deepEqual(
    ["ward-on-path", "launcher"].map((check) => found(other, check)[0]?.verdict),
    ["PASS", "PASS"],
  );
  const nowhere = { ...setting, commands: "/nowhere" };
  assert.equal(found(nowhere, "ward-on-path")[0]?.says, "there is no `ward` on this PATH");
});

test("a program that the caller finds as well is named; a fixed environment is good news", (t) => {
  const setting = setUp(t);
  const { place } = setting;
  const env = { PATH: `${setting.commands}:${place.bin}` };
  const { stdout } = place.call("wardctl", ["doctor"], { env });
  assert.match(
    stdout,
    /^WARN raw-binaries: an agent can run these beside ward, by name on this PATH: marker\n {5}mend: run agents/m,
  );
  chmodSync(place.root, 0o755);
  chmodSync(place.bin, 0o755);
  const [byPath] = found(setting, "raw-binaries");
  assert.equal(
    byPath?.says,
    "an agent can run these beside ward, by path, from any account: marker",
  );
  chmodSync(join(place.bin, "marker"), 0o750);
  assert.deepEqual(told(setting, "raw-binaries"), [
    ["PASS", "no wrapped program is on this PATH, or open to other accounts", null],
  ]);
  place.file("config/config.kdl", "environment-may-choose #false\n");
  assert.equal(found(setting, "environment-may-choose")[0]?.verdict, "PASS");
});

test("confine: no adapter, one that the machine forbids, and a real one are told apart", (t) => {
  const setting = setUp(t);
  const { place } = setting;
  const missing = `bwrap was not found: ward looked in ${place.bin}`;
  const install = "install bubblewrap 0.8 or later, as with `apt-get install bubblewrap`";
  assert.deepEqual(told(setting, "sandbox-adapter"), [
    ["WARN", `${missing}; no grant asks for it`, install],
  ]);
  const confine = (inside: string) =>
    place.guardfile("box", `wrap ward box { exec marker; can run hi { confine { ${inside} } } }\n`);
  confine("network none; required #false");
  assert.deepEqual(told(setting, "sandbox-adapter"), [
    ["WARN", `${missing}; grants with \`confine\` run unconfined`, install],
  ]);
  confine("network none");
  place.program("bwrap", REFUSING);
  const [forbidden] = found(setting, "sandbox-adapter");
  assert.equal(
    forbidden?.says,
    `${place.bin}/bwrap can't make a sandbox here: bwrap: No permissions to create new namespace; a grant that asks for it does not run`,
  );
  assert.equal(forbidden?.verdict, "FAIL");
  assert.match(forbidden?.mend ?? "", /^let this account make user namespaces: sysctl /);
  confine("network none; required #false");
  const [broken] = found(setting, "sandbox-adapter");
  assert.deepEqual([broken?.verdict, broken?.says], ["FAIL", forbidden?.says]);
  place.program("bwrap", "#!/bin/sh\nexit 0\n");
  const [idle] = found(setting, "sandbox-adapter");
  assert.match(idle?.says ?? "", /can't make a sandbox here: it exits 0; /);
  place.program("bwrap", '#!/bin/sh\nexec /usr/bin/bwrap "$@"\n');
  assert.deepEqual(told(setting, "sandbox-adapter"), [
    ["PASS", `${place.bin}/bwrap makes sandboxes here`, null],
  ]);
});

test("the search path: a directory that is gone, one that others write, one that a project brings", (t) => {
  const setting = setUp(t);
  const { place } = setting;
  const at = (name: string) => join(place.root, name);
  mkdirSync(at("open"));
  chmodSync(at("open"), 0o777);
  mkdirSync(at("repo/.git"), { recursive: true });
  mkdirSync(at("repo/bin"));
  const list = [place.bin, at("gone"), at("open"), at("repo/bin")].map((path) => `"${path}"`);
  place.file("config/config.kdl", `search-path ${list.join(" ")}\n`);
  assert.deepEqual(told(setting, "search-path"), [
    ["WARN", `${at("gone")} does not exist`, "take it out of `search-path` in config.kdl"],
    [
      "FAIL",
      `${at("open")} can be written by everybody (mode 0777)`,
      `run: chmod go-w ${at("open")}`,
    ],
    [
      "WARN",
      `${at("repo/bin")} lies inside the project ${at("repo")}, and whoever writes that project decides what is run`,
      "name another directory in its place, unless that is nobody but you",
    ],
  ]);
});

test("an agent is typing, and what a person has not checked is named, settings too", async (t) => {
  const setting = setUp(t);
  const { place } = setting;
  const files = `${join(place.config, "tools.kdl")}, ${join(place.config, "config.kdl")}`;
  const open = "an agent is refused what is in files that no person has checked as they are now";
  const mend = "read them, then on a terminal of your own: wardctl check";
  assert.deepEqual(told(setting, "files-for-agents"), [["WARN", `${open}: ${files}`, mend]]);
  await personChecks(t, setting);
  const [checked] = found(setting, "files-for-agents");
  assert.equal(checked?.verdict, "PASS");
  place.guardfile("tools", POLICY.replace("hello {", 'hello { describe "edited";'));
  assert.deepEqual(told(setting, "files-for-agents"), [
    ["WARN", `${open}: ${join(place.config, "tools.kdl")}`, mend],
  ]);
  const asAgent = place.call("wardctl", ["doctor", "--json"], {
    env: { CLAUDECODE: "1", WARD_AGENT: "x" },
  });
  const all = JSON.parse(asAgent.stdout) as readonly Checkup[];
  assert.deepEqual(
    all.filter(({ check }) => check === "agent-markers"),
    [
      {
        check: "agent-markers",
        verdict: "WARN",
        says: "CLAUDECODE, WARD_AGENT are set, so an agent is typing: nothing is asked, and verbs that answer refuse",
        mend: "where a person is typing, use a terminal of their own, or run: unset CLAUDECODE WARD_AGENT",
      },
    ],
  );
});

test("compiled policy: in order, behind its file, of another ward, and not what the file says", (t) => {
  const setting = setUp(t);
  const { place } = setting;
  const file = join(place.config, "tools.kdl");
  const anew = "wardctl trust compile";
  assert.equal(place.wardctl("trust", "compile").exit, 0);
  assert.deepEqual(told(setting, "compiled-policies"), [
    ["PASS", "what is kept compiled is what the files say", null],
  ]);
  place.guardfile("tools", `// edited\n${POLICY}`);
  assert.deepEqual(told(setting, "compiled-policies"), [
    ["WARN", `${file} was changed since it was compiled, so calls parse it anew`, anew],
  ]);
  assert.equal(place.wardctl("trust", "compile").exit, 0);
  const index = join(place.config, "compiled.json");
  const kept = JSON.parse(readFileSync(index, "utf8"));
  const { tree } = kept.files[file];
  const text = readFileSync(join(place.config, `compiled/${tree}.txt`), "latin1");
  const other = text.replace('"-v"', '"-w"');
  assert.notEqual(other, text);
  const hash = createHash("sha256").update(other, "latin1").digest("hex");
  place.file(`config/compiled/${hash}.txt`, Buffer.from(other, "latin1"));
  kept.files[file].tree = hash;
  place.file("config/compiled.json", JSON.stringify(kept));
  assert.deepEqual(told(setting, "compiled-policies"), [
    [
      "FAIL",
      `what is kept compiled of ${file} is not what the file says, and calls obey it`,
      `find out who wrote it, then: ${anew}`,
    ],
  ]);
  place.file("config/compiled.json", JSON.stringify({ ...kept, build: "another" }));
  assert.deepEqual(told(setting, "compiled-policies"), [
    [
      "WARN",
      `${index} is of another ward or can't be believed, so every call parses its policy anew`,
      anew,
    ],
  ]);
});

test("a trail whose audit-space is nearly spent, and one that has none left", (t) => {
  const setting = setUp(t);
  const { place } = setting;
  assert.equal(place.ward("tools", "hello", "-v").exit, 0);
  const directory = join(place.state, "audit");
  const mend = `raise audit-space in config.kdl, or keep the oldest files of ${directory} elsewhere: without room no call runs`;
  const spaces = (size: string) => {
    place.file("config/config.kdl", `search-path "${place.bin}"\naudit-space "${size}"\n`);
    return told(setting, "trail-space").slice(1);
  };
  assert.deepEqual(spaces("1GiB"), [
    ["PASS", "1023 MiB are free for the trail in its audit-space", null],
  ]);
  assert.deepEqual(spaces("64MiB"), [
    ["WARN", "63 MiB are free for the trail in its audit-space", mend],
  ]);
  assert.deepEqual(spaces("1MiB"), [
    ["FAIL", "0 MiB are free for the trail in its audit-space", mend],
  ]);
});

test("names that could move a terminal are shown as escapes, as text and as JSON", (t) => {
  const setting = setUp(t);
  const { place } = setting;
  const hostile = join(place.root, "a\u202e\u009b31m");
  mkdirSync(hostile);
  launcher(hostile, "#!/bin/sh\necho hello\n");
  const env = { PATH: hostile };
  for (const options of [[], ["--json"]]) {
    const { stdout } = place.call("wardctl", ["doctor", ...options], { env });
    assert.match(stdout, /is not the ward of this wardctl/);
    assert.doesNotMatch(stdout, /[\u202e\u009b]/);
  }
});
