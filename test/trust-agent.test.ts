// The built programs on an agent's surface: recorded, approved and shipped leaves run; nothing is asked, opted in or answered.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { OwnUser } from "./own-user.ts";

const AGENT = { CLAUDECODE: "1" };
const OWN = "wrap ward own { exec marker; can run one }\n";
const PROJECT = 'wrap ward app { describe "trust me"; exec marker; can run one }\n';

async function personChecks(user: OwnUser): Promise<void> {
  const pane = user.terminal("wardctl", ["check"]);
  await pane.until("[exit 0]");
}

test("T31, section 7: a user's file serves an agent only as a person recorded it", async (t) => {
  const user = new OwnUser(t);
  const file = user.file(join(user.config, "own.kdl"), OWN);
  assert.equal(user.call("ward", ["own", "one"]).stdout, "marker: one\n");
  const before = user.call("ward", ["own", "one"], AGENT);
  assert.deepEqual([before.exit, before.stdout], [77, ""]);
  assert.match(
    before.stderr,
    /config\.kdl is not recorded as it is now, and an agent is typing \(CLAUDECODE is set\); a person who has read it runs `wardctl check` on a terminal of their own\n$/,
  );
  const checked = (env?: typeof AGENT) =>
    user.call("wardctl", ["check"], env).stderr.replace(/\d+ files/, "N files");
  const said = (why: string) =>
    `wardctl: N files checked, 0 errors\nwardctl: not recorded for agents: ${why}; a person who has read ~/.config/ward/own.kdl, ~/.config/ward/config.kdl runs \`wardctl check\` on a terminal of their own\n`;
  assert.equal(checked(AGENT), said("CLAUDECODE is set"));
  assert.equal(checked(), said("there is no terminal here"));
  assert.equal(existsSync(join(user.config, "trust.json")), false);
  await personChecks(user);
  assert.equal(checked(), "wardctl: N files checked, 0 errors\n");
  assert.deepEqual(user.call("ward", ["own", "one"], AGENT), {
    exit: 0,
    stdout: "marker: one\n",
    stderr: "",
  });
  user.file(file, OWN.replace("one", "one; can run two"));
  const edited = user.call("ward", ["own", "two"], AGENT);
  assert.equal(edited.exit, 77);
  assert.match(edited.stderr, /own\.kdl is not recorded as it is now/);
  assert.equal(user.call("ward", ["own", "two"]).exit, 0);
  user.file(join(user.config, "config.kdl"), 'search-path "/tmp"\n');
  assert.match(
    user.call("ward", ["git", "--version"], AGENT).stderr,
    /config\.kdl is not recorded/,
  );
});

test("T31: shipped leaves and approved project leaves run for an agent; an undecided one shows its path alone", async (t) => {
  const user = new OwnUser(t);
  const file = user.file(join(user.work, "Guardfile"), PROJECT);
  await personChecks(user);
  assert.match(user.call("ward", ["git", "--version"], AGENT).stdout, /^git version/);
  const refused = user.call("ward", ["app", "one"], AGENT);
  assert.deepEqual([refused.exit, refused.stdout], [77, ""]);
  assert.equal(
    refused.stderr,
    `ward: refused \`app one\`: ${file} of this project is not approved; ask the person to read and answer it with \`wardctl trust review ${file}\`\n`,
  );
  const vouched = user.call("ward", ["app", "one"], { ...AGENT, WARD_TRUST_EXEC: "1" });
  assert.equal(vouched.exit, 77);
  assert.match(
    vouched.stderr,
    /^ward: ignoring WARD_TRUST_EXEC: it doesn't count on an agent's surface \(CLAUDECODE is set\)$/m,
  );
  const review = user.terminal("wardctl", ["trust", "review"]);
  await review.until("Approve it? [y/N]");
  review.type("y", "Enter");
  await review.until("[exit 0]");
  assert.equal(user.call("ward", ["app", "one"], AGENT).stdout, "marker: one\n");
});

