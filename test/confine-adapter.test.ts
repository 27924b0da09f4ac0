// The adapter behind `confine`: missing, broken, lying or reporting; a run is never less confined than its outcome says.
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readVerdict } from "../src/host/adapter-report.ts";
import { findAdapter } from "../src/host/sandbox-find.ts";
import { appliedEnforcementNotices } from "../src/model/outcome-validity.ts";
import { reporting } from "./fixtures/reporting-adapter.ts";
import { isThere, place as runPlace, runToEnd } from "./host-run-place.ts";
import { tell } from "./outcome-place.ts";
import { Place } from "./program-place.ts";

function policy(confine: string, more = ""): string {
  return `wrap ward t { exec sh; metacharacters literal; ${more} confine { ${confine} }; can run run { argv "-c" } }\n`;
}

/** A search path with a shell on it and no bwrap. */
function without(t: TestContext, confine: string): Place {
  const place = new Place(t);
  symlinkSync("/bin/sh", join(place.bin, "sh"));
  place.file("config/config.kdl", `search-path "${place.bin}"\n`);
  place.guardfile("t", policy(confine));
  return place;
}

const never = { exit: { code: -1 }, launched: false };
const SETUP = { state: "failed", kind: "sandbox_setup_failure", enforcement: {}, ...never };
const ran = (place: Place) => existsSync(join(place.work, "ran"));

test("without bwrap a confined leaf does not run, and the message says what to install", (t) => {
  const place = without(t, "network none");
  const { exit, outcome, stderr, flaw } = tell(place, ["t", "run", "echo > ran"]);
  const problem = `bwrap was not found: ward looked in ${place.bin}`;
  assert.deepEqual([exit, flaw], [125, null]);
  assert.deepEqual(outcome, {
    state: "failed",
    kind: "enforcement_degraded",
    enforcement: { level: "none", downgradeReason: `this leaf runs only confined: ${problem}` },
    ...never,
  });
  assert.deepEqual(place.rows().at(-1)?.outcome, outcome);
  assert.equal(
    stderr,
    `ward: this leaf runs only confined: ${problem}
  hint: install bubblewrap 0.8 or later, as with \`apt-get install bubblewrap\`; where it may run unconfined, \`confine { required #false }\` in the policy says so\n`,
  );
  assert.equal(ran(place), false);
});

test("without bwrap, and with required #false, it runs unconfined with a word about it", (t) => {
  const place = without(t, "required #false");
  const { exit, outcome, stderr } = tell(place, ["t", "run", "echo > ran; exit 3"]);
  const problem = `bwrap was not found: ward looked in ${place.bin}`;
  assert.equal(exit, 3);
  assert.deepEqual(outcome, {
    state: "failed",
    kind: "application_failure",
    exit: { code: 3 },
    enforcement: { level: "none", degraded: true, downgradeReason: problem },
    launched: true,
  });
  assert.deepEqual(place.rows().at(-1)?.outcome, outcome);
  assert.equal(
    stderr,
    `ward: this runs unconfined: ${problem}; install bubblewrap 0.8 or later, as with \`apt-get install bubblewrap\`\n`,
  );
  assert.equal(ran(place), true);
});

test("an explanation says what this machine would make of it, and runs nothing", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy(""));
  const note = (at: Place) =>
    /note: (it .*)\n/.exec(at.ward("--explain", "t", "run", "x").stdout)?.[1];
  assert.equal(note(place), "it is confined by bubblewrap: /usr/bin/bwrap");
  assert.match(
    note(without(t, "")) ?? "",
    /^it would not run here: bwrap was not found: .*; install bubblewrap/,
  );
  assert.match(
    note(without(t, "required #false")) ?? "",
    /^it would run unconfined here: bwrap was not/,
  );
});

const BROKEN: [string, string][] = [
  ["exits 1 at once", "exit 1"],
  ["exits 0 at once", "exit 0"],
  ["dies", "kill -9 $$"],
  [
    "says that it made a sandbox, and exits before there is a program",
    `echo '{ "child-pid": 99999 }' >&3; exit 1`,
  ],
];

for (const [name, script] of BROKEN) {
  for (const required of ["#true", "#false"]) {
    test(`a bwrap that ${name} is no missing one: 125, nothing runs, required ${required}`, (t) => {
      const place = new Place(t);
      place.program("bwrap", `#!/bin/sh\n${script}\n`);
      place.guardfile("t", policy(`required ${required}`));
      const { exit, outcome, stderr } = tell(place, ["t", "run", "echo > ran"]);
      assert.deepEqual([exit, outcome], [125, SETUP]);
      assert.match(stderr, /^ward: bwrap is there and could not start the program in its sandbox/);
      assert.equal(ran(place), false);
    });
  }
}

