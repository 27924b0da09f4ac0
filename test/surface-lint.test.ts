// wardctl lint on real files: what it prints as JSON and SARIF, how it ends, and what --fix makes of files of every kind.
import assert from "node:assert/strict";
import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { rewriteFile } from "../src/host/rewrite-file.ts";
import { noValidator, validated } from "./json-schema.ts";
import { OwnUser } from "./own-user.ts";
import { Place } from "./program-place.ts";

const OPEN = `wrap ward names {
    exec sort
    can run "*" { deny-flag "--compress-program"; allows "names -u a" }
}
`;
const CLOSED = OPEN.replace(
  "deny-flag",
  'deny-flag "-o" "--output" "-T" "--temporary-directory"; deny-flag',
);

interface Told {
  readonly rule: string;
  readonly flags: readonly string[];
  readonly argv: readonly string[] | null;
  readonly [field: string]: unknown;
}

test("--json is an array of findings with these fields, in the order of the file", (t) => {
  const place = new Place(t);
  const file = place.file("work/names.kdl", OPEN);
  const { exit, stdout, stderr } = place.wardctl("lint", "--json", file);
  const where = { file, line: 3, column: 5, bin: "sort", subcommand: "" };
  assert.deepEqual(JSON.parse(stdout), [
    {
      rule: "hazard-write",
      severity: "error",
      ...where,
      message:
        "`ward names` lets the caller give `-o`, `--output`: writes the result into any file, one of its inputs too",
      flags: ["-o", "--output"],
      effect: "write",
      argv: ["ward", "names", "-o", "/tmp/x"],
      fix: 'deny-flag "-o" "--output"',
    },
    {
      rule: "hazard-write",
      severity: "note",
      ...where,
      message:
        "`ward names` lets the caller give `-T`, `--temporary-directory`: moves its temporary files",
      flags: ["-T", "--temporary-directory"],
      effect: "write",
      argv: ["ward", "names", "-T", "/tmp/x"],
      fix: 'deny-flag "-T" "--temporary-directory"',
    },
    {
      rule: "hazard-read",
      severity: "note",
      ...where,
      message: "`ward names` takes `/etc/passwd`: shows whatever file it is given",
      flags: [],
      effect: "read",
      argv: ["ward", "names", "/etc/passwd"],
      fix: 'say what the arguments may be with `allow-arg-re`, fix the whole call with `argv` and `sealed`, or remove `can run "*"`',
    },
  ]);
  assert.deepEqual(
    { exit, stderr },
    {
      exit: 2,
      stderr:
        "wardctl: 1 file linted, 1 error, 0 warnings, 2 notes; `wardctl lint --fix` closes 2 of them\n",
    },
  );
});

test("exit: 0 for notes, 0 and with --strict 1 for warnings, 2 for errors, 78 for a file that is no policy", (t) => {
  const place = new Place(t);
  const exits = (text: string) => {
    const file = place.file("work/x.kdl", text);
    return [place.wardctl("lint", file).exit, place.wardctl("lint", "--strict", file).exit];
  };
  const warned = 'wrap ward g { exec git; can run push { allow-flag "-q"; allows "push -q" } }\n';
  const found = place.wardctl("lint", "--json", place.file("work/x.kdl", warned)).stdout;
  const levels = (JSON.parse(found) as Told[]).map(({ severity }) => severity);
  assert.ok(levels.includes("warning") && !levels.includes("error"), found);
  assert.deepEqual(
    [exits(OPEN), exits(CLOSED), exits(warned), exits("wrap ward x {\n")],
    [
      [2, 2],
      [0, 0],
      [0, 1],
      [78, 78],
    ],
  );
});

