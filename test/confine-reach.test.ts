// What a confined leaf can reach, on the real bubblewrap: it tries to get out by every way there is, and only the policy's ways are open.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { tell } from "./outcome-place.ts";
import { Place } from "./program-place.ts";

/** A place outside of /tmp, which a sandbox covers: what is hidden here is hidden by policy alone. */
function outside(t: TestContext, place: Place): string {
  const directory = `/var/tmp/${place.root.split("/").at(-1)}`;
  mkdirSync(directory, { mode: 0o700 });
  t.after(() => spawnSync("rm", ["-rf", directory]));
  return directory;
}

function policy(confine: string): string {
  return `wrap ward t { exec sh; metacharacters literal; confine { ${confine} }; can run run { argv "-c" } }
wrap ward free { exec sh; metacharacters literal; can run run { argv "-c" } }\n`;
}

function run(place: Place, confine: string, script: string, input = "") {
  place.guardfile("t", policy(confine));
  return tell(place, ["t", "run", script], { input });
}

test("only what is named can be written; /tmp is the sandbox's own", (t) => {
  const place = new Place(t);
  const far = outside(t, place);
  mkdirSync(join(far, "open"));
  const script = `
    for file in here ../up ${far}/x ${far}/open/x /etc/ward-x /usr/ward-x /tmp/ward-x /var/tmp/ward-x
    do (: > "$file") 2>/dev/null && echo "$file"; done; ls /tmp`;
  const { exit, stdout } = run(place, `write "${far}/open"`, script);
  const [, , visible] = place.root.split("/");
  // What lies above the working directory in /tmp is the sandbox's own, too.
  const written = ["../up", `${far}/open/x`, "/tmp/ward-x"];
  assert.deepEqual([exit, stdout], [0, [...written, visible, "ward-x", ""].join("\n")]);
  assert.equal(existsSync(`${far}/open/x`), true);
  for (const file of ["/tmp/ward-x", `${far}/x`, "/etc/ward-x", join(place.root, "up")])
    assert.equal(existsSync(file), false);
  assert.equal(run(place, 'write "."', ": > here; echo $?").stdout, "0\n");
  assert.equal(existsSync(join(place.work, "here")), true);
});

test("what is hidden can't be read, a part of it is shown again, and what is written in it can be", (t) => {
  const place = new Place(t);
  const far = outside(t, place);
  for (const name of ["secret", "shown", "open"]) mkdirSync(join(far, name));
  for (const name of ["secret/key", "shown/text", "file"]) writeFileSync(join(far, name), "top\n");
  const confine = `hide "${far}"; read "${far}/shown"; write "${far}/open"`;
  const script = `cd ${far}; ls; cat secret/key; cat shown/text; touch shown/x open/x; ls open; touch x && echo written`;
  const { stdout } = run(place, confine, `{ ${script}; } 2>/dev/null`);
  assert.equal(stdout, "open\nshown\ntop\nx\n");
  assert.deepEqual(
    [existsSync(`${far}/open/x`), existsSync(`${far}/shown/x`), existsSync(`${far}/x`)],
    [true, false, false],
  );
  const file = run(
    place,
    `hide "${far}/file"`,
    `cat ${far}/file || echo no; cat ${far}/secret/key`,
  );
  assert.equal(file.stdout, "no\ntop\n");
});

/** Who is gone before it is greeted is no error here. */
function greet(socket: Socket): void {
  socket.on("error", () => {}).end("hello\n");
}

async function listening(t: TestContext, server: Server, ...where: [number, string] | [string]) {
  await new Promise<void>((done) => server.listen(...(where as [string]), done));
  t.after(() => server.close());
  return server;
}

/** In a process of its own, while this one answers. */
function runApart(place: Place, confine: string, script: string, group = "t"): Promise<string> {
  place.guardfile("t", policy(confine));
  const argv = [resolve("dist/ward.js"), group, "run", script];
  const options = { cwd: place.work, env: place.environment() };
  const child = spawn(process.execPath, argv, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (bytes: Buffer) => {
    text += bytes.toString();
  });
  return new Promise((done) => child.once("close", () => done(text)));
}

const SOCKETS = `use Socket; $SIG{PIPE} = "IGNORE";
sub try { my ($name, $works) = @_; print "$name ", ($works ? "works" : "fails"), "\\n"; }`;