test("sf-07: an agent in a terminal types y: no question is shown, and it is refused", async (t) => {
  const user = new OwnUser(t);
  user.file(join(user.work, "Guardfile"), PROJECT);
  await personChecks(user);
  const pane = user.terminal("ward", ["app", "one"], { ...AGENT });
  pane.type("y", "Enter");
  const screen = await pane.until("[exit 77]");
  assert.doesNotMatch(screen, /Approve it|marker:/);
});

test("T31: no verb of trust answers, and init writes nothing, for an agent", async (t) => {
  const user = new OwnUser(t);
  user.file(join(user.work, "Guardfile"), PROJECT);
  const [state] = JSON.parse(user.call("wardctl", ["trust", "status", "--json"]).stdout);
  for (const words of [
    ["trust", "allow", "--digest", state.digest],
    ["trust", "deny", "--digest", state.digest],
    ["trust", "ignore"],
    ["trust", "review"],
    ["init", "git"],
  ]) {
    const pane = user.terminal("wardctl", words, AGENT);
    assert.match(
      await pane.until("[exit"),
      /CLAUDECODE is set, so an agent is typing[\s\S]*\[exit 77\]/,
      words.join(" "),
    );
  }
  assert.equal(existsSync(join(user.config, "trust.json")), false);
  assert.equal(existsSync(join(user.config, "git.kdl")), false);
});

test("T31: an agent-marker of config.kdl counts like the built-in ones", async (t) => {
  const user = new OwnUser(t);
  user.file(join(user.work, "Guardfile"), PROJECT);
  const config = join(user.config, "config.kdl");
  user.file(config, `${readFileSync(config, "utf8")}agent-marker "MY_BOT*"\n`);
  const ended = user.call("ward", ["app", "one"], { MY_BOT_ID: "7", WARD_TRUST_EXEC: "1" });
  assert.equal(ended.exit, 77);
  assert.match(ended.stderr, /MY_BOT_ID is set/);
});

test("T31: environment-may-choose #false takes the opt-in from everybody", (t) => {
  const user = new OwnUser(t);
  user.file(join(user.work, "Guardfile"), PROJECT);
  assert.equal(user.call("ward", ["app", "one"], { WARD_TRUST_EXEC: "1" }).exit, 0);
  const config = join(user.config, "config.kdl");
  user.file(config, `${readFileSync(config, "utf8")}environment-may-choose #false\n`);
  const ended = user.call("ward", ["app", "one"], { WARD_TRUST_EXEC: "1" });
  assert.equal(ended.exit, 77);
  assert.match(
    ended.stderr,
    /ignoring WARD_TRUST_EXEC: config\.kdl says `environment-may-choose #false`/,
  );
});

test("T107: what init writes on a terminal is on record", async (t) => {
  const user = new OwnUser(t);
  const pane = user.terminal("wardctl", ["init", "git"]);
  await pane.until("[exit");
  const records = JSON.parse(readFileSync(join(user.config, "trust.json"), "utf8")).records;
  assert.deepEqual(Object.keys(records), [join(user.config, "git.kdl")]);
});

test("sf-08: a project can't choose the directory or vouch for itself by a file, a .env or a variable of a leaf", (t) => {
  const user = new OwnUser(t);
  user.file(join(user.work, ".env"), `WARD_TRUST_EXEC=1\nWARD_CONFIG_DIR=${user.work}/c\n`);
  user.file(join(user.work, "config.kdl"), "environment-may-choose #true\n");
  user.file(join(user.work, "c/own.kdl"), OWN);
  user.file(
    join(user.work, "Guardfile"),
    `wrap ward app { exec marker { env WARD_TRUST_EXEC "1" }; can run one }\nwrap ward dir { exec marker { env WARD_CONFIG_DIR "${user.work}/c" }; can run one }\n`,
  );
  assert.equal(user.call("ward", ["app", "one"]).exit, 77);
  assert.equal(user.call("ward", ["own", "one"]).exit, 77);
  for (const group of ["app", "dir"]) {
    const ended = user.call("ward", [group, "one"], { WARD_TRUST_EXEC: "1" });
    assert.equal(ended.exit, 77);
    assert.match(ended.stderr, /WARD_TRUST_EXEC is ward's own and can't be set by a Guardfile/);
  }
});