test("what keeps a file from being a policy is a finding too, in JSON, SARIF and the closing line; the others are linted", {
  skip: noValidator,
}, (t) => {
  const place = new Place(t);
  const open = place.file("work/open.kdl", 'wrap "x" {\n');
  const example = place.file(
    "work/example.kdl",
    "wrap ward e {\n    exec sort\n    can run a { argv a; sealed; refuses a }\n}\n",
  );
  const missing = join(place.work, "missing.kdl");
  const good = place.file("work/names.kdl", CLOSED);
  const { exit, stdout, stderr } = place.wardctl("lint", "--json", open, example, missing, good);
  const told = JSON.parse(stdout) as Told[];
  const none = { bin: null, subcommand: null, flags: [], effect: null, argv: null };
  assert.deepEqual(told.slice(0, 3), [
    {
      ...{ rule: "unclosed-block", severity: "error", file: open, line: 1, column: 10 },
      ...{ message: "this block is never closed", ...none, fix: "add a `}`" },
    },
    {
      ...{ rule: "example", severity: "error", file: example, line: 3, column: 33 },
      message: "this call should be refused, but it is allowed: it runs `sort a`",
      ...{ ...none, fix: "line 3 decided: can run a" },
    },
    {
      ...{ rule: "file-unreadable", severity: "error", file: missing, line: 1, column: 1 },
      ...{ message: `${missing} can't be opened: no such file or directory`, ...none },
      fix: `look at: ls -ld ${missing}`,
    },
  ]);
  assert.deepEqual(
    told.slice(3).map(({ rule, file }) => [rule, file]),
    [["hazard-read", good]],
  );
  assert.match(stderr, /^wardctl: 4 files linted, 3 errors, 0 warnings, 1 note$/m);
  assert.equal(exit, 78);
  const log = place.wardctl("lint", "--sarif", open, example, missing, good).stdout;
  assert.deepEqual(
    validated("test/fixtures/sarif-2.1.0-essentials.schema.json", [
      JSON.stringify(JSON.parse(log)),
    ]),
    ["ok"],
  );
  assert.deepEqual(
    JSON.parse(log).runs[0].results.map(({ ruleId }: Result) => ruleId),
    told.map(({ rule }) => rule),
  );
});

/** As much of a result as is compared. */
interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: Readonly<
          Record<"startLine" | "startColumn" | "endLine" | "endColumn", number>
        >;
      };
    },
  ];
}

/** Every character of the text that could move a terminal, line ends apart. */
function unsafe(text: string): readonly string[] {
  return text.match(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g) ?? [];
}

const ODD_FILE = "work/a b%ü#?\u202e\u009b31m'\".kdl";
const ODD = 'wrap ward "g\'\\"`%" { exec sort; can run "-o" { argv "-o"; describe "x" } }\n';

test("--sarif is what SARIF 2.1.0 asks for, whatever files and groups are called", {
  skip: noValidator,
}, (t) => {
  const place = new Place(t);
  const files = [place.file("work/names.kdl", OPEN), place.file(ODD_FILE, ODD)];
  const { exit, stdout } = place.wardctl("lint", "--sarif", ...files);
  const log = JSON.parse(stdout);
  assert.deepEqual(
    validated("test/fixtures/sarif-2.1.0-essentials.schema.json", [JSON.stringify(log)]),
    ["ok"],
  );
  const [{ tool, results }] = log.runs;
  const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
  assert.equal(new Set(ids).size, ids.length);
  const told = JSON.parse(place.wardctl("lint", "--json", ...files).stdout) as Told[];
  assert.ok(told.some(({ file }) => file === files[1]));
  assert.deepEqual(
    results.map(({ ruleId, ruleIndex, level, locations: [{ physicalLocation }] }: Result) => ({
      ruleId,
      isIndexed: ids[ruleIndex] === ruleId,
      level,
      file: fileURLToPath(physicalLocation.artifactLocation.uri),
      line: physicalLocation.region.startLine,
      column: physicalLocation.region.startColumn,
      isForward:
        physicalLocation.region.endLine > physicalLocation.region.startLine ||
        physicalLocation.region.endColumn > physicalLocation.region.startColumn,
    })),
    told.map(({ rule, severity, file, line, column }) => ({
      ...{ ruleId: rule, isIndexed: true, level: severity, file, line, column, isForward: true },
    })),
  );
  assert.equal(exit, 2);
});

test("no output of lint moves a terminal: text, JSON, SARIF and the diff", (t) => {
  const place = new Place(t);
  for (const options of [[], ["--json"], ["--sarif"], ["--fix"]]) {
    const file = place.file(ODD_FILE, ODD);
    const { stdout, stderr } = place.wardctl("lint", ...options, file);
    assert.ok(stdout.length > 0);
    assert.deepEqual(unsafe(stdout + stderr), []);
  }
});

