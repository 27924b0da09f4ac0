// Rows are shipped to real receivers, each at least once: whatever restarts, is rotated or killed meanwhile.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { tidyTrail } from "../src/host/audit-tidy.ts";
import { openTrail } from "../src/host/audit-trail.ts";
import { Place } from "./program-place.ts";
import { noRsyslog, Rsyslog } from "./rsyslog.ts";
import { rechain, TrailRoom } from "./trail-room.ts";

const skip = noRsyslog;

/** A place whose trail this process writes, and whose configuration names targets. */
function makePlace(t: TestContext, ...targets: string[]): { place: Place; room: TrailRoom } {
  const place = new Place(t);
  const urls = targets.map((url) => JSON.stringify(url)).join(" ");
  place.file("config/config.kdl", `search-path "/usr/bin"\nship-to ${urls}\n`);
  return { place, room: new TrailRoom(t, {}, null, place.state) };
}

function idsIn(messages: readonly { message: string }[]): string[] {
  return messages.map(({ message }) => {
    const { id, phase } = JSON.parse(message.slice(message.indexOf("{")));
    return `${id} ${phase}`;
  });
}

const idsOf = (room: TrailRoom, file?: string) =>
  room.rows(file).map(({ id, phase }) => `${id} ${phase}`);

for (const transport of ["tcp", "udp", "tls"] as const) {
  test(`rows arrive at rsyslog by ${transport}, whole, and what was sent is not sent again`, {
    skip,
  }, async (t) => {
    const server = await Rsyslog.make(t, transport === "tls");
    await server.start();
    const port = server.ports[transport];
    const trusted = transport === "tls" ? `&ca=${server.ca}` : "";
    const url = `syslog://localhost:${port}?transport=${transport}${trusted}`.replace(
      "localhost",
      transport === "tls" ? "localhost" : "127.0.0.1",
    );
    const { place, room } = makePlace(t, url);
    room.run("one");
    room.refuse('two]\n"\\ é\u001b[31m');
    const first = place.wardctl("audit", "ship");
    assert.deepEqual([first.exit, first.stderr], [0, `wardctl: 3 rows sent to ${url}\n`]);
    const received = await server.receives(3);
    assert.deepEqual(idsIn(received), idsOf(room));
    const [decided, , refused] = received;
    const rows = room.rows();
    assert.deepEqual(JSON.parse(refused?.message ?? ""), rows[2]);
    assert.deepEqual([decided?.app, decided?.id, decided?.pri], ["ward", "decided", "110"]);
    assert.deepEqual([refused?.pri, refused?.pid], ["108", String(process.pid)]);
    assert.equal(Date.parse(refused?.time ?? ""), Date.parse(rows[2]?.at ?? ""));
    assert.match(
      refused?.data ?? "",
      /^\[ward@32473 id="\S{36}" verb="ward\.x" decision="deny" reason="never" /,
    );
    room.run("three");
    assert.match(place.wardctl("audit", "ship", "--to", url).stderr, /^wardctl: 2 rows sent/);
    assert.deepEqual(idsIn(await server.receives(5)), idsOf(room));
    assert.match(place.wardctl("audit", "ship").stderr, /^wardctl: 0 rows sent/);
  });
}

test("a receiver whose certificate is not trusted gets nothing", { skip }, async (t) => {
  const server = await Rsyslog.make(t, true);
  await server.start();
  const url = `syslog://localhost:${server.ports.tls}?transport=tls`;
  const { place, room } = makePlace(t, url);
  room.run("one");
  const shipping = follow(t, place, url);
  const [said] = await once(shipping.stderr as NodeJS.ReadableStream, "data");
  assert.match(String(said), /certificate/i);
  assert.deepEqual(server.received(), []);
});

function follow(t: TestContext, place: Place, url: string): ChildProcess {
  const argv = [resolve("dist/wardctl.js"), "audit", "ship", "--follow", "--to", url];
  const options = { env: place.environment(), stdio: ["ignore", "ignore", "pipe"] as const };
  const child = spawn(process.execPath, argv, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  t.after(() => child.kill("SIGKILL"));
  return child;
}

/** Begins a new file, and compresses the old one, as a call that finds the old one full does. */
function rotate(room: TrailRoom): void {
  const limits = { ...room.recorder.limits, fullBytes: 1 };
  openTrail({ ...room.recorder, limits });
  tidyTrail(room.place, 20);
}

test("restarts of the receiver, a new file and kill -9 lose no row", { skip }, async (t) => {
  const server = await Rsyslog.make(t);
  const url = `syslog://127.0.0.1:${server.ports.tcp}?transport=tcp`;
  const { place, room } = makePlace(t, url);
  const sent: string[] = [];
  const note = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const id = room.run(String(sent.length));
      sent.push(`${id} decided`, `${id} finished`);
    }
  };
  note(3);
  // Nobody listens yet: it waits, and says so.
  let shipping = follow(t, place, url);
  const [said] = await once(shipping.stderr as NodeJS.ReadableStream, "data");
  assert.match(String(said), /^wardctl: syslog:\S+: .*; trying again in 0\.5 s\n/);
  await server.start();
  await server.receives(6);
  await server.stop();
  note(3);
  rotate(room);
  note(3);
  await pause(300);
  shipping.kill("SIGKILL");
  await server.start();
  note(600);
  shipping = follow(t, place, url);
  await server.receives(20);
  shipping.kill("SIGKILL");
  await once(shipping, "exit");
  rotate(room);
  note(2);
  assert.equal(place.wardctl("audit", "ship").exit, 0);
  const got = new Set(idsIn(await server.receives(sent.length)));
  assert.deepEqual(
    sent.filter((id) => !got.has(id)),
    [],
  );
  assert.equal(got.size, sent.length);
});