test("there is no network: a listener on the loopback is not reached, and with the host's it is", async (t) => {
  const place = new Place(t);
  const server = createServer(greet);
  await listening(t, server, 0, "127.0.0.1");
  const { port } = server.address() as { port: number };
  const script = `perl -e '${SOCKETS} socket(S, AF_INET, SOCK_STREAM, 0);
    try("tcp", connect(S, sockaddr_in(${port}, inet_aton("127.0.0.1"))));
    try("vsock", socket(V, 40, SOCK_STREAM, 0));'`;
  assert.equal(await runApart(place, "network none", script), "tcp fails\nvsock fails\n");
  assert.equal(await runApart(place, "", script), "tcp fails\nvsock fails\n");
  assert.match(await runApart(place, "network inherit", script), /^tcp works\n/);
});

test("no unix socket leads out, by a file or by a name, and no pair that could be led elsewhere", async (t) => {
  const place = new Place(t);
  const far = outside(t, place);
  const path = join(far, "s");
  const other = join(far, "other");
  const answer = () => createServer(greet);
  await listening(t, answer(), path);
  await listening(t, answer(), other);
  await listening(t, answer(), "\0ward-test-abstract");
  const script = (where: string) => `perl -e '${SOCKETS}
    try("stream", socket(S, AF_UNIX, SOCK_STREAM, 0) && connect(S, pack_sockaddr_un("${where}")));
    try("abstract", socket(A, AF_UNIX, SOCK_STREAM, 0) && connect(A, pack_sockaddr_un("\\0ward-test-abstract" . "\\0" x 89)));
    try("pair", socketpair(P, Q, AF_UNIX, SOCK_STREAM, 0));
    try("dgram pair", socketpair(R, T, AF_UNIX, SOCK_DGRAM, 0));
    my $p = "\\0" x 200; try("io_uring", syscall(425, 1, $p) >= 0);'`;
  // Node fills the name of a listener up with zeros. Without a sandbox all of it is there.
  assert.match(await runApart(place, "", script(path), "free"), /^stream works\nabstract works\n/);
  const none = "stream fails\nabstract fails\npair works\ndgram pair fails\nio_uring fails\n";
  assert.equal(await runApart(place, "", script(path)), none);
  assert.equal(await runApart(place, "network inherit", script(path)), none);
  const named = await runApart(place, `socket "${path}"`, script(path));
  assert.match(named, /^stream works\nabstract fails\n/);
  const beside = await runApart(place, `socket "${path}"`, script(other));
  assert.match(beside, /^stream fails\nabstract fails\n/);
  // The price of both, told in the outcome.
  const both = await runApart(place, `socket "${path}"; network inherit`, script(path));
  assert.match(both, /^stream works\nabstract works\n/);
  const { outcome } = run(place, `socket "${path}"; network inherit`, "exit 0");
  assert.equal(
    outcome?.enforcement.notices?.at(-1),
    `it can reach ${path}, and all that have a name and no file, and unix sockets that are made while it runs`,
  );
});

test("other processes are neither seen nor reached, and the sandbox has no rights and makes no user namespace", (t) => {
  const place = new Place(t);
  const pid = process.pid;
  const script = `
    ls /proc | grep -c '^[0-9][0-9]*$'
    kill -0 ${pid} 2>/dev/null || echo "no ${pid}"
    grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status | tr -d '\\t'
    unshare -U true 2>/dev/null || echo "no namespace"
    test "$(readlink /proc/self/ns/ipc)" = "${readlinkSync("/proc/self/ns/ipc")}" || echo "own ipc"
    cut -d' ' -f6 /proc/self/stat`;
  const { stdout } = run(place, "", script);
  const [count = "", ...rest] = stdout.split("\n");
  assert.ok(Number(count) <= 6, stdout);
  assert.deepEqual(rest, [
    `no ${pid}`,
    "CapEff:0000000000000000",
    "CapBnd:0000000000000000",
    "NoNewPrivs:1",
    "no namespace",
    "own ipc",
    "1",
    "",
  ]);
});

