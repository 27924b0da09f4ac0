// What the trail must survive, on real processes of the built ward: many at once, and kills at any moment.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { link } from "../src/host/audit-chain.ts";
import { uuid7 } from "../src/host/ids.ts";
import { skipWithoutNamespaces } from "./fixtures/needed.ts";
import { sized } from "./fixtures/scale.ts";
import { Place } from "./program-place.ts";

const WARD = resolve("dist/ward.js");

function start(place: Place, words: readonly string[]): ChildProcess {
  const options = { cwd: place.work, env: place.environment(), stdio: "ignore" as const };
  return spawn(process.execPath, [WARD, ...words], options);
}

/** What `verify` finds, its exit code first. */
function verified(place: Place): {
  exit: number | null;
  rows: number;
  torn: number;
  said: unknown[];
} {
  const { exit, stdout } = place.wardctl("audit", "verify", "--json");
  const { rows, torn, findings } = JSON.parse(stdout);
  return { exit, rows, torn, said: findings };
}

function makePlace(...given: ConstructorParameters<typeof Place>): Place {
  const place = new Place(...given);
  place.guardfile(
    "tool",
    `wrap ward tool { exec marker; can run go }
wrap ward asked { exec marker; can run go; only pass when shell marker "asked" is "*" }
`,
  );
  return place;
}

test("many calls at once lose nothing, tear nothing and leave one chain", async (t) => {
  const place = makePlace(t);
  // In full 20 rounds of 200 processes at once, else 5 of 40.
  const width = sized(200) === 200 ? 200 : 40;
  const rounds = sized(20 * 200) / width;
  for (let round = 0; round < rounds; round += 1) {
    const children = Array.from({ length: width }, (_, at) => {
      const words = at % 4 === 3 ? ["tool", "stop"] : ["tool", "go", `${round}.${at}`];
      return start(place, words);
    });
    const ends = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
    const expected = ends.map((_, at) => (at % 4 === 3 ? 77 : 0));
    assert.deepEqual(ends, expected);
  }
  const calls = rounds * width;
  const rows = place.rows();
  const wanted = Array.from({ length: calls }, (_, at) => `${Math.floor(at / width)}.${at % width}`)
    .filter((_, at) => (at % width) % 4 !== 3)
    .sort();
  const ran = rows
    .filter(({ decision }) => decision === "allow")
    .map(({ argv }) => (argv as string[])[3]);
  assert.deepEqual(ran.sort(), wanted);
  assert.equal(rows.filter(({ phase }) => phase === "finished").length, wanted.length);
  const refused = rows.filter(({ decision }) => decision === "deny").length;
  assert.equal(refused, calls - wanted.length);
  assert.deepEqual(verified(place), { exit: 0, rows: rows.length, torn: 0, said: [] });
  assert.deepEqual(
    readdirSync(join(place.state, "audit")).sort(),
    ["current.jsonl", "policies.json"],
    "no lock and no draft is left",
  );
});

test("kills at any moment cost the end of that call at most, and the chain goes on", async (t) => {
  const place = makePlace(t);
  const kills = sized(500);
  let killed = 0;
  for (let count = 0; count < kills; count += 1) {
    const child = start(place, ["tool", "go", String(count)]);
    // From before the first line of ward to behind its last.
    await pause((count * 37) % 300);
    if (child.kill("SIGKILL")) killed += 1;
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    if (count % 10 === 9) assert.equal(place.ward("tool", "go", "between").exit, 0);
  }
  assert.ok(killed > kills / 10);
  assert.equal(place.ward("tool", "go", "last").exit, 0);
  const { exit, said } = verified(place);
  assert.deepEqual({ exit, said }, { exit: 0, said: [] });
  const ids = new Map<string, string[]>();
  for (const line of readFileSync(join(place.state, "audit/current.jsonl"), "utf8").split("\n")) {
    if (!line.startsWith("{") || !line.endsWith("}")) continue;
    const { id, phase } = JSON.parse(line);
    ids.set(id, [...(ids.get(id) ?? []), phase]);
  }
  const phases = new Set([...ids.values()].map((of) => of.join()));
  for (const one of phases) assert.ok(["decided", "decided,finished"].includes(one), one);
  const recorded = new Set(
    place
      .rows()
      .flatMap(({ argv }) => (argv === undefined ? [] : (argv as string[]).slice(2).join(" "))),
  );
  assert.deepEqual(
    place.ran().filter((words) => !recorded.has(words)),
    [],
    "nothing ran without its row",
  );
});