test("a receiver that hangs up before it has read takes nothing, however politely", {
  timeout: 120_000,
}, async (t) => {
  const texts: string[] = [];
  let turn = 0;
  // Hangs up at once, then behind the first bytes, then reads to the end.
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
    turn += 1;
    socket.on("error", () => {});
    if (turn <= 2) {
      if (turn === 1) socket.destroy();
      else socket.once("data", () => socket.end());
      return;
    }
    let text = "";
    socket.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
    socket.on("end", () => {
      texts.push(text);
      socket.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = `syslog://127.0.0.1:${port}`;
  const { place, room } = makePlace(t, url);
  for (let index = 0; index < 40; index += 1) room.run(String(index));
  const shipping = follow(t, place, url);
  let said = "";
  shipping.stderr?.on("data", (part) => {
    said += part;
  });
  while (texts.length === 0) await pause(50);
  assert.equal(texts[0]?.match(/"phase":"decided"/g)?.length, 40);
  assert.match(said, /^(?:wardctl: \S+: the receiver .*; trying again in \S+ s\n){2}$/);
});

interface OtlpReceiver {
  readonly url: string;
  readonly bodies: string[];
  /** Answered in turn; 200 when there are none left. */
  readonly answers: number[];
}

type Answer = readonly [status: number, body: string];

/** @param judge of the rows' texts in one request; null for what `answers` says */
async function receiver(
  t: TestContext,
  judge: (rows: readonly string[]) => Answer | null = () => null,
): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  const answers: number[] = [];
  const server: Server = createServer(async (request: IncomingMessage, response) => {
    let body = "";
    for await (const part of request) body += part;
    const [status, answer] = judge(rowsOf(body)) ?? [answers.shift() ?? 200, "{}"];
    if (status === 200) bodies.push(`${request.method} ${request.url} ${body}`);
    response.writeHead(status, { "content-type": "application/json" }).end(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `otlp+http://127.0.0.1:${port}`, bodies, answers };
}

/** The rows of a request, each as it stands in the trail. */
function rowsOf(body: string): string[] {
  const records = JSON.parse(body).resourceLogs[0].scopeLogs[0].logRecords;
  return records.map(
    ({ attributes }: { attributes: { key: string; value: { stringValue: string } }[] }) =>
      attributes.find(({ key }) => key === "ward.row")?.value.stringValue ?? "",
  );
}

function shipFrom(place: Place): Promise<{ exit: number | null; stderr: string }> {
  return new Promise((done) => {
    const argv = [resolve("dist/wardctl.js"), "audit", "ship"];
    const child = spawn(process.execPath, argv, { env: place.environment() });
    let stderr = "";
    child.stderr.on("data", (part) => {
      stderr += part;
    });
    child.on("close", (exit) => done({ exit, stderr }));
  });
}

const isPoison = (row: string) => row.includes('"poison"');

const REJECTING: Record<string, (rows: readonly string[]) => Answer> = {
  "the whole request, with 400": (rows) =>
    rows.some(isPoison) ? [400, "no such row"] : [200, "{}"],
  "some of it, with success": (rows) => {
    const rejectedLogRecords = String(rows.filter(isPoison).length);
    return [200, JSON.stringify({ partialSuccess: { rejectedLogRecords } })];
  },
};

for (const [way, judge] of Object.entries(REJECTING)) {
  test(`OTLP: a receiver that rejects ${way}, keeps no other row up, and the rejected ones are kept`, async (t) => {
    const got: string[] = [];
    const { url } = await receiver(t, (rows) => {
      const answer = judge(rows);
      if (answer[0] === 200) got.push(...rows.filter((row) => !isPoison(row)));
      return answer;
    });
    const { place, room } = makePlace(t, url);
    for (const word of ["a", "b", "c"]) room.run(word);
    room.refuse("poison");
    const bad = room.rows().at(-1)?.id;
    for (const word of ["d", "e"]) room.run(word);
    const first = await shipFrom(place);
    const directory = join(place.state, "audit/ship");
    const [kept = ""] = readdirSync(directory).filter((name) => name.endsWith(".rejected.jsonl"));
    assert.equal(first.exit, 1);
    assert.match(
      first.stderr,
      new RegExp(
        `^wardctl: \\S+ rejects 1 row for good, kept in ${join(directory, kept)}: ${bad} decided \\(the receiver .*\\)\\nwardctl: 10 rows sent to \\S+\\n$`,
      ),
    );
    const [poison, ...good] = room
      .lines()
      .sort((one, other) => Number(isPoison(other)) - Number(isPoison(one)));
    assert.deepEqual(readFileSync(join(directory, kept), "utf8"), `${poison}\n`);
    assert.deepEqual([...new Set(got)].sort(), good.sort());
    room.run("f");
    const second = await shipFrom(place);
    assert.deepEqual(
      [second.exit, second.stderr.replace(url, "…")],
      [0, "wardctl: 2 rows sent to …\n"],
    );
  });
}

test("OTLP: a receiver that takes nothing says nothing about rows: none is set aside, and all are sent later", async (t) => {
  const { url, bodies, answers } = await receiver(t);
  const { place, room } = makePlace(t, url);
  room.run("one");
  answers.push(400, 400, 400);
  const { exit, stderr } = await shipFrom(place);
  assert.deepEqual(
    [exit, stderr.replace(url, "…")],
    [
      125,
      "wardctl: … has not taken the rows: the receiver answered 400: {}\n  hint: what was taken is remembered: the next `wardctl audit ship` goes on there\n",
    ],
  );
  assert.equal((await shipFrom(place)).exit, 0);
  assert.deepEqual(
    bodies.map((body) => rowsOf(body.split(" ").slice(2).join(" "))),
    [room.lines()],
  );
});

test("OTLP: one who follows waits for a receiver that takes nothing, and sends what came meanwhile too", {
  timeout: 120_000,
}, async (t) => {
  const { url, bodies, answers } = await receiver(t);
  const { place, room } = makePlace(t, url);
  room.run("one");
  answers.push(400, 400, 400);
  const shipping = follow(t, place, url);
  const [said] = await once(shipping.stderr as NodeJS.ReadableStream, "data");
  assert.match(
    String(said),
    /^wardctl: \S+: the receiver answered 400: \{\}; trying again in 0\.5 s\n/,
  );
  room.run("two");
  const got = () => bodies.flatMap((body) => rowsOf(body.split(" ").slice(2).join(" ")));
  while (got().length < 4) await pause(50);
  assert.deepEqual(got(), room.lines());
});

test("OTLP: rows arrive in requests, one that failed is sent again, one that is refused stops it", async (t) => {
  const { url, bodies, answers } = await receiver(t);
  const { place, room } = makePlace(t, url);
  room.run("one");
  answers.push(503, 429);
  const ship = () => shipFrom(place);
  const first = await ship();
  assert.equal(first.exit, 0);
  assert.match(
    first.stderr,
    /answered 503; trying again in 0\.5 s\n.*answered 429; trying again in 1\.0 s\n.*2 rows sent/,
  );
  assert.equal(bodies.length, 1);
  assert.match(bodies[0] ?? "", /^POST \/v1\/logs \{"resourceLogs":\[/);
  assert.deepEqual(rowsOf((bodies[0] ?? "").split(" ").slice(2).join(" ")), room.lines());
  room.run("two");
  answers.push(403);
  const second = await ship();
  assert.equal(second.exit, 125);
  assert.match(
    second.stderr,
    /has not taken the rows: the receiver answered 403\n {2}hint: what was taken is remembered/,
  );
  assert.equal((await ship()).exit, 0);
  assert.equal(bodies.length, 2);
});

test("a copy in a file is the trail, line by line, and goes on behind a torn line", (t) => {
  const place = new Place(t);
  const copy = join(place.root, "copy.jsonl");
  const url = `file:${copy}`;
  place.file("config/config.kdl", `search-path "/usr/bin"\nship-to "${url}"\n`);
  const room = new TrailRoom(t, {}, null, place.state);
  room.run("one");
  assert.equal(place.wardctl("audit", "ship").exit, 0);
  room.run("two");
  assert.equal(place.wardctl("audit", "ship").exit, 0);
  assert.deepEqual(room.lines(copy), room.lines());
  assert.equal(place.wardctl("audit", "verify", "--trail", copy).exit, 0);
  writeFileSync(copy, readFileSync(copy, "utf8").slice(0, -20));
  rmSync(join(place.state, "audit/ship"), { recursive: true });
  assert.match(place.wardctl("audit", "ship").stderr, /4 rows sent/);
  assert.deepEqual(room.lines(copy).slice(4), room.lines());
});

test("a config.kdl with an error is named, and nobody is told to add what is there", (t) => {
  const place = new Place(t);
  const file = place.file("config/config.kdl", 'ship-to "file:relative.jsonl" "file:/tmp/x"\n');
  const { exit, stderr } = place.wardctl("audit", "ship");
  assert.equal(exit, 78);
  assert.match(
    stderr,
    new RegExp(`^wardctl: ${file} is not valid: "ship-to": .*; .wardctl check. shows`),
  );
});

test("only targets that config.kdl names are shipped to", (t) => {
  const place = new Place(t);
  const none = place.wardctl("audit", "ship", "--to", "syslog://evil:514");
  assert.equal(none.exit, 64);
  assert.match(
    none.stderr,
    /^wardctl: no config\.kdl names a target: a person adds `ship-to "<url>"` to config\.kdl\n/,
  );
  const { place: named } = makePlace(t, "file:/a", "file:/b");
  const cases: [string[], RegExp][] = [
    [["--to", "file:/etc/passwd"], /does not name file:\/etc\/passwd; it names file:\/a file:\/b/],
    [
      ["--follow"],
      /names several targets, and one process follows for one of them: choose it with --to: file:\/a file:\/b/,
    ],
  ];
  for (const [words, said] of cases) {
    const { exit, stderr } = named.wardctl("audit", "ship", ...words);
    assert.equal(exit, 64);
    assert.match(stderr, said);
  }
  const wrong = makePlace(t, "syslog://h?transport=carrier").place.wardctl("audit", "ship");
  assert.deepEqual([wrong.exit, /its transport is udp, tcp or tls/.test(wrong.stderr)], [64, true]);
});

test("several targets get the rows one after the other, and one that takes nothing keeps none from the others", (t) => {
  const place = new Place(t);
  const copies = ["one", "two", "three", "four"].map((name) => join(place.root, name));
  const [, second = "", , fourth = ""] = copies;
  const urls = copies.map((file) => `file:${file}`);
  const named = [...urls, urls[0]].map((url) => JSON.stringify(url)).join(" ");
  place.file("config/config.kdl", `search-path "/usr/bin"\nship-to ${named}\n`);
  const room = new TrailRoom(t, {}, null, place.state);
  const shipped = () => {
    const { exit, stdout, stderr } = place.wardctl("audit", "ship");
    return { exit, stdout, stderr: stderr.replaceAll(place.root, "…") };
  };
  for (const directory of [second, fourth]) mkdirSync(directory);
  room.run("one");
  const failed = (name: string) =>
    `wardctl: file:…/${name} has not taken the rows: it is a directory\n  hint: what was taken is remembered: the next \`wardctl audit ship\` goes on there\n`;
  const sent = (name: string, count: number) => `wardctl: ${count} rows sent to file:…/${name}\n`;
  assert.deepEqual(shipped(), {
    exit: 125,
    stdout: "",
    stderr: sent("one", 2) + sent("three", 2) + failed("two") + failed("four"),
  });
  for (const directory of [second, fourth]) rmdirSync(directory);
  room.run("two");
  assert.deepEqual(shipped(), {
    exit: 0,
    stdout: "",
    stderr: sent("one", 2) + sent("two", 4) + sent("three", 2) + sent("four", 4),
  });
  assert.deepEqual(
    copies.map((file) => idsOf(room, file)),
    copies.map(() => idsOf(room)),
  );
});

/** Ships into a file: what is there, and what was said. */
class Copy {
  readonly place: Place;
  readonly room: TrailRoom;
  readonly file: string;

  constructor(t: TestContext) {
    this.place = new Place(t);
    this.file = join(this.place.root, "copy.jsonl");
    this.place.file("config/config.kdl", `ship-to "file:${this.file}"\n`);
    this.room = new TrailRoom(t, {}, null, this.place.state);
  }

  ship(): string {
    const { exit, stderr } = this.place.wardctl("audit", "ship");
    return `${exit} ${stderr.replaceAll(this.place.root, "…")}`;
  }

  ids(): string[] {
    return idsOf(this.room, this.file);
  }

  /** The file that says how far it is. */
  offset(change: (position: Record<string, unknown>) => unknown): string {
    const directory = join(this.place.state, "audit/ship");
    const [name = ""] = readdirSync(directory);
    const file = join(directory, name);
    writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, "utf8")))));
    return file;
  }
}