test("a bwrap that can't be executed is no missing one either", (t) => {
  for (const required of ["#true", "#false"]) {
    const place = without(t, `required ${required}`);
    place.program("bwrap", "#!/bin/sh\n");
    chmodSync(join(place.bin, "bwrap"), 0o644);
    const { exit, outcome } = tell(place, ["t", "run", "echo > ran"]);
    assert.deepEqual([exit, outcome, ran(place)], [125, SETUP, false]);
  }
  const place = new Place(t);
  place.program("bwrap", "#!/no/such/interpreter\n");
  place.guardfile("t", policy("required #false"));
  const { exit, outcome, stderr } = tell(place, ["t", "run", "echo > ran"]);
  assert.deepEqual([exit, outcome], [125, SETUP]);
  assert.match(stderr, /^ward: .*bwrap could not be started: /);
});

test("a bwrap that hangs, and never makes a sandbox, is ended at the timeout; nothing was launched", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy("", 'timeout "700ms";'));
  // What stands in for bwrap has no directory of its own: ward starts it in the root.
  place.program("bwrap", `#!/bin/sh\nsleep 600 & echo $! $$ > ${place.root}/pids\nwait\n`);
  const { exit, outcome } = tell(place, ["t", "run", "echo > ran"]);
  assert.equal(exit, 124);
  const { enforcement: _, ...rest } = outcome ?? { enforcement: {} };
  const killed = { code: -1, signal: "SIGKILL" };
  assert.deepEqual(rest, { state: "failed", kind: "timed_out", exit: killed, launched: false });
  const pids = readFileSync(join(place.root, "pids"), "utf8").trim().split(" ").map(Number);
  assert.deepEqual([pids.length, pids.filter(isThere), ran(place)], [2, [], false]);
});

test("the real bwrap that can't start the program is ward's own failure, whatever it exits with", (t) => {
  const place = new Place(t);
  const hidden = `/var/tmp/${place.root.split("/").at(-1)}`;
  mkdirSync(hidden, { mode: 0o700 });
  t.after(() => rmSync(hidden, { recursive: true }));
  symlinkSync("/bin/sh", join(hidden, "sh"));
  place.program("orphan", `#!${hidden}/sh\n`);
  place.guardfile("t", `wrap ward t { exec orphan; confine { hide "${hidden}" }; can run x }\n`);
  const { exit, outcome, stderr } = tell(place, ["t", "x"]);
  assert.deepEqual([exit, outcome], [125, SETUP]);
  assert.match(stderr, /^bwrap: execvp .*orphan: No such file or directory\nward: bwrap is there/);
});

test("a missing interpreter is told by its name, confined or not", (t) => {
  const place = new Place(t);
  place.program("orphan", "#!/no/such/interpreter\n");
  place.guardfile("t", "wrap ward t { exec orphan; confine; can run x }\n");
  const { exit, outcome, stderr } = tell(place, ["t", "x"]);
  assert.deepEqual([exit, outcome], [127, { ...SETUP, kind: "executable_not_found" }]);
  assert.match(
    stderr,
    /orphan is there, but the interpreter that it asks for is not: \/no\/such\//,
  );
});

/** Stands in for bwrap, runs the program without any sandbox, and tells what it likes. */
const liar = (before: string, after: string) => `#!/bin/sh
while [ "$1" != "--" ]; do shift; done; shift
cat <&4 >/dev/null
${before}
"$@"
code=$?
${after}
exit $code
`;

