// Every option style, with and without the catalogue: nothing that the tool reads as a denied flag is allowed, and
// nothing made of allowed flags and fitting positionals is refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decide } from "../src/engine/decide.ts";
import { bareFacts } from "../src/engine/facts.ts";
import { matchWhole } from "../src/engine/patterns.ts";
import { type LeafTree, plant } from "../src/engine/tree.ts";
import { parseGuardfile } from "../src/language/parse.ts";
import type { BinaryFacts, FlagFact } from "../src/model/catalogue.ts";
import type { OptionStyle } from "../src/model/policy.ts";
import { readAs } from "./fixtures/reference-parsers.ts";

const LONG_NAMES: readonly FlagFact[] = [
  { names: ["-f", "--force"], arity: "none" },
  { names: ["--force-with-lease"], arity: "attached" },
  { names: ["-m", "--message"], arity: "required" },
  { names: ["-n", "--no-verify"], arity: "none" },
  { names: ["-o", "--output"], arity: "required" },
  { names: ["--out-dir"], arity: "required" },
  { names: ["-v", "--verbose"], arity: "none" },
  { names: ["-O", "--open-files"], arity: "attached" },
  { names: ["--dry-run"], arity: "none" },
  { names: ["--dryer"], arity: "none" },
];
const LETTERS = LONG_NAMES.map((fact) => ({
  ...fact,
  names: fact.names.filter((n) => n.length === 2),
}));
const ONE_DASH = LONG_NAMES.map((fact) => ({
  ...fact,
  names: fact.names.map((name) => name.replace(/^--/, "-")),
}));

function specOf(style: OptionStyle): readonly FlagFact[] {
  if (style === "posix") return LETTERS.filter(({ names }) => names.length > 0);
  return style === "go" || style === "find" || style === "longonly" ? ONE_DASH : LONG_NAMES;
}

const STYLES: readonly OptionStyle[] = [
  "git",
  "gnu",
  "gnu-first",
  "posix",
  "go",
  "pflag",
  "clap",
  "argparse",
  "nopt",
  "yargs",
  "longonly",
  "mysql",
  "find",
];

function factsOf(style: OptionStyle): BinaryFacts {
  const flags = specOf(style);
  const subcommands = [{ name: "", aliases: [], flags, isComplete: true }];
  return { bin: "tool", style, globals: [], subcommands };
}

function treeOf(grant: string): LeafTree {
  const text = `wrap ward t { exec tool; metacharacters literal; can run "*" { ${grant} } }`;
  const { guardfile, diagnostics } = parseGuardfile("t.kdl", text);
  assert.ok(guardfile, JSON.stringify(diagnostics));
  return plant([{ place: "user", guardfile }]).tree;
}

/** Spellings that lie near the flags of the spec: names cut short, folded, clustered, with values in every form. */
function tokens(spec: readonly FlagFact[]): fc.Arbitrary<readonly string[]> {
  const names = spec.flatMap(({ names }) => names);
  const cut = fc
    .tuple(fc.constantFrom(...names), fc.nat(20), fc.constantFrom("", "=x", "=main"))
    .map(([name, drop, value]) => name.slice(0, Math.max(2, name.length - drop)) + value);
  const folded = fc
    .tuple(
      fc.constantFrom("", "no-", "skip-", "enable-", "loose-", "disable-"),
      fc.constantFrom(...names.map((name) => name.replace(/^--?/, ""))),
      fc.constantFrom("--", "-"),
      fc.boolean(),
    )
    .map(([prefix, name, dashes, isCamel]) => {
      const camel = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return dashes + prefix + (isCamel ? camel : name.replaceAll("-", "_"));
    });
  const letters = fc
    .array(fc.constantFrom("f", "m", "n", "o", "v", "O", "x", "="), { minLength: 1, maxLength: 5 })
    .map((body) => `-${body.join("")}`);
  const word = fc.constantFrom("main", "x", "--", "-", "", "+x");
  const exact = fc.constantFrom(...names);
  return fc.array(fc.oneof(cut, folded, letters, word, exact), { minLength: 1, maxLength: 5 });
}