const LOST =
  "wardctl: the place where shipping to file:…/copy.jsonl had stopped is no longer on record; all that is kept is sent\n";
const sentText = (count: number) => `wardctl: ${count} rows sent to file:…/copy.jsonl\n`;

test("a place that is not on record any more, or not as it was, is said, and all that is kept is sent", (t) => {
  const ways: Record<string, (copy: Copy) => unknown> = {
    "the file is gone": ({ room }) => rmSync(room.place.file),
    "the trail was written anew from its first row": ({ room }) =>
      room.write(rechain(room.rows().map((row, at) => (at === 1 ? { ...row, verb: "x" } : row)))),
    "the trail was cut": ({ room }) => room.write(room.lines().slice(0, 1)),
    "a place behind the end": (copy) => copy.offset((at) => ({ ...at, offset: 1e15 })),
    "a place inside of a row": (copy) =>
      copy.offset((at) => ({ ...at, offset: Number(at.offset) - 10 })),
    "another row's place": (copy) => copy.offset((at) => ({ ...at, last: "0".repeat(64) })),
  };
  for (const [way, change] of Object.entries(ways)) {
    const copy = new Copy(t);
    copy.room.run("one");
    assert.equal(copy.ship(), `0 ${sentText(2)}`);
    const before = copy.ids();
    change(copy);
    copy.room.run("two");
    const now = idsOf(copy.room);
    assert.equal(copy.ship(), `0 ${LOST}${sentText(now.length)}`, way);
    assert.deepEqual(copy.ids(), [...before, ...now], way);
    assert.equal(copy.ship(), `0 ${sentText(0)}`, way);
  }
});

