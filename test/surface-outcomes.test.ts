// `--outcome-fd`: what really happened, told on a descriptor of its own and in the finished row, for each row of the contract's table.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { tell } from "./outcome-place.ts";
import { Place } from "./program-place.ts";
import { record, storeOf } from "./trust-place.ts";

const GUARDFILE = `
wrap ward t {
  exec sh { env WORD "v" }
  metacharacters literal
  can run run { argv "-c" }
  can run fixed { argv "-c" "exit 0"; sealed }
  can run flags { deny-flag "--force" }
  can run missing { bin "no-such-binary-anywhere" }
  can run blocked { bin "blocked" }
  can run orphan { bin "orphan" }
  can run folder { bin "/usr/bin" }
  never run "flags x"
}
wrap ward gate { exec marker; can run x }
wrap ward provider { exec marker { env A { value file "/no/such/file" } }; can run x }
wrap ward big { exec marker { env BIG "${"x".repeat(140_000)}" }; can run x }
`;

function ready(place: Place): Place {
  place.guardfile("t", GUARDFILE);
  place.file("bin/blocked", "");
  place.program("orphan", "#!/no/such/interpreter\n");
  return place;
}

const SETUP = {
  state: "failed",
  kind: "sandbox_setup_failure",
  exit: { code: -1 },
  enforcement: {},
  launched: false,
};
const NOT_FOUND = { ...SETUP, kind: "executable_not_found" };
const RAN = { enforcement: { level: "none" }, launched: true };
const failure = (exit: object) => ({ state: "failed", kind: "application_failure", exit, ...RAN });

const runs: [string, readonly string[], number, object][] = [
  ["exit 0", ["exit 0"], 0, { state: "completed", kind: "success", exit: { code: 0 }, ...RAN }],
  ["exit 3", ["exit 3"], 3, failure({ code: 3 })],
  ["ct-08: exit 130 is a number and no signal", ["exit 130"], 130, failure({ code: 130 })],
  ["exit 143 is a number and no signal", ["exit 143"], 143, failure({ code: 143 })],
  ["exit 77 is the child's own", ["exit 77"], 77, failure({ code: 77 })],
  [
    "ct-08: death by SIGINT, that ward did not send, is no cancel",
    ["kill -INT $$"],
    130,
    failure({ code: -1, signal: "SIGINT" }),
  ],
  [
    "death by SIGSEGV",
    ["ulimit -c 0; kill -SEGV $$"],
    139,
    failure({ code: -1, signal: "SIGSEGV" }),
  ],
];

for (const [name, words, exit, outcome] of runs) {
  test(`a run: ${name}`, (t) => {
    const place = ready(new Place(t));
    const told = tell(place, ["t", "run", ...words]);
    assert.deepEqual([told.outcome, told.exit, told.flaw], [outcome, exit, null]);
    assert.deepEqual(place.rows().at(-1)?.outcome, outcome);
  });
}

const never: [string, readonly string[], number, object][] = [
  ["a missing binary", ["t", "missing"], 127, NOT_FOUND],
  ["a binary without the mode", ["t", "blocked"], 126, NOT_FOUND],
  ["a directory in the binary's place", ["t", "folder"], 126, NOT_FOUND],
  ["a missing interpreter", ["t", "orphan"], 127, NOT_FOUND],
  ["more environment than the kernel takes", ["big", "x"], 125, SETUP],
];

for (const [name, words, exit, outcome] of never) {
  test(`no run: ${name}`, (t) => {
    const place = ready(new Place(t));
    const told = tell(place, words);
    assert.deepEqual([told.outcome, told.exit, told.flaw], [outcome, exit, null]);
    assert.deepEqual(place.rows().at(-1)?.outcome, outcome);
    assert.deepEqual(place.ran(), []);
  });
}

const policy = { source: "configured_policy", recoverable: true, nextAction: "change_command" };
const refusals: [string, readonly string[], string, string][] = [
  ["no such leaf", ["t", "nope"], "ward.t", "is not granted"],
  ["a denied flag", ["t", "flags", "--forc"], "ward.t.flags", "`--forc` abbreviates `--force`"],
  ["a metacharacter", ["gate", "x", "a;b"], "ward.gate.x", "`;`"],
  ["a broken seal", ["t", "fixed", "x"], "ward.t.fixed", "sealed"],
  ["what never runs", ["t", "flags", "x"], "ward.t.flags", "never"],
];