for (const style of STYLES) {
  const spec = specOf(style);
  for (const [reading, catalogue] of [
    ["with the catalogue", () => factsOf(style)],
    ["the careful way", () => null],
  ] as const) {
    test(`${style}, ${reading}: what the tool reads as a denied flag is never allowed`, () => {
      const trees = spec.flatMap((fact, index) =>
        fact.names.map((name) => ({
          index,
          name,
          tree: treeOf(`deny-flag ${JSON.stringify(name)}`),
        })),
      );
      fc.assert(
        fc.property(fc.constantFrom(...trees), tokens(spec), ({ index, name, tree }, argv) => {
          const read = readAs(style, spec, argv);
          if (!read?.flags.has(index)) return;
          // Without the catalogue nobody knows that two names are one flag.
          if (reading !== "with the catalogue" && !isSpelledLike(name, spec, index)) return;
          const { decision } = decide(
            tree,
            { words: ["ward", "t", ...argv] },
            { ...bareFacts, catalogue },
          );
          assert.equal(decision, "deny", `${name} in ${JSON.stringify(argv)}`);
        }),
        { numRuns: 4_000 },
      );
    });
  }

  test(`${style}: what the tool reads as a flag that is not allowed is never allowed`, () => {
    const allowed = spec.filter((_, index) => index % 2 === 0);
    const list = allowed.flatMap(({ names }) => names.slice(0, 1)).map((n) => JSON.stringify(n));
    const tree = treeOf(`allow-flag ${list.join(" ")}`);
    for (const catalogue of [() => factsOf(style), () => null]) {
      fc.assert(
        fc.property(tokens(spec), (argv) => {
          const read = readAs(style, spec, argv);
          if (!read || [...read.flags].every((index) => index % 2 === 0)) return;
          const words = ["ward", "t", ...argv];
          const { decision } = decide(tree, { words }, { ...bareFacts, catalogue });
          assert.equal(decision, "deny", JSON.stringify(argv));
        }),
        { numRuns: 4_000 },
      );
    }
  });

  test(`${style}: allowed flags and fitting positionals are never refused`, () => {
    const allowed = spec.filter((_, index) => index % 2 === 0);
    const list = allowed
      .flatMap(({ names }) => names.slice(0, 1))
      .map((name) => JSON.stringify(name));
    const tree = treeOf(`allow-flag ${list.join(" ")}; allow-arg-re "[a-z0-9]+"`);
    const facts = { ...bareFacts, matchWhole, catalogue: () => factsOf(style) };
    const plain = fc.constantFrom(...allowed.flatMap((fact) => spellings(style, fact)));
    const positional = fc.constantFrom("main", "x1");
    const argvs = fc.array(
      fc.oneof(
        plain,
        positional.map((one) => [one]),
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(argvs, (parts) => {
        const words = ["ward", "t", ...parts.flat()];
        const made = decide(tree, { words }, facts);
        const why = made.decision === "deny" ? made.message : "";
        assert.equal(made.decision, "allow", `${JSON.stringify(words)}: ${why}`);
      }),
      { numRuns: 2_000 },
    );
  });
}

/** Names of one flag that a careful reader could only know from the catalogue. */
function isSpelledLike(name: string, spec: readonly FlagFact[], index: number): boolean {
  return spec[index]?.names.length === 1 && spec[index]?.names[0] === name;
}

/** The plain ways to write an allowed flag with a value where it takes one. */
function spellings(style: OptionStyle, { names, arity }: FlagFact): readonly (readonly string[])[] {
  const joins = style !== "find";
  return names.flatMap((name) => {
    if (arity === "none") return [[name]];
    const isShort = name.length === 2;
    const joined = joins && !isShort ? [[`${name}=main`]] : [];
    const attaches = isShort && !["go", "find", "nopt", "yargs", "longonly"].includes(style);
    const attached = attaches ? [[`${name}main`]] : [];
    return arity === "required"
      ? [[name, "Any Value"], ...joined, ...attached]
      : [[name], ...joined, ...attached];
  });
}

test("longonly: what may be a long name cut short takes no value for certain", () => {
  const argv = ["-no", "-open-files"];
  const tree = treeOf('deny-flag "-open-files"');
  const facts = { ...bareFacts, catalogue: () => factsOf("longonly") };
  assert.equal(decide(tree, { words: ["ward", "t", ...argv] }, facts).decision, "deny");
});
