// What a repository's own configuration runs under raw git, it does not run under `ward git`, save what the comment says.
//
// Each case sets a repository up, then makes the same calls with git and with the built ward, in two repositories of the kind.
// closed: git leaves the marker, ward doesn't. open: both do. inert: neither does, on no version that was tried.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { Place } from "./program-place.ts";

interface Attack {
  readonly id: string;
  readonly expect: "closed" | "open" | "inert";
  /** Shell text, run in a fresh repository; $MK leaves the marker $MARK, $HTTP a server that asks for a password, save below /open. */
  readonly setup: string;
  readonly calls: readonly (readonly string[])[];
  /** Relative to the repository. */
  readonly cwd?: string;
  readonly terminal?: boolean;
}

const attacks = readFileSync("test/cases/shipped/git-attacks.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Attack);

const REPOSITORY = `
set -e
mkdir r && cd r && git init -q -b main
git config user.name a && git config user.email a@example.com
echo a > f; echo '*.tc diff=tc' > .gitattributes; echo hi > x.tc; git add .; git commit -qm one
echo b >> f; echo ho >> x.tc; git commit -qam two
`;

let server: Server;
let url = "";
before(async () => {
  server = createServer((request, response) => {
    const isOpen = request.url?.startsWith("/open/") === true;
    const cookie = { "Set-Cookie": "a=b; Max-Age=9999" };
    if (isOpen) response.writeHead(200, { "Content-Type": "text/plain", ...cookie });
    else response.writeHead(401, { "WWW-Authenticate": "Basic realm=x" });
    response.end(isOpen ? `${"a".repeat(40)}\trefs/heads/main\n` : "");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
});
after(() => server.close());

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** Runs to the end, whatever the end is; under `script` where a terminal is wanted. */
async function run(
  [file = "", ...args]: readonly string[],
  options: { cwd: string; env: Record<string, string>; terminal: boolean },
): Promise<void> {
  const { cwd, env, terminal } = options;
  const line = [file, ...args].map(quoted).join(" ");
  const argv: readonly string[] = terminal
    ? ["script", "-qec", line, "/dev/null"]
    : [file, ...args];
  await new Promise<void>((done) => {
    const child = execFile(argv[0] ?? "", argv.slice(1), { cwd, env, timeout: 20_000 }, () =>
      done(),
    );
    child.stdin?.on("error", () => {}).end("q\n"); // a child that never reads closes it
  });
}

for (const attack of attacks) {
  test(`${attack.expect}: ${attack.id}`, async (t) => {
    const place = new Place(t);
    const mark = join(place.root, "MARK");
    place.program("mk", `#!/bin/sh\necho ran >> ${quoted(mark)}\nexit 1\n`);
    const mk = join(place.bin, "mk");
    const { PATH = "/usr/bin:/bin" } = process.env;
    const raw = { PATH, HOME: place.work, TERM: "xterm", LC_ALL: "C.UTF-8" };
    const given = { ...raw, MK: mk, MARK: mark, HTTP: url };
    const copy = join(place.root, "copy");
    mkdirSync(copy);
    for (const cwd of [place.work, copy]) {
      execFileSync("sh", ["-c", REPOSITORY + attack.setup], { cwd, env: given, stdio: "pipe" });
    }
    const leavesMarker = async (words: readonly string[], root: string, env: typeof raw) => {
      rmSync(mark, { force: true });
      const cwd = join(root, "r", attack.cwd ?? "");
      await run(words, { cwd, env, terminal: attack.terminal === true });
      return existsSync(mark);
    };
    const ward = [process.execPath, resolve("dist/ward.js"), "git"];
    const env = { ...raw, ...place.environment() };
    const results = [];
    for (const call of attack.calls) {
      const git = await leavesMarker(["git", ...call], copy, raw);
      const guarded = await leavesMarker([...ward, ...call], place.work, env);
      results.push({ call, git, guarded });
    }
    const git = attack.expect !== "inert";
    const guarded = attack.expect === "open";
    assert.deepEqual(
      results,
      attack.calls.map((call) => ({ call, git, guarded })),
    );
    const decisions = place.rows().filter(({ phase }) => phase === "decided");
    assert.deepEqual(
      decisions.map(({ decision }) => decision),
      attack.calls.map(() => "allow"),
    );
  });
}
