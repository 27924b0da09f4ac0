// Leaves from cases → ordinary, sealed launcher or refused; and the deny lists that a project's leaves get on top.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decide } from "../src/engine/decide.ts";
import { bareFacts } from "../src/engine/facts.ts";
import {
  hardenProject,
  readLauncher,
  readShellLauncher,
  UNSEEN,
} from "../src/engine/launcher-rules.ts";
import { plant } from "../src/engine/tree.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import type { Guardfile } from "../src/model/policy.ts";

function parse(source: string): Guardfile {
  const { guardfile, diagnostics } = parseGuardfile("Guardfile", `wrap ward g { ${source} }`);
  assert.ok(guardfile, `${diagnostics.map((one) => one.message).join("; ")}: ${source}`);
  return guardfile;
}

interface LeafRow {
  readonly case: string;
  readonly source: string;
  /** A name that the parser would not let through. */
  readonly bin?: string;
  readonly realpath?: string;
  readonly headerless?: boolean;
  readonly untold?: boolean;
  readonly reading: "ordinary" | "sealed" | "refused";
  readonly says?: string;
}

const rows: LeafRow[] = readFileSync("test/cases/launcher/leaves.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

for (const row of rows) {
  test(`${row.case}: ${row.source}${row.realpath ? ` → ${row.realpath}` : ""}: ${row.reading}`, () => {
    const leaf = parse(row.source).wraps[0]?.leaves[0];
    assert.ok(leaf);
    const look = {
      realpath: row.realpath ?? null,
      isHeaderless: row.headerless ?? false,
      isUntold: row.untold ?? false,
    };
    const exec = { ...leaf.exec, bin: row.bin ?? leaf.exec.bin };
    const reading = readLauncher({ ...leaf, exec }, look);
    assert.equal(reading.kind, row.reading);
    if (reading.kind === "refused") assert.ok(reading.problem.includes(row.says ?? "`"));
  });
}

test("T2: a launcher in a shell guard is fixed whole, and marked", () => {
  assert.deepEqual(readShellLauncher(["hostname", "-s"], UNSEEN), { kind: "ordinary" });
  assert.deepEqual(readShellLauncher(["sh", "-c", "x"], UNSEEN), { kind: "sealed", name: "sh" });
  assert.equal(readShellLauncher(["git:x"], UNSEEN).kind, "refused");
});

const OPEN: Readonly<Record<string, readonly string[]>> = {
  "exec git; can run grep": [
    "-Oless",
    "-O",
    "--open-files-in-pager=less",
    "--open-files",
    "--textconv",
  ],
  "exec git; can run fetch": ["--upload-pack=x", "--upload-p", "--exec=x"],
  "exec git; can run push": ["--receive-pack=x", "--exec"],
  "exec git; can run log": ["--ext-diff", "--textconv", "-p --ext-diff"],
  "exec git; can run rebase": ["-x make", "--exec make", "-ixmake"],
  "exec git; can run clone": ["-u x", "-c a=b", "--template=x"],
  'exec git { argv-prefix "-c" "a=b" }; can run x { argv clone }': ["-ux", "--config a=b"],
  "exec make; can run test": ["-f x", "-fx", "--file=x", "--eval=x", "SHELL=/tmp/x", "-C /tmp"],
  "exec npm; can run test": [
    "--script-shell=/tmp/x",
    "--prefix /tmp",
    "--node-options=x",
    "-C /tmp",
  ],
  "exec kubectl; can run get": ["--kubeconfig=x", "--kubeconfig x"],
  "exec docker; can run ps": ["-H tcp://x", "--host=x", "--config x"],
};

for (const [source, calls] of Object.entries(OPEN)) {
  test(`T72: ${source}: the caller can't add what runs another program`, () => {
    const guardfile = parse(source);
    const open = plant([{ place: "project", guardfile }]).tree;
    const closed = plant([{ place: "project", guardfile: hardenProject(guardfile) }]).tree;
    const leaf = guardfile.wraps[0]?.leaves[0]?.words ?? [];
    const judge = (tree: typeof open, call: string) =>
      decide(tree, { words: ["ward", "g", ...leaf, ...call.split(" ")] }, bareFacts);
    for (const call of calls) {
      assert.equal(judge(open, call).decision, "allow", `${call} is not what this table is about`);
      const denied = judge(closed, call);
      assert.equal(denied.decision, "deny", call);
      assert.match(denied.rule?.text ?? "", /^built in for /);
    }
  });
}

test("T72: git's own options are another matter behind the subcommand", () => {
  const guardfile = hardenProject(parse("exec git; can run switch"));
  const { tree } = plant([{ place: "project", guardfile }]);
  const call = { words: ["ward", "g", "switch", "-c", "topic"] };
  assert.equal(decide(tree, call, bareFacts).decision, "allow");
});

test("la-07: ssh reads its options behind the host too, so they are refused before anything runs", () => {
  const guardfile = hardenProject(parse('exec ssh { argv-prefix "kai@server" }; can run uptime'));
  const { tree } = plant([{ place: "project", guardfile }]);
  for (const token of ["-oProxyCommand=x", "-o", "-F/tmp/x"]) {
    const direct = decide(tree, { words: ["ward", "g", "uptime", token] }, bareFacts);
    assert.equal(direct.decision, "allow", "behind the remote command it is the remote program's");
  }
  const open = hardenProject(parse('exec ssh { argv-prefix "kai@server" }; can run x { argv }'));
  const opened = plant([{ place: "project", guardfile: open }]).tree;
  const call = { words: ["ward", "g", "x", "-oProxyCommand=x"] };
  const denied = decide(opened, call, bareFacts);
  assert.deepEqual(
    [denied.decision, denied.decision === "deny" && denied.reason],
    ["deny", "flag-not-allowed"],
  );
});

test("T11: what is built in is no part of what was approved", () => {
  const guardfile = parse("exec git; can run log");
  const before = JSON.stringify(guardfile);
  hardenProject(guardfile);
  assert.equal(JSON.stringify(guardfile), before);
});

test("a project's leaf gets the person's agent and runtime directory only by their full names", () => {
  const keeping =
    'exec tool { environment { keep "SSH_AUTH_SOCK" "XDG_*" } }; can run a; can run b';
  const [wrap] = hardenProject(parse(keeping)).wraps;
  const environment = { keep: ["SSH_AUTH_SOCK", "XDG_*"], drop: ["XDG_RUNTIME_DIR"] };
  assert.deepEqual(
    wrap?.leaves.map(({ exec }) => exec.environment),
    [environment, environment],
  );
});