for (const [name, words, scope, reason] of refusals) {
  test(`a refusal: ${name}`, (t) => {
    const place = ready(new Place(t));
    const { exit, outcome, flaw } = tell(place, words);
    assert.deepEqual([exit, flaw], [77, null]);
    const told = outcome?.denial?.reason ?? "";
    assert.ok(told.includes(reason), told);
    const capability = { kind: "process_spawn", scope };
    assert.deepEqual(outcome, {
      state: "denied",
      kind: "policy_denied",
      denial: { ...policy, capability, reason: told },
      enforcement: {},
      launched: false,
    });
  });
}

test("an env provider that fails is ward's own failure", (t) => {
  const place = ready(new Place(t));
  const { exit, outcome } = tell(place, ["provider", "x"]);
  assert.deepEqual([exit, outcome], [125, SETUP]);
  assert.deepEqual(place.ran(), []);
});

test("an invalid Guardfile: 78, nothing to change in the call", (t) => {
  const place = ready(new Place(t));
  place.guardfile("bad", "wrap ward bad { exek git }\n");
  const { exit, outcome, flaw } = tell(place, ["bad", "x"]);
  const { denial } = outcome ?? {};
  assert.deepEqual(
    [exit, flaw, outcome?.kind, outcome?.launched],
    [78, null, "policy_denied", false],
  );
  assert.deepEqual(denial && { ...denial, reason: null }, {
    capability: { kind: "process_spawn", scope: "ward" },
    source: "configured_policy",
    reason: null,
    recoverable: true,
    nextAction: "none",
  });
});

test("the trail that can't be written: told, though no row is", (t) => {
  const place = ready(new Place(t));
  mkdirSync(join(place.state, "audit/current.jsonl"), { recursive: true, mode: 0o700 });
  const { exit, outcome } = tell(place, ["t", "run", "exit 0"]);
  assert.deepEqual([exit, outcome], [125, SETUP]);
});

test("ct-07: a working directory that was deleted is ward's own failure and no missing binary", (t) => {
  const place = ready(new Place(t));
  const gone = join(place.root, "gone");
  mkdirSync(gone);
  const before = ["sh", "-c", 'cd "$0" && rmdir "$0" && exec "$@"', gone];
  const { exit, outcome } = tell(place, ["t", "run", "exit 0"], { before });
  assert.deepEqual([exit, outcome], [125, SETUP]);
});

/** A project with a Guardfile of its own, asked for without a terminal. */
function project(place: Place, text: string) {
  const file = place.file("work/Guardfile", text);
  return realpathSync(file);
}

const approval = { capability: { kind: "process_spawn", scope: "ward.p.x" }, source: "approval" };

test("a project's file that nobody answered for: a person could", (t) => {
  const place = new Place(t);
  project(place, "wrap ward p { exec marker; can run x }\n");
  const { exit, outcome, flaw } = tell(place, ["p", "x"]);
  assert.deepEqual([exit, flaw, outcome?.kind], [77, null, "policy_denied"]);
  const wanted = { ...approval, recoverable: true, nextAction: "request_approval" };
  assert.deepEqual({ ...outcome?.denial, reason: null }, { ...wanted, reason: null });
  assert.deepEqual(place.ran(), []);
});

