// What a project wants to run → the text of the question: nothing in it moves the terminal, everything cut is counted.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { execSurface } from "../src/engine/surface.ts";
import { diffSurfaces } from "../src/engine/surface-diff.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import { type Pin, type Site, siteKey } from "../src/model/trust.ts";
import { folded } from "../src/render/folded.ts";
import { type QuestionView, renderQuestion, renderWholeQuestion } from "../src/render/question.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function sites(source: string): Site[] {
  const { guardfile, diagnostics } = parseGuardfile("Guardfile", source);
  assert.ok(guardfile, diagnostics.map((one) => one.message).join("; "));
  return execSurface(guardfile, sha256);
}

function view(source: string, over: Partial<QuestionView> = {}): QuestionView {
  return {
    guardfile: "/work/app/Guardfile",
    cwd: "/work/app",
    before: "nothing",
    values: new Map(),
    sites: sites(source),
    changes: null,
    pins: [],
    changedPins: [],
    launchers: new Set(),
    refused: new Map(),
    bounds: new Map(),
    storeFile: "/home/kai/.config/ward/trust.json",
    approvedAt: null,
    ...over,
  };
}

const SAMPLE = `wrap ward app {
  exec git { argv-prefix "-c" "core.fsmonitor=false"; env TOKEN { value file "/run/token" }; environment { keep "KUBECONFIG" } }
  can run status
  can run tag { argv tag "v 1"; sealed }
  only pass when shell hostname "-s" is "*laptop*"
}`;

test("T75: the whole question", () => {
  const pins: Pin[] = [
    { where: "ward.app.tag", role: "script", path: "./x", realpath: "/work/app/x", sha256: "ab" },
    { where: "ward.app.tag", role: "binary", path: "git", realpath: "/usr/bin/git", sha256: null },
  ];
  assert.deepEqual(renderQuestion(view(SAMPLE, { pins })).text.split("\n"), [
    "ward: this project brings a Guardfile that you have not answered for yet:",
    "  file: /work/app/Guardfile",
    "  called in: /work/app",
    '    ward.app: sets TOKEN from file "/run/token"',
    '    ward.app: runs "hostname" "-s" to decide',
    '    ward.app.status: "git" "-c" "core.fsmonitor=false" "status" …',
    "      keeps from your environment: KUBECONFIG",
    "      gets: TOKEN",
    '    ward.app.tag: "git" "-c" "core.fsmonitor=false" "tag" "v 1" (sealed: nothing can be appended)',
    "      keeps from your environment: KUBECONFIG",
    "      gets: TOKEN",
    "      script /work/app/x sha256 ab",
    "All of it runs with your privileges and environment.",
    "The answer is kept in /home/kai/.config/ward/trust.json; ward asks again when any of this changes.",
  ]);
});

const HEADS: readonly (readonly [QuestionView["before"], string])[] = [
  ["nothing", "this project brings a Guardfile that you have not answered for yet:"],
  ["changed", "this project's Guardfile, or what it runs, is not what you answered for before:"],
  ["lapsed", "the rules for approvals got stricter since you approved this project's Guardfile:"],
  ["approved", "this project's Guardfile is approved as it is:"],
  ["declined", "you declined this project's Guardfile as it is, and can answer again:"],
  ["ignored", "you set this project's Guardfile to be ignored, and can answer again:"],
];

test("T75: the first line says what was answered before", () => {
  for (const [before, head] of HEADS) {
    assert.equal(renderQuestion(view(SAMPLE, { before })).text.split("\n")[0], `ward: ${head}`);
  }
});

const VALUED = `wrap ward app {
  exec git { env GIT_SSH_COMMAND "sh -c 'curl x | sh'"; env LITERAL { value literal "a\\u{202e}b" }; env LONG "${"x".repeat(200)}" }
  can run status
}`;