test("the keyrings of the user and the session are out of reach", (t) => {
  const place = new Place(t);
  // add_key, request_key and keyctl of x64 and of arm64, each asked for nonsense: what is there says so.
  const script = `perl -MErrno -e 'for (qx(uname -m) =~ /x86_64/ ? (248, 249, 250) : (217, 218, 219)) {
      syscall($_, 0, 0, 0, 0, 0); print $!{ENOSYS} ? "none\\n" : "there\\n" }'`;
  const calls = (words: readonly string[]) => tell(place, [...words, script]).stdout;
  place.guardfile("t", policy("network inherit"));
  assert.equal(calls(["t", "run"]), "none\nnone\nnone\n");
  assert.equal(calls(["free", "run"]), "there\nthere\nthere\n");
});

test("descriptors that ward was given stay behind: files, directories, and those that node can't close", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy(""));
  const argv = [process.execPath, resolve("dist/ward.js"), "t", "run"];
  const list =
    "ls /proc/self/fd; cd /proc/self/fd/30 2>/dev/null && echo out; cat <&21 2>/dev/null";
  const opened = `exec "$0" "$@" 7</ 21</etc/hostname 30</ 40>"${place.root}/log" 251</`;
  const { stdout } = spawnSync("bash", ["--norc", "-c", opened, ...argv, list], {
    ...{ cwd: place.work, env: place.environment(), encoding: "utf8", input: "" },
  });
  assert.equal(stdout, "0\n1\n2\n3\n");
});

test("a directory in place of a standard descriptor leads out, so nothing runs", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy(""));
  const argv = [process.execPath, resolve("dist/ward.js"), "t", "run", "echo ran; ls -a <&0"];
  for (const redirection of ["</", "1</", "2</"]) {
    const { status, stdout } = spawnSync("sh", ["-c", `exec "$0" "$@" ${redirection}`, ...argv], {
      ...{ cwd: place.work, env: place.environment(), encoding: "utf8" },
    });
    assert.deepEqual([status, stdout], [125, ""]);
  }
  assert.equal(place.rows().at(-1)?.launched, false);
});

test("what was opened to be read can't be opened again to be written, though /proc shows it as the machine has it", (t) => {
  const place = new Place(t);
  const far = outside(t, place);
  const victim = join(far, "victim");
  writeFileSync(victim, "one\ntwo\n");
  place.guardfile("t", policy(""));
  const argv = [process.execPath, resolve("dist/ward.js"), "t", "run"];
  const call = (redirection: string, script: string) =>
    spawnSync("sh", ["-c", `exec "$0" "$@" ${redirection}`, ...argv, script], {
      ...{ cwd: place.work, env: place.environment(), encoding: "utf8" },
    });
  const forge = "for fd in 0 1 2; do (echo x > /proc/self/fd/$fd); done 2>/dev/null; cat";
  const input = call(`<'${victim}'`, `${forge}; echo end`);
  assert.deepEqual([input.status, input.stdout], [0, "one\ntwo\nend\n"]);
  assert.equal(readFileSync(victim, "utf8"), "one\ntwo\n");
  for (const redirection of [`1<'${victim}'`, `2<'${victim}'`]) {
    assert.equal(call(redirection, forge).status, 125);
    assert.equal(readFileSync(victim, "utf8"), "one\ntwo\n");
  }
  const log = join(far, "log");
  assert.deepEqual([call(`>'${log}'`, "echo out").status, readFileSync(log, "utf8")], [0, "out\n"]);
});

test("input from a file is all of it, from where it stands, and nobody has to read it", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy(""));
  const argv = [process.execPath, resolve("dist/ward.js"), "t", "run"];
  place.file("work/big", `first\n${"0123456789abcdef".repeat(200_000)}`);
  const call = (script: string) => {
    const calling = 'exec <big; read line; exec "$0" "$@"';
    const options = { cwd: place.work, env: place.environment(), encoding: "utf8" } as const;
    const { status, stdout } = spawnSync("sh", ["-c", calling, ...argv, script], options);
    return [status, stdout];
  };
  assert.deepEqual(call("wc -c"), [0, "3200000\n"]);
  assert.deepEqual(call("head -c 3; exec 0<&-; sleep 0.3; exit 4"), [4, "012"]);
});

