// The library, through the examples of the docs: they compile against "ward", run, and are guarded and recorded as ward is.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { buildSync } from "esbuild";
import * as library from "ward";
import { isThere } from "./host-run-place.ts";
import { Place, pick } from "./program-place.ts";

/** Inside this package, so that "ward" means its own build. */
function compiled(name: string): string {
  const outfile = resolve(`build/docs/examples/${name}.mjs`);
  buildSync({
    entryPoints: [`docs/examples/${name}.ts`],
    outfile,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
  return outfile;
}

function example(place: Place, name: string, ...words: readonly string[]) {
  return place.call("ward", words, { as: compiled(name) });
}

test("the library has at most twenty names, each re-exported from where it is defined", () => {
  const text = readFileSync("src/index.ts", "utf8");
  const lists = [...text.matchAll(/export (?:type )?\{([^}]+)\}/g)].map(([, names = ""]) => names);
  const names = lists.flatMap((list) => list.split(",")).filter((name) => name.trim() !== "");
  assert.ok(names.length <= 20, `${names.length} names`);
  assert.equal(
    text.replaceAll(/^(\/\/.*|export (type )?\{[^}]+\} from "[^"]+";)$/gm, "").trim(),
    "",
  );
});

test("a guarded group on a commander program runs what is granted, with every word as it stands", (t) => {
  const place = new Place(t);
  place.program("git", '#!/bin/sh\nfor word; do printf "<%s>" "$word"; done\necho\nexit 3\n');
  const words = ["vcs", "log", "--", "-p", "--help", "", "-5"];
  const ended = example(place, "mount", ...words);
  assert.deepEqual(ended, { exit: 3, stdout: "<log><--><-p><--help><><-5>\n", stderr: "" });
  assert.deepEqual(
    place.rows().map((row) => pick(row, "phase", "verb")),
    [
      { phase: "decided", verb: "acme.vcs.log" },
      { phase: "finished", verb: "acme.vcs.log" },
    ],
  );
});

test("on a mounted group a refusal, its help and the program's own commands are what they are without commander", (t) => {
  const place = new Place(t);
  const refused = example(place, "mount", "vcs", "log", "--outp=x");
  assert.equal(refused.exit, 77);
  assert.match(refused.stderr, /^ward: refused `acme vcs log --outp=x`: .*`--output`/);
  const missing = example(place, "mount", "vcs", "-C", "/", "log");
  assert.deepEqual({ exit: missing.exit, stdout: missing.stdout }, { exit: 77, stdout: "" });
  assert.deepEqual(
    place.rows().map(({ reason }) => reason),
    ["flag-denied", "no-such-leaf"],
  );
  assert.match(example(place, "mount", "vcs").stdout, /^usage: acme vcs <word…>/);
  assert.match(
    example(place, "mount", "vcs", "--help").stdout,
    /^usage: acme vcs <word…>.*\n\nWhat is not listed does not exist here\.\n$/s,
  );
  assert.match(
    example(place, "mount", "--help").stdout,
    /vcs \[args\.\.\.\] +git, as far as acme needs it/,
  );
  assert.deepEqual(example(place, "mount", "hello"), {
    exit: 0,
    stdout: "hello, unguarded\n",
    stderr: "",
  });
});

test("on a mounted group too an argument whose bytes are not UTF-8 is refused", (t) => {
  const place = new Place(t);
  place.program("git", "#!/bin/sh\necho ran\n");
  const script = 'exec "$0" "$1" vcs log "$(printf "\\377")"';
  const { status, stdout, stderr } = spawnSync(
    "sh",
    ["-c", script, process.execPath, compiled("mount")],
    { cwd: place.work, env: place.environment(), encoding: "utf8" },
  );
  assert.deepEqual({ status, stdout }, { status: 77, stdout: "" });
  assert.match(stderr, /was not valid UTF-8/);
});

test("a program that decides by itself runs an Allow under its row, and can't run a denial", (t) => {
  const place = new Place(t);
  place.program("git", "#!/bin/sh\necho ran $*\n");
  assert.deepEqual(example(place, "decide", "vcs", "status", "-s"), {
    exit: 0,
    stdout: "ran status -s\nsuccess, launched: true\n",
    stderr: "",
  });
  assert.equal(place.rows().length, 2);
  const { exit, stdout } = example(place, "decide", "vcs", "commit", "-n");
  assert.equal(exit, 77);
  assert.match(stdout, /^ward: refused `acme vcs commit -n`: /);
  assert.equal(place.rows().length, 2);
});

test("a captured run gives what was printed, as far as the policy lets it be kept, and shows none of it", (t) => {
  const place = new Place(t);
  place.program("git", "#!/bin/sh\nhead -c 3000 /dev/zero | tr '\\0' x\necho said >&2\n");
  assert.deepEqual(example(place, "capture", "vcs", "log"), {
    exit: 0,
    stdout: "success: 1024 bytes, and there was more\n",
    stderr: "",
  });
  const [decided, finished] = place.rows();
  assert.deepEqual([decided?.stdin, finished?.stderr_tail], ["none", "said\n"]);
});

test("a secret in what a captured run said is on record by its mark, also where the end that is kept begins inside of it", (t) => {
  for (const secret of ["hunter2", "s3cret-".repeat(400)]) {
    const place = new Place(t);
    place.file("work/said", `é PASSWORD=${secret} ${"é".repeat(900)}`);
    place.program("git", "#!/bin/sh\ncat said >&2\n");
    assert.equal(example(place, "capture", "vcs", "log").exit, 0);
    const tail = String(place.rows().at(-1)?.stderr_tail);
    assert.doesNotMatch(tail, /hunter2|s3cret|\ufffd/);
    assert.match(tail, new RegExp(`\\[redacted ${secret.length} [0-9a-f]{8}\\] é{900}$`));
    assert.ok(Buffer.byteLength(tail) <= 2048);
  }
});

test("a program that stops a run ends the child and all of its group", (t) => {
  const place = new Place(t);
  place.program("git", "#!/bin/sh\necho early\nsleep 600 &\necho $! > ../pid\nwait\n");
  assert.equal(example(place, "capture", "vcs", "log").stdout, "cancelled: 6 bytes\n");
  const pid = Number(readFileSync(join(place.root, "pid"), "utf8"));
  assert.equal(isThere(pid), false);
});

const VCS = "wrap acme vcs { exec git; can run status }";

/** A run through the library in this very process. */
async function ready(place: Place) {
  const { guardfile } = library.parseGuardfile("acme.kdl", VCS);
  assert.ok(guardfile);
  const policy = library.policyOf([guardfile]);
  const call = { words: ["acme", "vcs", "status"] };
  const decision = library.decide(policy.tree, call, await library.readFacts(guardfile.wraps));
  assert.equal(decision.decision, "allow");
  if (decision.decision !== "allow") throw new Error("not granted");
  const host = await library.openHost(place.environment());
  return { decision, ground: { call, policy, host } };
}

test("ct-05, T100: a run that was stopped before its start never happens", async (t) => {
  const place = new Place(t);
  place.program("git", `#!/bin/sh\necho ran > "${place.root}/ran"\n`);
  const { decision, ground } = await ready(place);
  const signal = AbortSignal.abort();
  const cancelled = { state: "cancelled", kind: "cancelled", enforcement: {}, launched: false };
  for (const mode of ["interactive", "captured"] as const) {
    const outcome = await library.run(decision, ground, { mode, signal });
    const output = mode === "captured" ? { output: null } : {};
    assert.deepEqual(outcome, { ...cancelled, ...output });
  }
  assert.deepEqual(place.ran(), []);
  assert.deepEqual(
    place.rows().map((row) => row.launched),
    [undefined, false, undefined, false],
  );
});

test("a request that is not valid, or that nobody can carry out, is ward's own failure, and nothing runs", async (t) => {
  const place = new Place(t);
  place.program("git", `#!/bin/sh\necho ran > "${place.root}/ran"\n`);
  const { decision, ground } = await ready(place);
  const failed = {
    ...{ state: "failed", kind: "sandbox_setup_failure", exit: { code: -1 } },
    ...{ enforcement: {}, launched: false },
  };
  const bad: Parameters<typeof library.run>[2][] = [
    { origin: "nobody" as never },
    { mode: "durable" },
    { workspaceRoots: [] },
    { workspaceRoots: [" "] },
    { workspaceRoots: ["relative"] },
    { workspaceRoots: [place.root] },
    { capabilities: [{ kind: "everything" as never }] },
    { approval: { policyVersion: 1 } },
  ];
  for (const asked of bad) {
    assert.deepEqual(await library.run(decision, ground, asked), failed, JSON.stringify(asked));
  }
  assert.deepEqual(place.ran(), []);
  const good = { workspaceRoots: ["/nowhere", process.cwd()], mode: "captured" } as const;
  assert.equal((await library.run(decision, ground, good)).kind, "success");
  assert.equal(place.ran().length, 1);
});

test("run takes what decide allowed and nothing that looks like it", async (t) => {
  const place = new Place(t);
  place.program("git", `#!/bin/sh\necho ran > "${place.root}/ran"\n`);
  const { decision, ground } = await ready(place);
  const facts = await library.readFacts([]);
  const denied = library.decide(ground.policy.tree, { words: ["acme", "vcs", "push"] }, facts);
  assert.equal(denied.decision, "deny");
  for (const other of [denied, { ...decision }, { decision: "allow" }, null]) {
    await assert.rejects(library.run(other as typeof decision, ground, { mode: "captured" }), {
      name: "TypeError",
      message: "run takes the very Allow that decide made: nothing else may run",
    });
  }
  assert.deepEqual([place.ran(), place.rows()], [[], []]);
});

test("the contract's validators are the library's", () => {
  assert.equal(
    library.validateOutcome({ state: "completed", kind: "success", enforcement: {} }),
    'execution outcome state "completed" requires exit code 0',
  );
  const notices = ["told"];
  const outcome = { state: "failed", kind: "timed_out", enforcement: { notices } } as const;
  assert.deepEqual(library.appliedEnforcementNotices({ ...outcome, launched: true }), notices);
  assert.equal(
    library.validateRequest({ origin: "x" } as never),
    "execution request requires a valid origin",
  );
});

test("mounting a policy without a wrap of the program's name is an error", async () => {
  const { Command } = await import("commander");
  const { guardfile } = library.parseGuardfile("x.kdl", "wrap other x { exec git; can run y }");
  assert.ok(guardfile);
  const host = await library.openHost({});
  assert.throws(
    () => library.mount(new Command("acme"), library.policyOf([guardfile]), host),
    /the policy has no wrap of `acme`/,
  );
});