test("a project's file that a person declined: the reason names how to answer again", (t) => {
  const place = new Place(t);
  const file = project(place, "wrap ward p { exec marker; can run x }\n");
  const records = { [file]: record({ decision: "ignore" }) };
  place.file("config/trust.json", `${JSON.stringify(storeOf(records))}\n`);
  const { exit, outcome } = tell(place, ["p", "x"]);
  assert.match(outcome?.denial?.reason ?? "", /`wardctl trust forget /);
  const wanted = { ...approval, recoverable: true, nextAction: "none" };
  assert.deepEqual([exit, { ...outcome?.denial, reason: null }], [77, { ...wanted, reason: null }]);
});

test("T99: a binary that is replaced between the check and the start: a question, and nothing runs", (t) => {
  const place = new Place(t);
  const tool = place.file("work/tool", "#!/bin/sh\necho approved\n");
  chmodSync(tool, 0o755);
  place.program("swap", `#!/bin/sh\necho 'echo other' >> '${tool}'\necho ok\n`);
  const guard = 'only pass when shell swap is "ok"';
  project(place, `wrap ward p { exec "${tool}"; can run x; ${guard} }\n`);
  const { exit, outcome, flaw, stdout } = tell(place, ["p", "x"], {
    env: { WARD_TRUST_EXEC: "1" },
  });
  const { denial } = outcome ?? {};
  assert.match(denial?.reason ?? "", /tool changed after it was approved, so nothing was run/);
  const wanted = { ...approval, recoverable: true, nextAction: "request_approval" };
  assert.deepEqual([exit, flaw, stdout], [77, null, ""]);
  assert.deepEqual(outcome, {
    ...{ state: "denied", kind: "policy_denied", enforcement: {}, launched: false },
    denial: { ...wanted, reason: denial?.reason },
  });
  assert.deepEqual(place.rows().at(-1)?.outcome, outcome);
});

test("a launcher in a project: nothing makes it run", (t) => {
  const place = new Place(t);
  project(place, "wrap ward p { exec sh; can run x }\n");
  const { exit, outcome } = tell(place, ["p", "x"], { env: { WARD_TRUST_EXEC: "1" } });
  const fixed = { source: "configured_policy", recoverable: false, nextAction: "change_command" };
  assert.deepEqual(
    [exit, { ...outcome?.denial, reason: null }],
    [77, { ...fixed, capability: approval.capability, reason: null }],
  );
});

test("a store that others may read is refused, and that is ward's own failure", (t) => {
  const place = new Place(t);
  project(place, "wrap ward p { exec marker; can run x }\n");
  chmodSync(place.file("config/trust.json", `${JSON.stringify(storeOf({}))}\n`), 0o644);
  const { exit, outcome } = tell(place, ["p", "x"]);
  assert.deepEqual([exit, outcome], [125, SETUP]);
});

test("help and explanations are no runs: no line", (t) => {
  const place = ready(new Place(t));
  assert.deepEqual(tell(place, ["t"]).lines, []);
  const explained = tell(place, ["--explain", "t", "run", "exit 0"]);
  assert.deepEqual([explained.exit, explained.lines], [0, []]);
});

const bad: [string, readonly string[], RegExp][] = [
  ["no number", ["--outcome-fd"], /takes the number of a descriptor from 3 to 255/],
  ["a word", ["--outcome-fd", "three"], /takes the number/],
  ["a standard descriptor", ["--outcome-fd=1"], /takes the number/],
  ["a number too high", ["--outcome-fd", "256"], /takes the number/],
  ["a closed descriptor", ["--outcome-fd", "199"], /199: nobody gave ward a descriptor/],
  ["one that node itself opened", ["--outcome-fd", "10"], /10: nobody gave ward a descriptor/],
  ["twice", ["--outcome-fd", "3", "--outcome-fd", "3"], /given twice/],
];

function callWith(place: Place, script: string, own: readonly string[]) {
  const args = [
    "-c",
    script,
    process.execPath,
    resolve("dist/ward.js"),
    ...own,
    "t",
    "run",
    "exit 0",
  ];
  const options = { cwd: place.work, env: place.environment(), encoding: "utf8" } as const;
  return spawnSync("sh", args, options);
}

for (const [name, own, message] of bad) {
  test(`bad input: ${name} is wrong use, and nothing runs`, (t) => {
    const place = ready(new Place(t));
    const { status, stderr } = callWith(place, 'exec "$0" "$@"', own);
    assert.equal(status, 64);
    assert.match(stderr, message);
    assert.deepEqual(place.rows(), []);
  });
}

const badFiles: [string, string, RegExp][] = [
  ["open for reading alone", "7</dev/zero", /7 is a device/],
  ["a file that is open for reading alone", '7<"$1"', /7 is open for reading alone/],
  ["a terminal", "7<>/dev/ptmx", /7 is a device/],
  ["a directory", "7<.", /7 is a directory/],
];

for (const [name, redirection, message] of badFiles) {
  test(`bad input: ${name} is wrong use, and nothing runs`, (t) => {
    const place = ready(new Place(t));
    const script = `exec "$0" "$@" ${redirection}`;
    const { status, stderr } = callWith(place, script, ["--outcome-fd", "7"]);
    assert.equal(status, 64);
    assert.match(stderr, message);
    assert.deepEqual(place.rows(), []);
  });
}

test("a regular file takes the line, and a reader that went away changes nothing but stderr", (t) => {
  const place = ready(new Place(t));
  const file = join(place.root, "outcome");
  const call = `"$0" "$@" 7>"${file}"`;
  assert.equal(callWith(place, call, ["--outcome-fd", "7"]).status, 0);
  assert.equal(JSON.parse(readFileSync(file, "utf8")).kind, "success");
  const gone = `{ "$0" "$@" 7>&1 >&2; echo "exit $?" >&2; } | true`;
  const { stderr } = callWith(place, `sleep 0; ${gone}`, ["--outcome-fd", "7"]);
  assert.match(stderr, /exit 0/);
});

const FORGED = '{"state":"completed","kind":"success","exit":{"code":0},"enforcement":{}}';

test("nothing that the child prints stands in the outcome's place, on whatever descriptor of the same file", (t) => {
  const place = ready(new Place(t));
  const file = join(place.root, "outcome");
  // 9 and 205 are the same file, 8 is another one, which the child gets as it is.
  const script = `exec "$0" "$@" 7>"${file}" 9>&7 205>&7 8>"${join(place.root, "other")}"`;
  const forge = `for fd in 1 7 8 9; do echo '${FORGED}' >&$fd; done; exit 5`;
  const args = ["--outcome-fd", "7", "t", "run", forge];
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["--norc", "-c", script, process.execPath, resolve("dist/ward.js"), ...args],
    { cwd: place.work, env: place.environment(), encoding: "utf8" },
  );
  assert.deepEqual([status, stdout, stderr], [5, `${FORGED}\n`, ""]);
  assert.equal(readFileSync(join(place.root, "other"), "utf8"), `${FORGED}\n`);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), failure({ code: 5 }));
});

