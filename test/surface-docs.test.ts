// wardctl docs and check --coverage: pages that real readers of Markdown and roff take, that are held to their policy and tell no secret.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { skipUnless } from "./fixtures/needed.ts";
import { Place } from "./program-place.ts";

const POLICY = `description "Looks at a cluster."
wrap ward kube {
    describe "the cluster"
    doc-link "https://example.org/a_b"
    lint-allow no-example "cases stand in a table"
    exec ssh {
        argv-prefix "host" "kubectl"
        env TOKEN { value "env" "KUBE_SECRET" }
        environment { keep "LANG" }
    }
    can run get { deny-flag "-A"; allow-arg-re "pods|nodes"; describe "what runs"; allows "get pods"; refuses "get -A" }
    can run version { argv "version" "--client"; sealed }
    can run fetch { bin "curl"; argv "--version"; sealed }
    never run delete { describe "history is shared" }
    never pass "*secret*"
}
`;

const PAGE = `# Looks at a cluster.

<!-- Made by \`wardctl docs\`, which also tells whether it is stale (--check). -->

## \`ward kube\`

the cluster

- holds for all: \`never pass "*secret*"\`
- sets the variables \`TOKEN\`
- keeps the caller's variables \`LANG\`
- never \`delete\`: history is shared
- lint is silent about \`no-example\`: cases stand in a table
- see also https://example.org/a\\_b

### \`ward kube get\`

what runs

- runs \`ssh host kubectl get\` and the caller's arguments, quoted for the shell of the other machine
- refuses the flags \`-A\` (\`--all-namespaces\`)
- every other flag passes
- every argument matches \`pods|nodes\` whole
- allows \`ward kube get pods\`
- refuses \`ward kube get -A\`

### \`ward kube version\`

- runs \`ssh host kubectl version --client\`, quoted for the shell of the other machine, and takes no argument

### \`ward kube fetch\`

- runs \`curl --version\`, and takes no argument
`;

const SECRET = { env: { KUBE_SECRET: "hunter22hunter22" } };

test("a page says what each grant runs, what bounds it and why; values of providers are not on it", (t) => {
  const place = new Place(t);
  const file = place.file("work/kube.kdl", POLICY);
  for (const options of [[], ["--man"]]) {
    const { exit, stdout, stderr } = place.call("wardctl", ["docs", ...options, file], SECRET);
    assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" });
    assert.ok(stdout.includes("TOKEN"));
    assert.doesNotMatch(stdout, /hunter|KUBE_SECRET/);
    if (options.length === 0) assert.equal(stdout, PAGE);
  }
});

const LONG = "-c a.first=1 -c a.second=2 -c a.third=3 -c a.fourth=4 -c a.fifth=5 -c a.sixth=6";

test("a long start of several grants is on the page once, in both forms; another program's is where it runs", (t) => {
  const place = new Place(t);
  const file = place.file(
    "work/long.kdl",
    `wrap ward long {
    exec git { argv-prefix ${LONG.replace(/\S+/g, '"$&"')} }
    can run log { metacharacters literal; timeout "9s"; allows log }
    can run tip { argv "log" "-1"; sealed; metacharacters literal }
    can run fetch { bin "curl"; argv "--version"; sealed; metacharacters literal }
}
`,
  );
  assert.equal(
    place.wardctl("docs", file).stdout.split("\n").slice(6).join("\n"),
    `- the fixed words: \`git ${LONG}\`
- holds for all: \`metacharacters literal\`

### \`ward long log\`

- runs the fixed words, \`log\` and the caller's arguments
- every flag passes
- \`timeout 9s\`
- allows \`ward long log\`

### \`ward long tip\`

- runs the fixed words and \`log -1\`, and takes no argument

### \`ward long fetch\`

- runs \`curl --version\`, and takes no argument
`,
  );
  const man = place.wardctl("docs", "--man", file).stdout.replaceAll("\\-", "-");
  const ofGit = (text: string) => text.split(`git ${LONG}`).length - 1;
  assert.equal(ofGit(man), 1);
  assert.match(man, /^runs the fixed words and \\fBlog -1\\fR, and takes no argument$/m);
});

test("--output writes the page, --check says whether it is the one that would be written", (t) => {
  const place = new Place(t);
  const file = place.file("work/kube.kdl", POLICY);
  const page = `${place.work}/kube.md`;
  const check = () => place.wardctl("docs", "--check", page, file);
  assert.equal(check().exit, 1);
  assert.equal(place.wardctl("docs", "--output", page, file).exit, 0);
  assert.equal(readFileSync(page, "utf8"), PAGE);
  assert.deepEqual(check(), { exit: 0, stdout: "", stderr: "" });
  writeFileSync(file, POLICY.replace('deny-flag "-A"', 'deny-flag "-A" "-w"'));
  const stale = check();
  assert.equal(stale.exit, 1);
  assert.match(
    stale.stderr,
    /^\+- refuses the flags `-A` \(`--all-namespaces`\), `-w` \(`--watch`\)$/m,
  );
  assert.match(stale.stderr, /kube\.md is stale: write it again with --output$/m);
  writeFileSync(page, "another page\n".repeat(500));
  const other = check();
  assert.equal(other.exit, 1);
  const shown = other.stderr.split("\n");
  assert.deepEqual(
    [shown.length, shown[2], ...shown.slice(-3)],
    [
      45,
      "-another page",
      "… 495 more lines differ",
      `wardctl: ${page} is stale: write it again with --output`,
      "",
    ],
  );
  writeFileSync(file, "wrap ward kube {\n");
  const broken = check();
  assert.equal(broken.exit, 78);
  assert.equal(readFileSync(page, "utf8"), "another page\n".repeat(500));
});

