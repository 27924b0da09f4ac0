// The trust store: what is believed, what is refused, what a change leaves on the disk.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { takeNotice, updateStore } from "../src/host/trust-change.ts";
import { readStore } from "../src/host/trust-store.ts";
import { POLICY_VERSION, type TrustRecord } from "../src/model/trust.ts";
import { HASH, type Room, record, storeOf, trustRoom } from "./trust-place.ts";

const driver = fileURLToPath(new URL("fixtures/store-driver.js", import.meta.url));
const AT = "/work/app/Guardfile";
const OTHER = "/work/other/Guardfile";

const add =
  (path: string, over: Partial<TrustRecord> = {}) =>
  (records: ReadonlyMap<string, TrustRecord>) =>
    new Map(records).set(path, record(over));

function decisions({ place }: Room): Record<string, string> {
  const { records } = readStore(place);
  return Object.fromEntries([...records].map(([path, { decision }]) => [path, decision]));
}

/** Gives the store to another user, for whom modes bind, and runs the driver as him; root alone may do that. */
function makeNobodys({ root, config, place }: Room) {
  chmodSync(root, 0o755);
  for (const path of [config, place.file]) chownSync(path, 65_534, 65_534);
  const user = ["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath, driver];
  return (verb: string) =>
    spawnSync("setpriv", [...user, config, verb], { encoding: "utf8", cwd: "/" });
}

test("st-01: no store in a read-only directory: undecided, no notice, nothing made", (t) => {
  const room = trustRoom(t);
  const look = () => {
    const { lapsed, ...read } = readStore(room.place);
    assert.deepEqual(read, { records: new Map(), warnings: [], notice: null });
    assert.equal(lapsed(AT), null);
  };
  look();
  assert.equal(existsSync(room.config), false);
  mkdirSync(room.config, { mode: 0o555 });
  look();
  assert.deepEqual(readdirSync(room.config), []);
});

test("T53: with no notice pending the check needs no writable directory", (t) => {
  const room = trustRoom(t);
  room.store(storeOf({ [AT]: record() }));
  chmodSync(room.config, 0o500);
  const before = statSync(room.place.file);
  assert.equal(readStore(room.place).notice, null);
  assert.deepEqual(readdirSync(room.config), ["trust.json"]);
  assert.deepEqual(statSync(room.place.file).mtimeMs, before.mtimeMs);
});

test("st-02: the first answer makes a private directory and a pretty file", (t) => {
  const room = trustRoom(t);
  updateStore(room.place, add(AT));
  const mode = (path: string) => statSync(path).mode & 0o777;
  assert.deepEqual([mode(room.config), mode(room.place.file)], [0o700, 0o600]);
  const written = {
    schemaVersion: 1,
    policyVersion: POLICY_VERSION,
    records: { [AT]: record() },
  };
  assert.equal(readFileSync(room.place.file, "utf8"), `${JSON.stringify(written, null, 2)}\n`);
  assert.deepEqual(readdirSync(room.config), ["trust.json"]);
});

test("T38: a loose umask of the caller changes nothing of that", (t) => {
  const room = trustRoom(t);
  const before = process.umask(0);
  t.after(() => process.umask(before));
  updateStore(room.place, add(AT));
  const mode = (path: string) => statSync(path).mode & 0o777;
  assert.deepEqual([mode(room.config), mode(room.place.file)], [0o700, 0o600]);
});

test("st-03: what is no store decides nothing, and is kept aside by the next answer", (t) => {
  const room = trustRoom(t);
  for (const [index, text] of ["{not json", "", "[]", '"x"', '{"records":{}}'].entries()) {
    room.store(text);
    const { records, warnings } = readStore(room.place);
    assert.deepEqual([records.size, warnings.length], [0, 1]);
    assert.match(warnings[0] ?? "", /can't be used: .*nothing is decided/);
    assert.equal(readFileSync(room.place.file, "utf8"), text);
    updateStore(room.place, add(AT));
    assert.deepEqual(decisions(room), { [AT]: "allow" });
    assert.equal(readFileSync(`${room.place.file}.corrupt-${index + 1}`, "utf8"), text);
  }
});

test("T43: a store cut off anywhere gives no allow that a whole one does not hold", (t) => {
  const room = trustRoom(t);
  const whole = `${JSON.stringify(storeOf({ [AT]: record() }), null, 2)}\n`;
  for (let length = 0; length < whole.length - 2; length += 7) {
    room.store(whole.slice(0, length));
    assert.equal(readStore(room.place).records.size, 0);
  }
});

interface Refused {
  readonly what: string;
  readonly spoil: (room: Room) => void;
  readonly says: RegExp;
  readonly hint: RegExp;
}

const move = ({ place, project }: Room, name: string) => {
  const target = join(project, name);
  renameSync(place.file, target);
  return target;
};

const REFUSED: readonly Refused[] = [
  {
    what: "st-04: open to the group",
    spoil: ({ place }) => chmodSync(place.file, 0o640),
    says: /trust\.json is open to others \(mode 0640\)/,
    hint: /^run: chmod 600 .*trust\.json$/,
  },
  {
    what: "st-05: a link into the project",
    spoil: (room) => symlinkSync(move(room, "store.json"), room.place.file),
    says: /is a symbolic link/,
    hint: /rm /,
  },
  {
    what: "st-05: a parent that everybody may write, without the sticky bit",
    spoil: ({ root }) => chmodSync(root, 0o777),
    says: /can be written by everybody \(mode 0777\)/,
    hint: /chmod go-w/,
  },
  {
    what: "T41: the directory itself can be written by its group",
    spoil: ({ config }) => {
      chownSync(config, 0, 12_345);
      chmodSync(config, 0o770);
    },
    says: /can be written by the members of group 12345/,
    hint: /chmod g-w/,
  },
  {
    what: "T41: a directory of somebody else",
    spoil: ({ config }) => chownSync(config, 12_345, 0),
    says: /belongs to user 12345/,
    hint: /chown/,
  },
  {
    what: "T41: a file of somebody else",
    spoil: ({ place }) => chownSync(place.file, 12_345, 0),
    says: /belongs to user 12345/,
    hint: /chown/,
  },
  {
    what: "T41: a second name",
    spoil: ({ place, root }) => linkSync(place.file, join(root, "second")),
    says: /has 2 names/,
    hint: /mv /,
  },
  {
    what: "T41: a FIFO",
    spoil: (room) => {
      move(room, "away");
      spawnSync("mkfifo", ["-m", "600", room.place.file]);
    },
    says: /is a FIFO/,
    hint: /mv /,
  },
  {
    what: "T41: a directory",
    spoil: (room) => {
      move(room, "away");
      mkdirSync(room.place.file);
    },
    says: /is a directory/,
    hint: /mv /,
  },
];

for (const { what, spoil, says, hint } of REFUSED) {
  test(`${what}: refused with what to run, allow and deny alike`, (t) => {
    const room = trustRoom(t);
    room.store(storeOf({ [AT]: record(), [OTHER]: record({ decision: "deny" }) }));
    spoil(room);
    const fault = { code: "store-refused", exit: 125, message: says, hint };
    assert.throws(() => readStore(room.place), fault);
    assert.throws(() => updateStore(room.place, add(AT)), fault);
  });
}

test("st-05: a directory inside the checkout is refused, and none is made there", (t) => {
  const room = trustRoom(t);
  const directory = join(room.project, "config");
  const place = { ...room.place, directory, file: join(directory, "trust.json") };
  const fault = { code: "store-refused", message: /lies inside .*project/ };
  assert.throws(() => updateStore(place, add(AT)), fault);
  assert.equal(existsSync(directory), false);
  mkdirSync(directory, { mode: 0o700 });
  writeFileSync(place.file, JSON.stringify(storeOf({ [AT]: record() })), { mode: 0o600 });
  assert.throws(() => readStore(place), fault);
  symlinkSync(directory, room.config);
  assert.throws(() => readStore(room.place), fault);
});

test("T41: a user's own store serves him, one of a third person does not", (t) => {
  const room = trustRoom(t);
  room.store(storeOf({ [AT]: record() }));
  const user = makeNobodys(room);
  assert.equal(JSON.parse(user("decisions").stdout).records.length, 1);
  chownSync(room.config, 12_345, 65_534);
  chmodSync(room.config, 0o755);
  assert.match(user("decisions").stderr, /belongs to user 12345, not to nobody/);
});

test("st-06: answers given at one moment are all kept", async (t) => {
  const room = trustRoom(t);
  const paths = Array.from({ length: 12 }, (_, index) => `/work/p${index}/Guardfile`);
  const children = paths.map((path) => spawn(process.execPath, [driver, room.config, "add", path]));
  await Promise.all(children.map((child) => once(child, "exit")));
  assert.deepEqual(Object.keys(decisions(room)), [...paths].sort());
  assert.deepEqual(readdirSync(room.config), ["trust.json"]);
});

test("st-07: what lies at the name of a draft is neither followed nor reused", (t) => {
  const room = trustRoom(t);
  mkdirSync(room.config, { mode: 0o700 });
  const bait = join(room.project, "bait");
  writeFileSync(bait, "mine");
  for (const name of ["tmp", "lock.tmp"]) symlinkSync(bait, `${room.place.file}.${name}`);
  updateStore(room.place, add(AT));
  assert.equal(readFileSync(bait, "utf8"), "mine");
  assert.deepEqual(decisions(room), { [AT]: "allow" });
  const bound = { ...room.place, file: join(room.config, "second.json") };
  symlinkSync(bait, bound.file);
  assert.throws(() => updateStore(bound, add(AT)), { code: "store-refused" });
  assert.equal(readFileSync(bait, "utf8"), "mine");
});

const SPOILED: readonly (readonly [string, object])[] = [
  ["a digest that is none", { digest: 42 }],
  ["a decision that is none", { decision: "maybe" }],
  ["a field too many", { until: "2027-01-01" }],
  ["a pin without a place", { pins: [{ path: "x" }] }],
  ["a site that is none", { sites: ["ward.git"] }],
  ["a time that is none", { recordedAt: "yesterday" }],
  ["an allow without a surface", { digest: "" }],
];

for (const [what, over] of SPOILED) {
  test(`st-08: ${what}: that record gives nothing, the others hold`, (t) => {
    const room = trustRoom(t);
    const wrong = { ...record(), ...over };
    room.store(storeOf({ [AT]: wrong, [OTHER]: record({ decision: "deny" }) }));
    assert.deepEqual(decisions(room), { [OTHER]: "deny" });
    assert.deepEqual(readStore(room.place).warnings, [
      `the trust store ${room.place.file} has an invalid record for ${AT}`,
    ]);
  });
}

test("st-08: a refusal that is not valid refuses its whole path", (t) => {
  const room = trustRoom(t);
  const denied = { ...record({ decision: "deny" }), digest: 42 };
  const ignored = { ...record({ decision: "ignore" }), pins: "none" };
  room.store(storeOf({ [AT]: denied, [OTHER]: ignored }));
  const { records } = readStore(room.place);
  const told = [...records].map(([path, one]) => [path, one.decision, one.digestVersion]);
  assert.deepEqual(told, [
    [AT, "deny", 0],
    [OTHER, "ignore", 0],
  ]);
});

test("T45: a store of a newer schema decides nothing and is not written", (t) => {
  const room = trustRoom(t);
  room.store({ ...storeOf({ [AT]: record() }), schemaVersion: 2 });
  const before = readFileSync(room.place.file, "utf8");
  const { records, warnings } = readStore(room.place);
  assert.deepEqual([records.size, warnings.length], [0, 1]);
  assert.throws(() => updateStore(room.place, add(OTHER)), { code: "store-newer", exit: 125 });
  assert.equal(readFileSync(room.place.file, "utf8"), before);
});

function oldStore(room: Room): string {
  const agents = [{ leaf: "ward.git.log", leafDigest: HASH, recordedAt: record().recordedAt }];
  const records = {
    "/a/Guardfile": record({ agents }),
    "/b/Guardfile": record(),
    "/c/Guardfile": record({ decision: "deny" }),
  };
  // Other white space than ward's own: the backup is of the bytes, not of what was understood.
  const text = JSON.stringify({ ...storeOf(records), policyVersion: 1 }, null, 1);
  room.store(text);
  return text;
}

test("st-09: another policy version: backup byte for byte, refusals kept, approvals gone, a notice", (t) => {
  const room = trustRoom(t);
  const text = oldStore(room);
  const backupPath = `${room.place.file}.policy-v1.backup`;
  const reading = readStore(room.place);
  const notice = { fromPolicyVersion: 1, backupPath, kept: 1, invalidated: 3, noticePending: true };
  const { lapsed, ...read } = reading;
  assert.deepEqual(read, {
    records: new Map([["/c/Guardfile", record({ decision: "deny" })]]),
    warnings: [],
    notice,
  });
  assert.equal(readFileSync(backupPath, "utf8"), text);
  assert.equal(statSync(backupPath).mode & 0o777, 0o600);
  const { lapsed: _, ...again } = readStore(room.place);
  assert.deepEqual(again, read);
  const paths = ["/b/Guardfile", "/c/Guardfile", "/d/Guardfile"];
  assert.deepEqual(
    paths.map((path) => lapsed(path)?.decision ?? null),
    ["allow", null, null],
  );
  assert.deepEqual(readdirSync(room.config).sort(), ["trust.json", "trust.json.policy-v1.backup"]);
});

test("T50: a newer policy version is no better, and a taken name of the backup gets a number", (t) => {
  const room = trustRoom(t);
  room.store({ ...storeOf({ [AT]: record() }), policyVersion: POLICY_VERSION + 1 });
  writeFileSync(`${room.place.file}.policy-v${POLICY_VERSION + 1}.backup`, "older");
  const { records, notice } = readStore(room.place);
  assert.equal(records.size, 0);
  assert.equal(notice?.backupPath, `${room.place.file}.policy-v${POLICY_VERSION + 1}.backup.1`);
});

test("st-10: two processes at once and a third: the notice is given once in all", async (t) => {
  const room = trustRoom(t);
  oldStore(room);
  const tell = async () => {
    const child = spawn(process.execPath, [driver, room.config, "notice"]);
    const chunks: string[] = [];
    child.stdout.on("data", (chunk) => chunks.push(String(chunk)));
    await once(child, "close");
    return chunks.join("");
  };
  const told = [...(await Promise.all([tell(), tell()])), await tell()];
  assert.equal(told.filter((text) => text !== "").length, 1);
  assert.equal(readStore(room.place).notice, null);
  assert.equal(takeNotice(room.place), null);
});

test("st-11: no backup, no migration, and the old allow is not honoured", (t) => {
  const room = trustRoom(t);
  const text = oldStore(room);
  const user = makeNobodys(room);
  chmodSync(room.config, 0o500);
  const { records, warnings } = JSON.parse(user("decisions").stdout);
  assert.deepEqual(records, []);
  assert.match(warnings[0], /of another policy version and can't be carried over/);
  assert.equal(readFileSync(room.place.file, "utf8"), text);
  chmodSync(room.config, 0o700);
  assert.equal(JSON.parse(user("decisions").stdout).records.length, 1);
});

test("T38: kill -9 at any moment of an answer leaves the old store or the new one", async (t) => {
  const room = trustRoom(t);
  updateStore(room.place, add(AT));
  for (let round = 0; round < 12; round += 1) {
    const child = spawn(process.execPath, [driver, room.config, "churn", OTHER]);
    await once(child.stdout, "data");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, round * 3);
    child.kill("SIGKILL");
    await once(child, "exit");
    assert.equal(decisions(room)[AT], "allow");
  }
  updateStore(room.place, add("/work/third/Guardfile"));
  assert.equal(decisions(room)["/work/third/Guardfile"], "allow");
  assert.deepEqual(
    readdirSync(room.config).filter((name) => name.endsWith(".tmp")),
    [],
  );
});
