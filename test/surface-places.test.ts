// The built program ward, over all places: which file serves, and what a broken, hidden or unapproved one changes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { OwnUser } from "./own-user.ts";
import { Place, pick } from "./program-place.ts";
import { SIMPLE, TrustRoom } from "./trust-room.ts";

const GOOD = "wrap ward good { exec marker; can run yes }\n";
const BROKEN = 'wrap ward bad { exec marker; can run yes { flagg "--x" } }\n';
const OTHER_ROOT = 'wrap acme bad { exec marker; can run yes { flagg "--x" } }\n';

test("a broken user file withholds the shipped set from its root word, names itself and is on record", (t) => {
  const place = new Place(t);
  const file = place.guardfile("bad", BROKEN);
  const ended = place.ward("git", "status");
  assert.equal(ended.exit, 78);
  assert.match(
    ended.stderr,
    new RegExp(`^ward: refused \`git status\`: ${file} is not valid: .*flagg`),
  );
  assert.match(ended.stderr, new RegExp(`\\n  rule: ${file}:1  .*wrap ward bad`));
  assert.deepEqual(
    place.rows().map((row) => pick(row, "decision", "reason", "verb", "guardfile")),
    [{ decision: "deny", reason: "bad-guardfile", verb: "ward", guardfile: file }],
  );
});

test("a valid file of the same place serves beside a broken one, with a line on stderr", (t) => {
  const place = new Place(t);
  place.guardfile("good", GOOD);
  const file = place.guardfile("bad", BROKEN);
  const ended = place.ward("good", "yes");
  assert.deepEqual(
    { exit: ended.exit, stdout: ended.stdout },
    { exit: 0, stdout: "marker: yes\n" },
  );
  assert.match(ended.stderr, new RegExp(`^ward: ${file} is not valid: .*; it gives nothing\n$`));
});

test("a broken file that speaks of another root word withholds nothing from this one", (t) => {
  const place = new Place(t);
  place.guardfile("bad", OTHER_ROOT);
  assert.equal(place.ward("inspect", "wc").exit, 0);
  assert.equal(place.ward("git").exit, 0);
});

test("a file whose root words can't be read withholds all of them", (t) => {
  const place = new Place(t);
  place.guardfile("bad", "wrap {{{");
  assert.equal(place.ward("git", "status").exit, 78);
});

test("files of every unreadable kind are named and nothing below them is served", (t) => {
  const kinds: Record<string, (place: Place) => void> = {
    empty: (place) => place.guardfile("bad", ""),
    binary: (place) => place.file("config/bad.kdl", Buffer.from([0, 1, 2, 255, 254])),
    "invalid UTF-8": (place) => place.file("config/bad.kdl", Buffer.from([0x77, 0xff, 0x0a])),
    "ten megabytes": (place) => place.file("config/bad.kdl", Buffer.alloc(10 << 20, 0x20)),
    nested: (place) => place.guardfile("bad", "a {".repeat(5000)),
    directory: (place) => mkdirSync(join(place.config, "bad.kdl")),
    "writable by others": (place) => chmodSync(place.guardfile("bad", GOOD), 0o666),
    "link to nowhere": (place) => symlinkSync("/nowhere/at/all", join(place.config, "bad.kdl")),
  };
  for (const [kind, make] of Object.entries(kinds)) {
    const place = new Place(t);
    make(place);
    const { exit, stderr, stdout } = place.ward("git", "status");
    assert.deepEqual({ kind, exit, stdout }, { kind, exit: 78, stdout: "" });
    assert.match(stderr, /^ward: refused `git status`: .*bad\.kdl /, kind);
  }
});

test("BOM and CRLF are no errors", (t) => {
  const place = new Place(t);
  place.guardfile("good", `\ufeff${GOOD.replaceAll("\n", "\r\n")}`);
  assert.equal(place.ward("good", "yes").exit, 0);
});

test("a FIFO in the place of a file is refused at once", (t) => {
  const place = new Place(t);
  execFileSync("mkfifo", ["-m", "600", join(place.config, "bad.kdl")]);
  const ended = place.ward("git", "status");
  assert.equal(ended.exit, 78);
  assert.match(ended.stderr, /is a FIFO, not a regular file/);
});

test("two user files that wrap the same group both give nothing, and both are named", (t) => {
  const place = new Place(t);
  const first = place.guardfile("first", GOOD);
  const second = place.guardfile("second", GOOD);
  const ended = place.ward("good", "yes");
  assert.equal(ended.exit, 78);
  const check = place.wardctl("check");
  assert.equal(check.exit, 78);
  assert.match(check.stdout, new RegExp(first));
  assert.match(check.stdout, new RegExp(second));
  assert.match(check.stderr, /files checked, 1 error$/m);
});

