// Every shipped Guardfile stands beside a table of calls; both hold, through the built wardctl.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { Place } from "./program-place.ts";
import { readShipped, type ShippedLeaf, shippedNames } from "./shipped-policies.ts";

interface Case {
  readonly id: string;
  readonly call: readonly string[];
  readonly expect: { readonly decision: string };
}

const NAMES = [
  "brew",
  "docker",
  "forgejo-admin",
  "git",
  "inspect",
  "kubectl",
  "npm",
  "systemctl",
  "tailscale",
];

const cases = (name: string) =>
  readFileSync(`guardfiles/${name}.cases.jsonl`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);

test("the folder holds the policies and their tables, and nothing else", () => {
  const wanted = NAMES.flatMap((name) => [`${name}.cases.jsonl`, `${name}.kdl`]);
  assert.deepEqual([shippedNames, readdirSync("guardfiles").sort()], [NAMES, wanted]);
});

for (const name of NAMES) {
  test(`${name}: the file and its table hold`, (t) => {
    const place = new Place(t);
    const file = resolve(`guardfiles/${name}.kdl`);
    const checked = place.wardctl("check", file);
    const table = resolve(`guardfiles/${name}.cases.jsonl`);
    const tested = place.wardctl("test", table, "--guardfile", file);
    assert.deepEqual(
      { checked: checked.exit, tested: tested.exit, said: tested.stdout },
      { checked: 0, tested: 0, said: `${cases(name).length} passed, 0 failed\n` },
    );
  });
}

/** A leaf with neither would hand every flag to the tool, those of next year too. */
const isBounded = ({ wrap, leaf }: ShippedLeaf) =>
  wrap.form === "allow" || leaf.allowFlags.length > 0 || leaf.isSealed;

test("every leaf lists its flags or takes none, and every comment says what is refused and what remains", () => {
  const files = NAMES.map(readShipped);
  const open = files.flatMap(({ leaves }) => leaves.filter((leaf) => !isBounded(leaf)));
  assert.deepEqual(
    open.map(({ words }) => words.join(" ")),
    [],
  );
  const silent = files.filter(
    ({ comment }) => !/Refused on purpose/.test(comment) || !/Still possible/.test(comment),
  );
  assert.deepEqual(
    silent.map(({ name }) => name),
    [],
  );
});

/** What a policy says of flags and operands, without the places where it says so. */
const boundsOf = ({ leaf }: ShippedLeaf) => ({
  allow: leaf.allowFlags.map(({ flag }) => flag),
  deny: leaf.denyFlags.map(({ flag }) => flag),
  again: leaf.mayRepeat.map(({ flag }) => flag),
  values: leaf.valueFlags.map(({ flag }) => flag),
  guards: leaf.guards.map(({ effect, selector, globs }) => ({ effect, selector, globs })),
  patterns: leaf.patterns.map(({ source }) => source),
  isSealed: leaf.isSealed,
});

test("git: what --no-pager stands before is bounded as its twin without it, and runs the same words", () => {
  const { leaves } = readShipped("git");
  const words = ({ leaf }: ShippedLeaf) => leaf.argv ?? leaf.words;
  const twins = leaves.filter(({ leaf }) => leaf.words[0] === "--no-pager");
  const pairs = twins.map((twin) => {
    const name = twin.leaf.words.slice(1).join(" ");
    const own = leaves.find(({ leaf }) => leaf.words.join(" ") === name);
    assert.ok(own, name);
    return { twin, own };
  });
  assert.deepEqual(
    pairs.map(({ twin }) => ({
      ...boundsOf(twin),
      words: words(twin).filter((word) => word !== "--no-pager"),
    })),
    pairs.map(({ own }) => ({ ...boundsOf(own), words: words(own) })),
  );
  assert.deepEqual(
    twins.map((twin) => words(twin).includes("--no-pager")),
    twins.map(() => true),
  );
  assert.equal(twins.length, 12);
});

/** Other names of one command, as the tool itself has them. */
const SAME: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  brew: { list: ["ls"] },
  docker: {
    ps: ["container ls", "container list", "container ps"],
    images: ["image ls", "image list"],
    logs: ["container logs"],
    top: ["container top"],
    stats: ["container stats"],
    history: ["image history"],
    events: ["system events"],
    info: ["system info"],
    wait: ["container wait"],
  },
  kubectl: { "top pods": ["top pod"], "top nodes": ["top node"] },
  npm: {
    test: [
      "t",
      "tst",
      "run test",
      "run-script test",
      "run test:unit",
      "run test:integration",
      "run test:e2e",
    ],
    "run build": ["run-script build"],
    "run lint": ["run-script lint", "run lint:fix"],
    "run format": ["run-script format"],
    run: ["run-script"],
    view: ["info", "show", "v"],
    ls: ["list", "la", "ll"],
    explain: ["why"],
  },
};

for (const [name, commands] of Object.entries(SAME)) {
  test(`${name}: other names of a command are bounded as it is`, () => {
    const { leaves } = readShipped(name);
    const bounds = (words: string) => {
      const found = leaves.find(({ leaf }) => leaf.words.join(" ") === words);
      assert.ok(found, words);
      return { words, ...boundsOf(found) };
    };
    const pairs = Object.entries(commands).flatMap(([own, others]) =>
      others.map((other) => [bounds(other), { ...bounds(own), words: other }] as const),
    );
    assert.deepEqual(
      pairs.map(([other]) => other),
      pairs.map(([, own]) => own),
    );
  });
}