test("a writer that was stopped in the lock ends other calls after five seconds, and its lock is taken when it dies", async (t) => {
  const place = makePlace(t);
  place.ward("tool", "go");
  const lock = join(place.state, "audit/lock");
  const script = `
    const { withLock } = await import(${JSON.stringify(resolve("build/src/host/lock.js"))});
    withLock(${JSON.stringify(lock)}, () => { process.stdout.write("held"); process.kill(process.pid, "SIGSTOP"); });`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => holder.kill("SIGKILL"));
  await once(holder.stdout as NodeJS.ReadableStream, "data");
  const file = join(place.state, "audit/current.jsonl");
  const before = place.ran().length;
  const { exit, stderr } = place.ward("tool", "go", "held");
  assert.equal(exit, 125);
  const why = `process ${holder.pid} holds ${lock} and does not let go`;
  assert.equal(
    stderr,
    `ward: the audit trail ${file} can't be locked, so nothing was run: ${why}\n  hint: look at: ps -fp ${holder.pid}\n`,
  );
  const asked = place.ward("asked", "go");
  assert.equal(asked.exit, 125);
  assert.match(asked.stderr, /can't be locked, so nothing was run/);
  assert.equal(place.ran().length, before, "no guard was asked either");
  holder.kill("SIGKILL");
  await once(holder, "exit");
  assert.equal(place.ward("tool", "go", "free").exit, 0);
  assert.deepEqual(verified(place).said, []);
});

test("a full disk lets nothing run and leaves nothing lying about; with space again the chain goes on", {
  skip: skipWithoutNamespaces(),
}, (t) => {
  const place = makePlace(t);
  mkdirSync(place.state, { mode: 0o700 });
  // In a mount namespace of its own; what each ward said and how it ended is printed.
  const script = `
    mount -t tmpfs -o size=256k,mode=0700 none "$1"; shift
    call() { "$NODE" "$WARD" tool go "$1" 2>&1; echo "exit $?"; }
    call before
    dd if=/dev/zero of="$WARD_STATE_DIR/filler" bs=4k 2>/dev/null
    # The last block of the trail has room for a row or two.
    while "$NODE" "$WARD" tool go fits >/dev/null 2>&1; do :; done
    call full; call full
    ls "$WARD_STATE_DIR/audit"
    rm "$WARD_STATE_DIR/filler"
    call after
    "$NODE" "$WARDCTL" audit verify | sed -n 1p`;
  const [NODE, WARDCTL] = [process.execPath, resolve("dist/wardctl.js")];
  const env = { ...place.environment(), NODE, WARD, WARDCTL };
  const argv = ["-rm", "bash", "-c", script, "bash", place.state];
  const { stdout } = spawnSync("unshare", argv, { encoding: "utf8", env, cwd: place.work });
  const audit = join(place.state, "audit");
  const why = "can't be written, so nothing was run: no space is left on the disk";
  const full = [
    `ward: the audit trail ${audit}/current.jsonl ${why}`,
    `  hint: make room: df -h ${audit}`,
    "exit 125",
  ];
  const ran = place.ran();
  const isFitting = (word: string) => word === "go fits";
  assert.deepEqual(stdout.trim().split("\n"), [
    ...["marker: go before", "exit 0", ...full, ...full, "current.jsonl", "policies.json"],
    ...["marker: go after", "exit 0", `${2 * ran.length} rows in 1 files: the chain holds`],
  ]);
  assert.deepEqual(
    ran.filter((word) => !isFitting(word)),
    ["go before", "go after"],
  );
});

test("a clock that is set back changes no order, no chain and no duration", (t) => {
  const place = makePlace(t);
  const hook = place.file(
    "clock.cjs",
    "const now = Number(process.env.NOW); Date.now = () => now;",
  );
  const times = [Date.UTC(2026, 10, 30, 12), Date.UTC(2026, 10, 30, 11), Date.UTC(2025, 0), 0];
  for (const [at, NOW] of times.entries()) {
    const argv = ["-r", hook, WARD, "tool", "go", String(at)];
    const env = place.environment({ NOW: String(NOW) });
    assert.equal(spawnSync(process.execPath, argv, { env, cwd: place.work }).status, 0);
  }
  const rows = place.rows();
  const decided = rows.filter(({ phase }) => phase === "decided");
  assert.deepEqual(
    decided.map(({ at, argv }) => `${at} ${(argv as string[])[3]}`),
    times.map((time, at) => `${new Date(time).toISOString()} ${at}`),
  );
  const durations = rows.flatMap(({ duration_ms }) =>
    duration_ms === undefined ? [] : duration_ms,
  );
  assert.equal(durations.length, 4);
  assert.ok(durations.every((ms) => Number(ms) >= 0 && Number(ms) < 60_000));
  assert.deepEqual(verified(place), { exit: 0, rows: 8, torn: 0, said: [] });
  const listed = place.wardctl("audit", "list", "--json").stdout.trim().split("\n");
  assert.deepEqual(
    listed.map((line) => JSON.parse(line).decided.argv[3]),
    ["0", "1", "2", "3"],
  );
  assert.equal(JSON.parse(place.wardctl("audit", "stats", "--json").stdout).total.calls, 4);
});