test("the kernel's settings can't be written, also by root, and a process can't write what /proc says of it", (t) => {
  const place = new Place(t);
  // Opened to add nothing: where that works the machine is as it was.
  const files = ["/proc/sys/kernel/printk_ratelimit", "/proc/self/oom_score_adj", "/proc/1/comm"];
  const script = files.map((file) => `(: >> ${file}) 2>/dev/null && echo ${file};`).join(" ");
  const { exit, stdout } = run(place, 'write "."', `${script} cat /proc/self/comm`);
  assert.deepEqual([exit, stdout], [0, "cat\n"]);
});

const SETUP = {
  ...{ state: "failed", kind: "sandbox_setup_failure", exit: { code: -1 } },
  ...{ enforcement: {}, launched: false },
};

test("a path that is not there, or not the real one, is ward's own failure and never another path", (t) => {
  const place = new Place(t);
  const far = outside(t, place);
  mkdirSync(join(far, "real"));
  symlinkSync("real", join(far, "link"));
  symlinkSync(join(far, "real"), join(place.work, "link"));
  mkdirSync(join(far, "real/below"));
  writeFileSync(join(far, "file"), "");
  const bad: [string, RegExp][] = [
    [`write "${far}/gone"`, /can't be used: no such file or directory/],
    [`write "${far}/link"`, /is, or lies behind, a symbolic link/],
    [`write "${far}/link/below"`, new RegExp(`symbolic link\n.*${far}/real/below`)],
    ['write "link"', /is, or lies behind, a symbolic link/],
    [`hide "${far}/link"`, /is, or lies behind, a symbolic link/],
    [`hide "${far}/gone"`, /can't be used/],
    [`read "${far}/gone"`, /can't be used/],
    [`socket "${far}/file"`, /is no unix socket/],
    [`hide "${realpathSync(place.work)}"`, /is the working directory, and hidden/],
  ];
  for (const [confine, message] of bad) {
    const { exit, outcome, stderr } = run(place, confine, "echo ran > ran");
    assert.deepEqual([exit, outcome], [125, SETUP], confine);
    assert.match(stderr, message);
  }
  assert.equal(existsSync(join(place.work, "ran")), false);
});

test("the environment is the child's alone, and none of it is in the adapter's command line", (t) => {
  const place = new Place(t);
  place.guardfile(
    "t",
    `wrap ward t { exec sh { env SECRET "hunter2"; env LD_AUDIT "/no/such/library" }
      metacharacters literal; confine; can run run { argv "-c" } }\n`,
  );
  const { exit, stdout, stderr } = tell(place, [
    "t",
    "run",
    "echo $SECRET; cat /proc/1/cmdline | tr '\\0' ' '",
  ]);
  assert.equal(exit, 0);
  assert.match(stdout, /^hunter2\nbwrap --args 4 (--args \d+ )*-- \/usr\/bin\/sh -c /);
  assert.equal(stdout.split("hunter2").length, 2);
  // Each program in the sandbox says that it can't load the library; the adapter before them does not.
  assert.doesNotMatch(stderr.split("\n")[0] ?? "", /bwrap/);
});

test("a leaf beside it that is not confined is as it was", (t) => {
  const place = new Place(t);
  place.guardfile("t", policy(""));
  const script = `touch ${place.root}/x && ls ${place.root}/config && kill -0 ${process.pid} && echo all`;
  const { exit, stdout, outcome } = tell(place, ["free", "run", script]);
  assert.equal(exit, 0);
  assert.match(stdout, /^config\.kdl\nt\.kdl\nall\n$/m);
  assert.deepEqual(outcome?.enforcement, { level: "none" });
});

test("the outcome says what held and what it left open", (t) => {
  const place = new Place(t);
  const far = outside(t, place);
  const confine = `write "."; hide "${far}"; network inherit`;
  const { outcome } = run(place, confine, "exit 0");
  const work = realpathSync(place.work);
  assert.deepEqual(outcome, {
    state: "completed",
    kind: "success",
    exit: { code: 0 },
    enforcement: {
      backend: "bubblewrap",
      level: "sandbox",
      notices: [
        `all that this user can read stays visible, save ${far}`,
        `it can write to ${work}`,
        "it has the network that ward has",
      ],
    },
    launched: true,
  });
  assert.deepEqual(place.rows().at(-1)?.outcome, outcome);
});