test("T75: a value that the file sets is part of what would run: shown, escaped and cut", () => {
  const texts = ["sh -c 'curl x | sh'", "a\u202eb", "x".repeat(200)];
  const values = new Map(texts.map((text) => [sha256(text), text]));
  const { text, isClipped } = renderQuestion(view(VALUED, { values }));
  assert.deepEqual(text.split("\n").slice(3, 6), [
    `    ward.app: sets GIT_SSH_COMMAND to "sh -c 'curl x | sh'"`,
    '    ward.app: sets LITERAL to "a\\u{202e}b"',
    `    ward.app: sets LONG to "${"x".repeat(159)}…(+42)`,
  ]);
  assert.equal(isClipped, true);
  assert.match(renderWholeQuestion(view(VALUED, { values })), /sets LONG to "x{200}"$/m);
  assert.match(renderQuestion(view(VALUED)).text, /sets GIT_SSH_COMMAND \(a value in the file\)$/m);
});

test("T12: a variable that is gone may have held something back", () => {
  const before = sites('wrap ward app { exec git { env A "1" }; can run tag }');
  const source = "wrap ward app { exec git; can run tag }";
  const now = sites(source);
  const { text } = renderQuestion(view(source, { sites: now, changes: diffSurfaces(before, now) }));
  assert.deepEqual(text.split("\n").slice(3, -2), [
    '  ~ ward.app.tag: "git" "tag" …  (wider)',
    "      - env A",
    "  - ward.app: sets A (a value in the file)  (wider: it may have held something back)",
  ]);
});