test("a socket can't be opened anew through ward's own table of descriptors, as a pipe can", (t) => {
  const place = ready(new Place(t));
  // Descriptor 3 of `tell` is a socket, as all that node calls a pipe.
  const forging = tell(place, ["t", "run", `(echo '${FORGED}' > /proc/$PPID/fd/3) 2>&-; exit 5`]);
  assert.deepEqual([forging.lines.length, forging.outcome], [1, failure({ code: 5 })]);
});

test("where standard output is the same file, the child's goes nowhere", (t) => {
  const place = ready(new Place(t));
  const file = join(place.root, "outcome");
  const fd = openSync(file, "w");
  const words = ["--outcome-fd", "3", "t", "run", `echo '${FORGED}'; echo '${FORGED}' >&2`];
  const { status } = spawnSync(process.execPath, [resolve("dist/ward.js"), ...words], {
    cwd: place.work,
    env: place.environment(),
    stdio: ["ignore", fd, fd, fd],
  });
  closeSync(fd);
  assert.equal(status, 0);
  assert.equal(readFileSync(file, "utf8").trim().split("\n").length, 1);
});

test("descriptors that the caller gives reach the child where nobody asked for an outcome, and where he did", (t) => {
  const place = ready(new Place(t));
  const script = 'exec "$0" "$@" 6<<<six';
  for (const own of [[], ["--outcome-fd", "7"]]) {
    const { stdout } = spawnSync(
      "bash",
      [
        "--norc",
        "-c",
        `${script} 7>/dev/null 7>"${join(place.root, "o")}"`,
        process.execPath,
      ].concat([resolve("dist/ward.js"), ...own], ["t", "run", "cat <&6"]),
      { cwd: place.work, env: place.environment(), encoding: "utf8" },
    );
    assert.equal(stdout, "six\n");
  }
});

test("a guard's program can't write to it either", (t) => {
  const place = new Place(t);
  place.program("says", "#!/bin/sh\necho forged >&7\necho yes\n");
  place.guardfile(
    "g",
    'wrap ward g { exec marker; can run x; only pass when shell says is "yes" }\n',
  );
  const file = join(place.root, "outcome");
  const script = `exec "$0" "$@" 7>"${file}"`;
  const args = [
    "-c",
    script,
    process.execPath,
    resolve("dist/ward.js"),
    "--outcome-fd",
    "7",
    "g",
    "x",
  ];
  const { status } = spawnSync("sh", args, { cwd: place.work, env: place.environment() });
  assert.equal(status, 0);
  assert.equal(JSON.parse(readFileSync(file, "utf8")).kind, "success");
});
