// The library, through the examples of the docs: they compile against "ward", run, and are guarded and recorded as ward is.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { buildSync } from "esbuild";
import * as library from "ward";
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
  assert.match(example(place, "mount", "vcs", "--help").stdout, /^usage: acme vcs <word…>/);
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
  const { stdout } = example(place, "decide", "vcs", "commit", "-n");
  assert.match(stdout, /^ward: refused `acme vcs commit -n`: /);
  assert.equal(place.rows().length, 2);
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
