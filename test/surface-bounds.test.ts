// Bounds as a Guardfile says them, on the built ward: timeout, directory, input, and how help and explanations show them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { isThere } from "./host-run-place.ts";
import { tell } from "./outcome-place.ts";
import { Place } from "./program-place.ts";
import { openPane } from "./terminal-room.ts";

const SETUP = {
  ...{ state: "failed", kind: "sandbox_setup_failure", exit: { code: -1 } },
  ...{ enforcement: {}, launched: false },
};
const RAN = { enforcement: { level: "none" }, launched: true };

function policy(bounds: string, own = ""): string {
  return `wrap ward t { exec sh; metacharacters literal; ${bounds}; can run run { argv "-c"; ${own} } }\n`;
}

test("ct-09: a leaf that traps SIGTERM is killed behind its timeout, and ward exits 124", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy('timeout "300ms"'));
  const script = "trap '' TERM; while :; do sleep 0.1; done";
  const { exit, outcome, stderr } = tell(place, ["t", "run", script]);
  assert.equal(exit, 124);
  const killed = { code: -1, signal: "SIGKILL" };
  assert.deepEqual(outcome, { state: "failed", kind: "timed_out", exit: killed, ...RAN });
  assert.deepEqual(place.rows().at(-1)?.outcome, outcome);
  assert.match(stderr, /^ward: it was still running at its timeout of 0\.3 s, and was ended\n/);
});

test("a grant's own bound wins over its wrap's", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy('timeout "100ms"; stdin none', 'timeout "1h"; stdin inherit'));
  const { exit, stdout } = tell(place, ["t", "run", "sleep 0.5; cat"], { input: "in" });
  assert.deepEqual([exit, stdout], [0, "in"]);
});

test("cwd: absolute, or relative to where the Guardfile really lies, links followed", (t) => {
  const place = new Place(t);
  const real = realpathSync(place.root);
  mkdirSync(join(place.config, "sub"));
  mkdirSync(join(place.root, "elsewhere/sub"), { recursive: true });
  const pwd = (name: string) => {
    const { stdout } = spawnSync(process.execPath, [resolve("dist/ward.js"), name], {
      ...{ cwd: place.work, env: place.environment(), encoding: "utf8" },
    });
    return stdout;
  };
  place.guardfile("a", `wrap ward a { passthrough sh "-c" "pwd -P"; cwd "${place.work}" }\n`);
  place.guardfile("b", 'wrap ward b { passthrough sh "-c" "pwd -P"; cwd "sub" }\n');
  place.file("elsewhere/c.kdl", 'wrap ward c { passthrough sh "-c" "pwd -P"; cwd "sub" }\n');
  symlinkSync(join(place.root, "elsewhere/c.kdl"), join(place.config, "c.kdl"));
  assert.equal(pwd("a"), `${real}/work\n`);
  assert.equal(pwd("b"), `${real}/config/sub\n`);
  assert.equal(pwd("c"), `${real}/elsewhere/sub\n`);
});

test("ct-07: a cwd that is missing, or no directory, is ward's own failure and no missing binary", (t) => {
  const place = new Place(t);
  place.file("file", "");
  for (const [directory, why] of [
    ["gone", /can't be used: no such file or directory/],
    ["file", /can't be used: a part of the path is not a directory/],
  ] as const) {
    place.guardfile("t", policy(`cwd "${place.root}/${directory}"`));
    const { exit, outcome, stderr } = tell(place, ["t", "run", "exit 0"]);
    assert.deepEqual([exit, outcome], [125, SETUP]);
    assert.match(stderr, why);
  }
});

test("stdin none: the child reads nothing, and the row says so", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy("stdin none"));
  const { exit, stdout } = tell(place, ["t", "run", "cat"], { input: "secret" });
  assert.deepEqual([exit, stdout], [0, ""]);
  assert.equal(place.rows()[0]?.stdin, "none");
});

test("output-limit changes nothing for a run with ward's own streams", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy('output-limit "1B"'));
  assert.equal(tell(place, ["t", "run", "echo all of it"]).stdout, "all of it\n");
});

test("lists and help show what bounds a leaf", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy('timeout "90s"; cwd "/"; stdin none'));
  const { stdout } = place.ward("t");
  assert.match(stdout, /timeout 90s; cwd "\/"; stdin none|timeout 90s\n.*cwd "\/"\n.*stdin none/s);
  const { leaves } = JSON.parse(place.wardctl("list", "--json").stdout) as {
    leaves: { verb: string; policy: string[] }[];
  };
  const { policy: phrases } = leaves.find(({ verb }) => verb === "ward.t.run") ?? {};
  const bounds = ["timeout 90s", 'cwd "/"', "stdin none"];
  assert.deepEqual(phrases, ["metacharacters literal", ...bounds]);
  const explained = place.ward("--explain", "t", "run", "x").stdout;
  assert.match(explained, /note: bounded by timeout 90s; cwd "\/"; stdin none\n/);
});

test("on a terminal a leaf shares ward's group: at its timeout it and what it has started go, and no other job", async (t) => {
  const place = new Place(t);
  place.guardfile("t", policy('timeout "900ms"'));
  const script =
    "ps -o pgid= -p $$ -p $PPID | sort -u | wc -l; sleep 600 & echo $! > ../pids; echo $$ >> ../pids; sleep 600";
  const argv = [process.execPath, resolve("dist/ward.js"), "t", "run", script];
  const words = argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  place.file("call", `sleep 600 & echo $! > other\n${words}\necho exit $?\n`);
  const shell = ["bash", "--norc", "-i"];
  const pane = openPane(t, shell, { cwd: place.work, env: place.environment({ PS1: "$ " }) });
  pane.write(`. ${place.root}/call`);
  pane.type("Enter");
  const screen = await pane.until(/exit \d+\n/);
  assert.match(screen, /^1\n(.*\n)*exit 124\n/m);
  const pidsIn = (name: string) => readFileSync(join(place.root, name), "utf8").trim().split("\n");
  assert.deepEqual(pidsIn("pids").map(Number).filter(isThere), []);
  assert.deepEqual(pidsIn("work/other").map(Number).filter(isThere).length, 1);
});