const PEAK = `process.on("exit", () => {
  require("node:fs").writeSync(3, String(process.resourceUsage().maxRSS));
});`;

interface Read {
  readonly words: string;
  readonly exit: number | null;
  readonly lines: number;
  readonly isSmall: boolean;
}

test("a million rows are read in memory that does not grow with them", async (t) => {
  const place = makePlace(t);
  const hook = place.file("peak.cjs", PEAK);
  const { writeTrail } = await import(resolve("bench/trail.mjs"));
  const rows = sized(1_000_000);
  writeTrail(join(place.state, "audit"), rows, { link, uuid7 }, sized(64 * 1024 * 1024));
  const read = async (...words: string[]): Promise<Read> => {
    const argv = ["-r", hook, resolve("dist/wardctl.js"), "audit", ...words];
    const child = spawn(process.execPath, argv, {
      env: place.environment(),
      stdio: ["ignore", "pipe", "inherit", "pipe"],
    });
    let [lines, peak] = [0, ""];
    child.stdout?.on("data", (bytes: Buffer) => {
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
    });
    child.stdio[3]?.on("data", (text) => {
      peak += text;
    });
    const [exit] = await once(child, "close");
    const isSmall = Number(peak) > 0 && Number(peak) < 150 * 1024;
    if (process.env.SOAK === "1") console.log(`${words.join(" ")}: ${peak} KiB`);
    return { words: words.join(" "), exit, lines, isSmall };
  };
  const { stdout } = place.wardctl("audit", "stats", "--json");
  const { calls, refused } = JSON.parse(stdout).total;
  assert.ok(calls > rows / 2 && calls < rows && refused > rows / 40, stdout.slice(0, 300));
  const readings: [string[], number][] = [
    [["list"], calls],
    [["list", "--deny", "--json"], refused],
    [["export", "--format", "jsonl"], rows],
    [["export", "--format", "csv"], calls + 1],
    [["head"], 1],
    [["tail", "-n", "5"], 5],
  ];
  for (const [words, lines] of readings) {
    const got = await read(...words);
    assert.deepEqual(got, { words: words.join(" "), exit: 0, lines, isSmall: true });
  }
  // What ran then is not granted in this place: replay finds that.
  for (const [words, exit] of [
    ["stats", 0],
    ["verify", 0],
    ["replay", 1],
  ] as const) {
    const { lines: _, ...got } = await read(words);
    assert.deepEqual(got, { words, exit, isSmall: true });
  }
  assert.equal(verified(place).rows, rows);
});

test("a mebibyte of argv and argv that looks like rows are kept as what they are", (t) => {
  const place = makePlace(t);
  const long = Array.from({ length: 10 }, (_, at) => String(at).repeat(100_000));
  place.ward("tool", "stop", ...long);
  place.ward("tool", "stop", "a\nb", "\u001b[31m", '"}\n{"v":1,"decision":"allow"}', '","hash":"');
  const [first, second] = place.rows();
  assert.ok(first !== undefined && second !== undefined);
  const argv = first.argv as { count: number; bytes: number };
  assert.deepEqual([argv.count, argv.bytes], [13, 1_000_000 + "wardtoolstop".length]);
  assert.deepEqual((second.argv as string[]).slice(3), [
    "a\nb",
    "\u001b[31m",
    '"}\n{"v":1,"decision":"allow"}',
    '","hash":"',
  ]);
  assert.equal(place.rows().length, 2);
  assert.deepEqual(verified(place).said, []);
});

test("a Guardfile with another surface is news once, in front of the call that saw it", (t) => {
  const place = makePlace(t);
  const text = "wrap ward tool { exec marker; can run go }\n";
  const file = place.guardfile("tool", text);
  place.ward("tool", "go");
  place.guardfile("tool", `// a comment\n${text}`);
  place.ward("tool", "go");
  place.guardfile("tool", text.replace("can run go", 'can run go { deny-flag "-x" }'));
  place.ward("tool", "go", "-x");
  place.ward("tool", "go");
  const rows = place.rows();
  const digests = rows.flatMap(({ phase, digest }) => (phase === "decided" ? [digest] : []));
  const phases = rows.map(({ phase }) => phase as string);
  const run = ["decided", "finished"];
  assert.deepEqual(phases, [...run, ...run, "policy-changed", "decided", ...run]);
  const { id, at, pid: _, prev: __, hash: ___, ...news } = rows[4] ?? { id: "", phase: "decided" };
  assert.deepEqual(news, {
    v: 1,
    phase: "policy-changed",
    verb: "ward.tool.go",
    guardfile: file,
    digest: digests[2],
    previous: digests[0],
    config_dir: place.config,
  });
  assert.equal(at, rows[5]?.at);
  assert.notEqual(id, rows[5]?.id);
  assert.deepEqual(verified(place).said, []);
});