test("--fix shows the change, makes it, and tells what is left; nothing more is done by another one", (t) => {
  const place = new Place(t);
  const file = place.file("work/names.kdl", OPEN);
  const { exit, stdout, stderr } = place.wardctl("lint", "--fix", file);
  assert.equal(readFileSync(file, "utf8"), CLOSED);
  assert.equal(
    stderr,
    [
      `--- ${file}`,
      `+++ ${file}`,
      " wrap ward names {",
      "     exec sort",
      `-${OPEN.split("\n")[2]}`,
      `+${CLOSED.split("\n")[2]}`,
      " }",
      " ",
      "wardctl: 1 file linted, 0 errors, 0 warnings, 1 note",
      "",
    ].join("\n"),
  );
  assert.match(stdout, /^\S+names\.kdl:3:5: note\[hazard-read\]/);
  assert.equal(exit, 0);
  const again = place.wardctl("lint", "--fix", file);
  assert.equal(again.stderr, "wardctl: 1 file linted, 0 errors, 0 warnings, 1 note\n");
  assert.equal(readFileSync(file, "utf8"), CLOSED);
});

test("--fix keeps a byte order mark, carriage returns, comments, the mode, and the name of a link", (t) => {
  const place = new Place(t);
  const text = `\ufeff${OPEN.replace('"*" {', '/* why { */ "*" /* not */ { /* "} */').replaceAll("\n", "\r\n")}// end`;
  const file = place.file("work/names.kdl", text);
  chmodSync(file, 0o640);
  const link = join(place.work, "link.kdl");
  symlinkSync("names.kdl", link);
  assert.equal(place.wardctl("lint", "--fix", link).exit, 0);
  const fixed = readFileSync(file, "utf8");
  const put = 'deny-flag "-o" "--output" "-T" "--temporary-directory";';
  assert.equal(fixed, text.replace('{ /* "} */', `{ ${put} /* "} */`));
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(statSync(file).mode & 0o777, 0o640);
});

test("--fix of several files, one of them twice, one broken, one that can't be written: each is told, the others are mended", (t) => {
  const user = new OwnUser(t);
  const file = (name: string, text: string) => user.file(join(user.work, name), text);
  const good = file("good.kdl", OPEN);
  const broken = file("broken.kdl", "wrap ward x {\n");
  const locked = file("locked.kdl", OPEN.replace("names", "locked"));
  chmodSync(locked, 0o444);
  const { exit, stderr } = user.call("wardctl", ["lint", "--fix", locked, broken, good, good]);
  assert.equal(readFileSync(good, "utf8"), CLOSED);
  assert.equal(readFileSync(locked, "utf8"), OPEN.replace("names", "locked"));
  assert.equal(readFileSync(broken, "utf8"), "wrap ward x {\n");
  assert.match(stderr, /^wardctl: \S+locked\.kdl could not be written: permission denied$/m);
  assert.equal(exit, 125);
});

test("--fix never makes a file that is no policy any more: one that would be too long stays as it is", (t) => {
  const place = new Place(t);
  const padding = `// ${"x".repeat(256 * 1024 - OPEN.length - 50)}\n`;
  const file = place.file("work/long.kdl", OPEN + padding);
  const before = readFileSync(file, "utf8");
  const { exit, stderr } = place.wardctl("lint", "--fix", file);
  assert.match(
    stderr,
    /^wardctl: \S+long\.kdl would not be valid with what closes its findings: this file is larger than 256 KiB; it is as it was\n {2}hint: put the lines in by hand, or part the file$/m,
  );
  assert.equal(readFileSync(file, "utf8"), before);
  assert.equal(exit, 1);
});