test("a place that says nothing stops shipping, with the way out named", (t) => {
  const copy = new Copy(t);
  copy.room.run("one");
  copy.ship();
  const bad = [null, [], "x", {}, { first: 1, offset: 5, last: "x" }, { offset: -1 }];
  for (const content of bad) {
    const file = copy.offset(() => content).replace(copy.place.root, "…");
    const hint = `look at it, or remove it to ship everything again: ${file}`;
    const said = `wardctl: ${file} does not say how far rows were shipped\n  hint: ${hint}\n`;
    assert.equal(copy.ship(), `125 ${said}`, JSON.stringify(content));
    copy.offset(() => ({}));
  }
  assert.equal(copy.ids().length, 2);
});

test("rows that were written after the clock was set back are shipped, through all new files", (t) => {
  const copy = new Copy(t);
  const { room } = copy;
  const sent: string[] = [];
  const note = (word: string) => {
    const id = room.run(word);
    sent.push(`${id} decided`, `${id} finished`);
  };
  let now = Date.UTC(2031, 0);
  t.mock.method(Date, "now", () => now);
  note("one");
  assert.equal(copy.ship(), `0 ${sentText(2)}`);
  rotate(room);
  now = Date.UTC(2026, 11);
  note("two");
  rotate(room);
  note("three");
  now = Date.UTC(2025, 11);
  rotate(room);
  note("four");
  assert.equal(copy.ship(), `0 ${sentText(6)}`);
  assert.deepEqual(copy.ids(), sent);
  const { exit, stdout } = copy.place.wardctl("audit", "verify");
  assert.equal(`${exit} ${stdout.split("\n")[0]}`, "0 8 rows in 4 files: the chain holds");
});