test("ct-06: a child that ended well and a report that can't be read: failed, launched, its notices told", (t) => {
  const unreadable: [string, string][] = [
    [`echo '{ "child-pid": 99 }' >&3`, "echo '{ \"exit-code\": ' >&3"],
    [`echo '{ "child-pid": 99 }' >&3`, "printf '{ \"exit-code\": 0 }' >&3; printf x >&3"],
    [`echo '{ "child-pid": 99 }' >&3`, "head -c 100000 /dev/zero >&3"],
  ];
  for (const [before, after] of unreadable) {
    const place = new Place(t);
    place.program("bwrap", liar(before, after));
    place.guardfile("t", policy('write "."'));
    const script = `echo > ${place.work}/ran`;
    const { exit, outcome, stderr, flaw } = tell(place, ["t", "run", script]);
    assert.deepEqual([exit, flaw, ran(place)], [125, null, true]);
    const { enforcement, ...rest } = outcome ?? { enforcement: {} };
    const failed = { state: "failed", kind: "sandbox_setup_failure" };
    assert.deepEqual(rest, { ...failed, exit: { code: 0 }, launched: true });
    assert.equal(enforcement.backend, "bubblewrap");
    assert.equal(outcome && appliedEnforcementNotices(outcome).length, 2);
    assert.match(stderr, /^ward: what the enforcement adapter told of this run can't be read/);
  }
});

test("a pid that is nobody's of ward is not signalled", (t) => {
  const place = new Place(t);
  place.program("bwrap", liar(`echo "{ \\"child-pid\\": ${process.pid} }" >&3`, "exit 0"));
  place.guardfile("t", policy("", 'timeout "500ms";'));
  assert.equal(tell(place, ["t", "run", "sleep 600"]).exit, 124);
});

const denial = {
  capability: { kind: "external_network", scope: "example.org" },
  source: "platform_sandbox",
  reason: "example.org may not be reached",
  recoverable: false,
  nextAction: "none",
};
const DENIAL = JSON.stringify(denial);

/** ward's run with the adapter of the tests, whose program is this script; it has the word as $word. */
function helper(t: TestContext, script: string, timeoutMs?: number) {
  const bounds = {
    confine: { read: [], write: [], hide: [], socket: [], network: "none", isRequired: true },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  } as const;
  const spec = { argv: ["sh", "-c", "exit 0"], bounds, isReporting: true };
  const here = runPlace(t, (at) => ({ ...spec, searchPath: [at("bin"), "/usr/bin", "/bin"] }));
  mkdirSync(here.at("bin"));
  const text = `#!/bin/sh\nread word <&4\n${script}\n`;
  writeFileSync(here.at("bin/report-helper"), text, { mode: 0o755 });
  const { status } = runToEnd(here);
  return { status, end: here.end() };
}

/** What every outcome of the adapter says of it; the notices are the same ones for all. */
function withoutNotices(outcome: unknown): object {
  const { enforcement, ...rest } = outcome as { enforcement: { notices?: unknown } };
  const { notices: _, ...shown } = enforcement;
  return { ...rest, enforcement: shown };
}

const told = (rest: object) => ({ enforcement: { backend: "reporter", level: "test" }, ...rest });

test("ch-03, T95, T96: only the line on descriptor 3 with this run's word counts", (t) => {
  const line = (word: string, rest: string) =>
    `{\\"nonce\\":\\"${word}\\",\\"childLaunched\\":true${rest}}`;
  const forged = line("guessed", `,\\"denial\\":${DENIAL.replaceAll('"', '\\"')}`);
  const script = `echo "${line("$word", "")}"; echo "${line("$word", "")}" >&2
    echo "${forged}" >&3; echo "${line("$word", "")}" >&3; exit 0`;
  const { status, end } = helper(t, script);
  assert.equal(status, 0);
  assert.deepEqual(
    withoutNotices(end.outcome),
    told({ state: "completed", kind: "success", exit: { code: 0 }, launched: true }),
  );
});

test("a program that reports and says nothing has not done well, though it exits 0", (t) => {
  for (const script of ["exit 0", 'echo "{}" >&3', 'echo "{\\"nonce\\":\\"$word\\"}" >&3']) {
    const { status, end } = helper(t, script);
    assert.equal(status, 125);
    const failed = { state: "failed", kind: "sandbox_setup_failure", exit: { code: 0 } };
    assert.deepEqual(withoutNotices(end.outcome), told({ ...failed, launched: false }));
  }
});

test("a program that takes back that it started anything has run nothing, though it exits 0", (t) => {
  const line = '{\\"nonce\\":\\"$word\\",\\"childLaunched\\":false}';
  const { status, end } = helper(t, `echo "${line}" >&3; exit 0`);
  assert.deepEqual([status, end.outcome, end.fault?.code], [125, SETUP, "adapter-failed"]);
});

const DENY = `echo "{\\"nonce\\":\\"$word\\",\\"childLaunched\\":true,\\"denial\\":$(cat <<'EOF'
${DENIAL}
EOF
)}" >&3`;

test("an adapter that says that it blocked something: denied, with the child's own exit, 77", (t) => {
  const { status, end } = helper(t, `${DENY}\nexit 9`);
  assert.equal(status, 77);
  const denied = { state: "denied", kind: "enforcement_denied", denial, exit: { code: 9 } };
  assert.deepEqual(withoutNotices(end.outcome), told({ ...denied, launched: true }));
  assert.equal(end.fault?.code, "enforcement-denied");
});

test("a timeout and a denial: the denial wins", (t) => {
  const { status, end } = helper(t, `${DENY}\nexec sleep 600`, 500);
  assert.equal(status, 77);
  const { kind, exit } = end.outcome as { kind: string; exit: object };
  assert.deepEqual([kind, exit], ["enforcement_denied", { code: -1, signal: "SIGKILL" }]);
});

test("an adapter that takes back that a child was launched is believed", () => {
  const line = (rest: object) => `${JSON.stringify({ nonce: "w", ...rest })}\n`;
  assert.deepEqual(readVerdict(line({ childLaunched: false }), "w"), {
    isLaunched: false,
    report: {},
  });
  const bad = [
    line({}),
    line({ childLaunched: true }) + line({ childLaunched: false }),
    line({ childLaunched: true, denial: { ...denial, reason: " " } }),
    line({ childLaunched: true, denial: "no" }),
    line({ childLaunched: true, padding: "x".repeat(8192) }),
    line({ childLaunched: true }).replace('"w"', '"v"'),
  ];
  for (const text of bad) assert.equal(readVerdict(text, "w"), null, text);
});

test("an adapter that can't do what is asked on this machine counts as missing", () => {
  const unfit = { ...reporting, program: "sh", whyUnfit: () => "not here" };
  const { remedy } = unfit;
  assert.deepEqual(findAdapter(["/bin"], null, [unfit]), { problem: "not here", remedy });
  const fit = { ...reporting, program: "sh" };
  assert.deepEqual(findAdapter(["/bin"], null, [unfit, fit]), { adapter: fit, file: "/bin/sh" });
});