test("--fix leaves a value that the policy sets to the person, and puts nothing in that loosens", (t) => {
  const place = new Place(t);
  const text =
    'wrap ward l {\n    exec ansible-doc { env PAGER "less" }\n    can run "--list" { allow-flag "-v"; allows "--list -v" }\n}\nwrap ward c { exec git; can run commit { allow-flag "-m"; allows "commit -m x" } }\n';
  const file = place.file("work/l.kdl", text);
  const { stdout } = place.wardctl("lint", "--fix", "--json", file);
  const fixes = (JSON.parse(stdout) as Told[]).map(({ rule, fix }) => [rule, fix]);
  assert.ok(
    fixes.some(([, fix]) => fix === 'env PAGER "cat", in place of the value that it has'),
    stdout,
  );
  assert.ok(
    fixes.some(([rule, fix]) => rule === "text-refused" && fix === 'text-flag "-m" "--message"'),
  );
  const after = readFileSync(file, "utf8");
  assert.doesNotMatch(after, /text-flag|metacharacters|may-repeat|PAGER "cat"/);
});

test("--fix is refused where an agent is typing: an agent does not write policies", (t) => {
  const place = new Place(t);
  const file = place.file("work/names.kdl", OPEN);
  const env = { CLAUDECODE: "1" };
  const { exit, stdout, stderr } = place.call("wardctl", ["lint", "--fix", file], { env });
  assert.deepEqual({ exit, stdout }, { exit: 77, stdout: "" });
  assert.equal(
    stderr.split("\n").at(-2),
    "wardctl: refused: CLAUDECODE is set, so an agent is typing; a person runs `wardctl lint --fix`",
  );
  assert.equal(readFileSync(file, "utf8"), OPEN);
  assert.equal(place.call("wardctl", ["lint", file], { env }).exit, 2);
});

test("--fix edits a project's file only where it is named, and says which it left", (t) => {
  const place = new Place(t);
  const own = place.guardfile("names", OPEN);
  const project = place.file("work/Guardfile", OPEN.replace("ward names", "ward theirs"));
  const before = readFileSync(project, "utf8");
  const told = place.wardctl("lint").stderr;
  assert.match(told, /2 errors, .*; `wardctl lint --fix` closes 2 of them$/m);
  const { stderr, exit } = place.wardctl("lint", "--fix");
  assert.equal(readFileSync(own, "utf8"), CLOSED);
  assert.equal(readFileSync(project, "utf8"), before);
  assert.ok(
    stderr.includes(
      `wardctl: ${project} is a project's, so it is only edited where it is named: wardctl lint --fix ${project}\n`,
    ),
    stderr,
  );
  assert.equal(exit, 2);
  assert.equal(place.wardctl("lint", "--fix", project).exit, 0);
  assert.equal(readFileSync(project, "utf8"), CLOSED.replace("ward names", "ward theirs"));
});

test("a lint-allow silences its rule there alone, says why on the page, and needs to say so", (t) => {
  const place = new Place(t);
  const file = place.file(
    "work/a.kdl",
    'wrap ward a {\n    exec sort\n    can run one { lint-allow hazard-write "its directory is thrown away"; lint-allow no-example "a sketch" }\n    can run two { lint-allow no-example "a sketch" }\n}\n',
  );
  const { stdout } = place.wardctl("lint", "--json", file);
  const told = (JSON.parse(stdout) as Told[]).map(({ rule, argv }) => `${rule} ${argv?.[2]}`);
  assert.ok(told.includes("hazard-write two"));
  assert.ok(!told.includes("hazard-write one"));
  assert.ok(told.includes("hazard-exec one"));
  assert.match(
    place.wardctl("docs", file).stdout,
    /^- lint is silent about `hazard-write`: its directory is thrown away$/m,
  );
  const silent = place.file(
    "work/b.kdl",
    "wrap ward b { exec sort; can run a { lint-allow hazard-write } }\n",
  );
  const refused = place.wardctl("lint", silent);
  assert.equal(refused.exit, 78);
  assert.match(refused.stderr, /"lint-allow" takes/);
});

test("a file that somebody changed in the meantime is left to them", (t) => {
  const place = new Place(t);
  const file = place.file("work/names.kdl", "// mine\n");
  assert.throws(() => rewriteFile(file, OPEN, CLOSED), {
    code: "not-written",
    message: `${file} could not be written: somebody changed it in the meantime`,
  });
  assert.equal(readFileSync(file, "utf8"), "// mine\n");
});