test("a user's wrap hides the shipped one of the same group", (t) => {
  const place = new Place(t);
  place.guardfile("git", "wrap ward git { exec marker; can run mine }\n");
  assert.deepEqual(place.ward("git", "mine").stdout, "marker: mine\n");
  assert.equal(place.ward("git", "status").exit, 77);
  const check = place.wardctl("check");
  assert.equal(check.exit, 0);
  assert.equal(check.stdout, "");
  const { hidden } = JSON.parse(place.wardctl("check", "--json").stdout);
  assert.deepEqual(hidden, []);
});

test("a project's wrap that the user's file hides is told, an approved one's that the shipped policy gives way to as well", (t) => {
  const room = new TrustRoom(t, `${SIMPLE}wrap ward git { exec marker; can run theirs }\n`);
  room.approve();
  const told = () => room.wardctl("check").stdout;
  assert.match(
    told(),
    /guardfiles\/git\.kdl:\d+: `ward git` is not served: `ward git` of .*work\/Guardfile:2 comes first/,
  );
  room.guardfile("git", "wrap ward git { exec marker; can run mine }\n");
  assert.match(
    told(),
    /^note: .*work\/Guardfile:2: `ward git` is not served: `ward git` of .*config\/git\.kdl:1 comes first$/m,
  );
});

test("a project's file is found and named, and nothing of it is mounted, shown or read aloud", (t) => {
  const place = new Place(t);
  const file = place.file(
    "work/Guardfile",
    'wrap ward proj { exec marker; describe "trust me"; can run evil }\nwrap ward git { exec marker; can run status }\n',
  );
  const inside = join(place.work, "deep/down");
  mkdirSync(inside, { recursive: true });
  const refused = place.call("ward", ["proj", "evil"], { cwd: inside });
  assert.equal(refused.exit, 77);
  assert.match(
    refused.stderr,
    new RegExp(
      `^ward: refused \`proj evil\`: ${file} of this project is not approved; run it once`,
    ),
  );
  assert.doesNotMatch(refused.stderr, /trust me/);
  assert.deepEqual(
    place.rows().map((row) => pick(row, "decision", "reason")),
    [{ decision: "deny", reason: "untrusted" }],
  );
  const help = place.call("ward", ["--help"], { cwd: inside });
  assert.match(help.stdout, new RegExp(`note: ${file} is not approved and not mounted`));
  assert.doesNotMatch(help.stdout, /proj|trust me/);
  assert.deepEqual(place.ran(), []);
  const check = place.call("wardctl", ["check"], { cwd: inside });
  assert.equal(check.exit, 0);
  assert.match(check.stdout, new RegExp(`note: ${file} is not approved and not mounted`));
});

test("a config.kdl that can't be followed refuses every call", (t) => {
  const place = new Place(t);
  place.guardfile("good", GOOD);
  const config = place.file("config/config.kdl", 'search-paths "/bin"\n');
  const ended = place.ward("good", "yes");
  assert.equal(ended.exit, 78);
  assert.match(ended.stderr, new RegExp(`${config} is not valid: .*search-paths`));
  assert.deepEqual(place.ran(), []);
  assert.equal(place.wardctl("check").exit, 78);
});

test("on an agent's surface the directories are not the environment's to choose", (t) => {
  const place = new Place(t);
  const help = place.call("ward", ["--help"], { env: { WARD_AGENT: "1" } });
  assert.match(help.stdout, /note: ignoring WARD_CONFIG_DIR and WARD_STATE_DIR: .*WARD_AGENT/);
  const init = place.call("wardctl", ["init"], { env: { WARD_AGENT: "1" } });
  assert.equal(init.exit, 77);
  assert.match(init.stderr, /WARD_AGENT is set, so an agent is typing/);
});

test("hostile names reach the terminal as escapes", (t) => {
  const place = new Place(t);
  place.file("config/e\u001b[31mvil\u202e.kdl", BROKEN);
  const ended = place.ward("good", "\u001b]0;owned\u0007");
  assert.equal(ended.exit, 78);
  assert.match(ended.stderr, /e\\u\{1b\}\[31mvil\\u\{202e\}\.kdl/);
  assert.doesNotMatch(ended.stderr, /[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test("a user's directory that can't be searched withholds every root, says so and is on record", (t) => {
  const user = new OwnUser(t);
  for (const [at, closed] of [user.config, join(user.home, ".config")].entries()) {
    chmodSync(closed, 0o600);
    const ended = user.call("ward", ["git", "version"]);
    chmodSync(closed, 0o755);
    assert.deepEqual([ended.exit, ended.stdout], [78, ""]);
    assert.match(
      ended.stderr,
      /^ward: refused `git version`: \S+ can't be opened: permission denied/,
    );
    const trail = join(user.home, ".local/state/ward/audit/current.jsonl");
    const rows = readFileSync(trail, "utf8").trim().split("\n");
    const row = JSON.parse(rows.at(-1) ?? "");
    assert.deepEqual([rows.length, row.decision, row.reason], [at + 1, "deny", "bad-guardfile"]);
  }
});