test("T71: launchers are marked, and what never runs says why", () => {
  const source = 'wrap ward app { exec sh; can run x { argv "-c" "rm -rf ."; sealed }; can run y }';
  const [, x, y] = sites(source);
  assert.ok(x && y);
  const refused = new Map([[siteKey(y), "`sh` runs whatever its arguments say"]]);
  const { text } = renderQuestion(view(source, { launchers: new Set([siteKey(x)]), refused }));
  assert.match(text, /^ {4}LAUNCHER ward\.app\.x: "sh" "-c" "rm -rf \." \(sealed/m);
  assert.match(text, /^ {6}never runs: `sh` runs whatever/m);
});

test("T12: a re-ask shows what changed, and whether it is tighter or wider", () => {
  const before = sites(`wrap ward app { exec git
    can run commit { deny-flag "--no-verify" "-n" }
    can run log
    can run "remote add" { deny-flag "-f" }
    can run remote
    can run show { allow-flag "--stat" }
    can run tag }`);
  const source = `wrap ward app { exec git
    can run commit { deny-flag "-n" "--amend" }
    can run log { sealed; argv log }
    can run remote
    can run show { allow-flag "--stat"; deny-when any-arg matches "*secret*" }
    can run push }`;
  const now = sites(source);
  const { text } = renderQuestion(view(source, { sites: now, changes: diffSurfaces(before, now) }));
  assert.deepEqual(text.split("\n").slice(3, -2), [
    '  ~ ward.app.commit: "git" "commit" …  (wider)',
    '      - deny-flag "--no-verify"',
    '      + deny-flag "--amend"',
    '  ~ ward.app.log: "git" "log" (sealed: nothing can be appended)  (wider)',
    "      - argv (none)",
    '      + argv "log"',
    "      - sealed no",
    "      + sealed yes",
    '  + ward.app.push: "git" "push" …  (wider)',
    '    ward.app.remote: "git" "remote" …',
    '  ~ ward.app.show: "git" "show" …  (tighter)',
    '      + deny-when any-arg matches "*secret*"',
    '  - ward.app.remote.add: "git" "remote" "add" …  (wider)',
    '  - ward.app.tag: "git" "tag" …  (tighter)',
  ]);
});

test("T12: a bound that gets smaller, a sandbox and what it hides are tighter; what opens one is wider", () => {
  const before = sites(`wrap ward app { exec git
    can run a
    can run b { timeout "2m"; output-limit "1MiB" }
    can run c { confine { write "/a" "/b"; socket "/s"; network inherit; required #false } }
    can run d { confine { hide "/a" } }
    can run e { timeout "1m"; stdin none; cwd "/x" } }`);
  const source = `wrap ward app { exec git
    can run a { timeout "30s"; confine { network inherit } }
    can run b { timeout "90s"; output-limit "64KiB"; stdin none }
    can run c { confine { write "/a"; hide "/c" } }
    can run d { confine { write "/b" } }
    can run e { timeout "2m"; stdin inherit; cwd "/y" } }`;
  const now = sites(source);
  const { text } = renderQuestion(view(source, { sites: now, changes: diffSurfaces(before, now) }));
  assert.deepEqual(text.split("\n").slice(3, -2), [
    '  ~ ward.app.a: "git" "a" …  (tighter)',
    "      - confine (none)",
    "      + confine { network inherit }",
    "      - timeout (none)",
    "      + timeout 30s",
    '  ~ ward.app.b: "git" "b" …  (tighter)',
    "      - output-limit 1MiB",
    "      + output-limit 64KiB",
    "      - stdin (none)",
    "      + stdin none",
    "      - timeout 2m",
    "      + timeout 90s",
    '  ~ ward.app.c: "git" "c" …  (tighter)',
    "      + confine hide /c",
    "      - confine required no",
    "      + confine required yes",
    "      - confine network inherit",
    "      + confine network none",
    "      - confine socket /s",
    "      - confine write /b",
    '  ~ ward.app.d: "git" "d" …  (wider)',
    "      - confine hide /a",
    "      + confine write /b",
    '  ~ ward.app.e: "git" "e" …  (wider)',
    "      - cwd /x",
    "      + cwd /y",
    "      - stdin none",
    "      + stdin inherit",
    "      - timeout 1m",
    "      + timeout 2m",
  ]);
});

test("T12: a rule of the whole group is shown where it changed", () => {
  const before = sites('wrap ward app { exec git; can run push; never run "push --force" }');
  const source = "wrap ward app { exec git; can run push; metacharacters refuse }";
  const now = sites(source);
  const { text } = renderQuestion(view(source, { sites: now, changes: diffSurfaces(before, now) }));
  assert.match(
    text,
    /^ {2}~ ward\.app: what holds for all of it {2}\(wider\)\n {6}- never run "push --force"$/m,
  );
});

test("T21: a changed file is named", () => {
  const pin: Pin = {
    where: "ward.app.status",
    role: "binary",
    path: "git",
    realpath: "/work/app/git",
    sha256: "cd",
  };
  const { text } = renderQuestion(
    view(SAMPLE, { before: "changed", changes: [], changedPins: [pin, pin], pins: [pin] }),
  );
  assert.match(
    text,
    /^ward: this project's Guardfile, or what it runs, is not what you answered for before:$/m,
  );
  const lines = text.match(/^ {2}! .*$/gm);
  assert.deepEqual(lines, ["  ! binary /work/app/git sha256 cd is not the one that was approved"]);
});

test("T108: the same surface elsewhere is told", () => {
  const { text } = renderQuestion(view(SAMPLE, { approvedAt: "/work/b/Guardfile" }));
  assert.match(text, /^ {2}same surface already approved at \/work\/b\/Guardfile$/m);
});

const isPlain = (text: string) => /^[\n\x20-\x7e…]*$/.test(text);

test("sa-01: an argv that would redraw the question stays on its line, and stays readable", () => {
  const source =
    'wrap ward app { exec git; can run x { argv "\\u{1b}[2K\\r\\n trusted project\\u{7}\\t" } }';
  const { text } = renderQuestion(view(source));
  assert.equal(isPlain(text), true);
  const lines = text.split("\n").filter((line) => line.includes("trusted project"));
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /^ {4}ward\.app\.x: "git" "\\u001b\[2K\\r\\n trusted project/);
});

test("sa-02: so do a directory's name, a wrap's name and a variable's address", () => {
  const source = `wrap ward "a\u{1f600}\\u{200b}pp" { exec git { env A { value file "/x\\u{1b}]0;y" } }; can run x }`;
  const { text } = renderQuestion(
    view(source, {
      guardfile: "/work/\u001b[31mred\u202e/Guardfile",
      cwd: "/work/\u0007bell",
      storeFile: "/home/\u009bm/trust.json",
      approvedAt: "/x\r\n/Guardfile",
    }),
  );
  assert.equal(isPlain(text.replaceAll("\u{1f600}", "")), true);
  for (const seen of [
    "\\u{1b}[31mred\\u{202e}",
    "\\u{7}bell",
    "\\u{9b}m",
    "\\u{d}\\u{a}",
    "\\u{200b}",
  ]) {
    assert.ok(text.includes(seen), seen);
  }
});

test("sa-01: a long token can't go on as a line of its own: each row that goes on is marked", () => {
  const forged = `${"x".repeat(60)}    ward.app.safe: "ls" …`;
  const { text } = renderQuestion(
    view(`wrap ward app { exec rm; can run ${JSON.stringify(forged.replaceAll(" ", "\u00b7"))} }`),
  );
  const rows = folded(text, 80).split("\n");
  assert.ok(rows.every((row) => [...row].length <= 80));
  const whole = text.split("\n");
  const begun = rows.filter((row) => !row.startsWith("      | "));
  assert.equal(begun.length, whole.length);
  assert.equal(rows.join("\n").replaceAll("\n      | ", ""), text);
  assert.deepEqual(folded("日本\u0301語", 21), "日本\u0301語");
  assert.deepEqual(folded("日本語".repeat(4), 21).split("\n"), [
    "日本語日本語日本語日",
    "      | 本語",
  ]);
  assert.equal(folded("a".repeat(81), 0).split("\n").length, 2);
});

test("sa-02: a word that looks like the rest of its line is quoted, and what is plain is not", () => {
  const source = `wrap ward app { exec rm; can run "x:\\"git\\"…"; can run test:unit; can run "стат" }`;
  const lines = renderQuestion(view(source)).text.split("\n").slice(3, -2);
  assert.deepEqual(lines.sort(), [
    '    "ward.app.x:\\"git\\"…": "rm" "x:\\"git\\"…" …',
    '    "ward.app.стат": "rm" "стат" …',
    '    ward.app.test:unit: "rm" "test:unit" …',
  ]);
});

test("sa-03: what hides in an argv is visible as an escape", () => {
  const source =
    'wrap ward app { exec git; can run x { argv "a\\u{202e}b" "c\\u{200b}d" "e\\u{9b}f" "\\u{e0041}" } }';
  const { text } = renderQuestion(view(source));
  assert.match(text, /"a\\u\{202e\}b" "c\\u\{200b\}d" "e\\u\{9b\}f" "\\u\{e0041\}"/);
});

test("sa-04: a long argument is cut and counted, and can't be approved here", () => {
  const source = `wrap ward app { exec git; can run x { argv "${"a".repeat(5000)}" } }`;
  const { text, isClipped } = renderQuestion(view(source));
  assert.equal(isClipped, true);
  assert.match(text, /a{159}…\(\+4842\)/);
  assert.match(text, /can't be approved here/);
  assert.match(text, /wardctl trust review$/);
  assert.ok(renderWholeQuestion(view(source)).includes("a".repeat(5000)));
});

test("sa-04: 400 leaves are cut at 40 lines, and counted", () => {
  const leaves = Array.from({ length: 400 }, (_, index) => `can run l${index}`).join("\n");
  const source = `wrap ward app { exec git\n${leaves} }`;
  const { text, isClipped } = renderQuestion(view(source));
  assert.equal(isClipped, true);
  assert.match(text, /^ {2}…\(\+360 lines\)$/m);
  assert.equal(text.split("\n").length, 3 + 40 + 1 + 2);
  const whole = renderWholeQuestion(view(source));
  assert.equal(whole.match(/^ {4}ward\.app\.l/gm)?.length, 400);
});

test("T80: many tokens at one site, and long names, are cut too", () => {
  const argv = Array.from({ length: 50 }, (_, index) => `"t${index}"`).join(" ");
  const tokens = renderQuestion(view(`wrap ward app { exec git; can run x { argv ${argv} } }`));
  assert.deepEqual([tokens.isClipped, tokens.text.includes("…(+11)")], [true, true]);
  const name = renderQuestion(view(`wrap ward app { exec git; can run ${"n".repeat(300)} }`));
  assert.equal(name.isClipped, true);
});
