// wardctl doctor, on a place that is in order and on the same place with one thing wrong: the check that says so, and what mends it.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import type { Checkup } from "../src/model/checkup.ts";
import { Place } from "./program-place.ts";

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

function ask({ place, commands }: Setting): { exit: number | null; all: readonly Checkup[] } {
  const env = { PATH: `${commands}:/nowhere` };
  const { exit, stdout } = place.call("wardctl", ["doctor", "--json"], { env });
  return { exit, all: JSON.parse(stdout) as readonly Checkup[] };
}

function found(setting: Setting, check: string): readonly Checkup[] {
  return ask(setting).all.filter((one) => one.check === check);
}

test("a place in order: nothing fails, and each check of the list is there", (t) => {
  const { exit, all } = ask(setUp(t));
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
      ["guardfiles", "PASS"],
      ["binaries-found", "WARN"],
      ["raw-binaries", "PASS"],
      ["sandbox-adapter", "PASS"],
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
    mend: `look at: ls -ld ${join(place.bin, "marker")}`,
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
    /^WARN raw-binaries: an agent of this account can run these beside ward: marker\n {5}mend: run agents/m,
  );
  place.guardfile(
    "confined",
    "wrap ward box { exec marker; can run hi { confine { network none } } }\n",
  );
  place.file("config/config.kdl", `search-path "${place.bin}"\n`);
  const [adapter] = found(setting, "sandbox-adapter");
  assert.equal(adapter?.verdict, "FAIL");
});