/** Text that a page must not obey. */
const HOSTILE = `description "A \\"page\\" | <b>x</b> \`y\`"
wrap ward "o'd*d\\"" {
    describe ".de evil"
    doc-link "'ti 9"
    exec git
    can run "x\`y\`|z" { describe "\\\\fBbold\\\\fR \\\\*(x .sp 9"; allow-flag "--foo"; allows "x\`y\`|z --foo" }
    can run ".so" { describe "'so /etc/passwd"; deny-flag "-a" }
}
`;

/** What a reader of roff shows of the page, blanks and overstrikes taken out; it must warn of nothing. */
function read(argv: readonly string[], page: string): string {
  const [program = "", ...words] = argv;
  const { status, stdout, stderr } = spawnSync(program, [...words, page], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", MANWIDTH: "200", MAN_KEEP_FORMATTING: "" },
  });
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" }, program);
  const plain = stdout.replace(/.\x08/gu, "").replace(/\x1b\[[0-9;]*m/g, "");
  return plain.replace(/[‐−]/g, "-").replace(/\s+/g, " ");
}

const READERS = {
  groff: ["groff", "-man", "-Tutf8", "-ww", "-rLL=200n", "-P-cbou"],
  mandoc: ["mandoc", "-T", "utf8", "-O", "width=200", "-W", "error"],
  man: ["man", "--warnings", "-l"],
} as const;

for (const [name, argv] of Object.entries(READERS)) {
  test(`${name} shows the page for man as it is meant, and obeys no word of a policy`, {
    skip: skipUnless(spawnSync("which", [name]).status === 0, `${name} is not installed`),
  }, (t) => {
    const place = new Place(t);
    const page = `${place.work}/ward-kube.7`;
    const shown = (text: string) => {
      place.wardctl("docs", "--man", "--output", page, place.file("work/kube.kdl", text));
      return read(argv, page);
    };
    const usual = shown(POLICY);
    for (const part of [
      "ward-kube - Looks at a cluster.",
      "runs ssh host kubectl get and the caller's arguments",
      "refuses the flags -A or --all-namespaces",
      "never delete: history is shared",
      "every argument matches pods|nodes whole",
    ]) {
      assert.ok(usual.includes(part), `${part}: ${usual}`);
    }
    const odd = shown(HOSTILE);
    for (const part of [
      'A "page" | <b>x</b> `y`',
      ".de evil",
      "see also 'ti 9",
      "\\fBbold\\fR \\*(x .sp 9",
      "'so /etc/passwd",
      "x`y`|z",
    ]) {
      assert.ok(odd.includes(part), `${part}: ${odd}`);
    }
  });
}

const COVERED = `wrap ward g {
    exec git
    can run log { deny-flag "--output"; deny-flag "--ext-diff"; allows "log -1"; refuses "log --outp=x" }
    can run status { when any-arg matches "a*" }
    can run push { allow-flag "-q"; allow-arg-re "origin" "main"; refuses "push x" }
    never run "push --force"
    never run reflog
    refuses "g push --force"
    never pass "*secret*"
}
`;

test("check --coverage names the sentences that no example exercises, each at its place", (t) => {
  const place = new Place(t);
  const file = place.file("work/g.kdl", COVERED);
  const { exit, stdout } = place.wardctl("check", "--coverage", "--json", file);
  const lines = COVERED.split("\n");
  const [{ diagnostics }] = JSON.parse(stdout).files;
  const shown = diagnostics.map(({ code, severity, span: { start, end } }: Diagnosed) => ({
    ...{ code, severity },
    text: lines[start.line - 1]?.slice(start.column - 1, end.column - 1),
  }));
  const silent = [
    'deny-flag "--ext-diff"',
    "can run status",
    'when any-arg matches "a*"',
    "can run push",
    'allow-flag "-q"',
    "never run reflog",
    'never pass "*secret*"',
  ];
  assert.deepEqual(
    shown,
    silent.map((text) => ({ code: "no-example", severity: "note", text })),
  );
  assert.equal(exit, 0);
  const whole = COVERED.replace("never run reflog\n", "");
  const better = place.file(
    "work/g.kdl",
    `${whole.slice(0, -2)}    allows "g log x"\n    refuses "g log --ext-diff"\n}\n`,
  );
  const left = JSON.parse(place.wardctl("check", "--coverage", "--json", better).stdout).files[0];
  assert.equal(left.diagnostics.length, silent.length - 2);
});

test("check --coverage looks at every call that a grant has a say in, behind flags too, and at no other", (t) => {
  const place = new Place(t);
  const file = place.file(
    "work/g.kdl",
    `wrap ward g {
    exec git
    can run remote { deny-flag "-f"; allows "remote -v" }
    can run "remote add" { deny-flag "-t" }
    can run "remote rename" { deny-flag "-t" }
    refuses "g remote -v add -t x"
    allows "g remote add rename"
}
`,
  );
  const { stdout } = place.wardctl("check", "--coverage", "--json", file);
  const [{ diagnostics }] = JSON.parse(stdout).files;
  assert.deepEqual(
    diagnostics.map(({ code, span: { start } }: Diagnosed) => [code, start.line, start.column]),
    [
      ["no-example", 3, 22],
      ["no-example", 5, 5],
      ["no-example", 5, 31],
    ],
  );
});

interface Position {
  readonly line: number;
  readonly column: number;
}
interface Diagnosed {
  readonly code: string;
  readonly severity: string;
  readonly span: { readonly start: Position; readonly end: Position };
}
