// Bytes that are no Guardfile, and texts at and beyond each limit: a clear diagnostic, never a value, never a throw.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseConfig } from "../src/language/config.ts";
import { type Parsed, parseGuardfile } from "../src/language/parse.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const codes = ({ diagnostics }: Parsed) => [...new Set(diagnostics.map(({ code }) => code))];
const first = ({ diagnostics }: Parsed) => {
  const [found] = diagnostics;
  return found && `${found.span.start.line}:${found.span.start.column} ${found.message}`;
};

const GOOD = "wrap ward git { exec git; can run status }\n";

const refused: Record<string, readonly [Uint8Array | string, string]> = {
  "an empty file": ["", '1:1 a Guardfile needs a "wrap"'],
  "a file of blanks and comments": ["\n\t// x\n/* y */", '1:1 a Guardfile needs a "wrap"'],
  "a byte order mark alone": [bytes("\ufeff"), '1:1 a Guardfile needs a "wrap"'],
  "a second byte order mark": [
    bytes(`\ufeff\ufeff${GOOD}`),
    "1:1 U+FEFF may not stand in a Guardfile",
  ],
  "a program": [
    Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0),
    "1:8 a NUL character: this is no text",
  ],
  "UTF-16": [Uint8Array.of(0xff, 0xfe, 0x77, 0, 0x72, 0), "1:4 a NUL character: this is no text"],
  "a NUL in the middle": [`${GOOD}\0`, "2:1 a NUL character: this is no text"],
  "a lone continuation byte": [
    Uint8Array.of(...bytes("wrap ward é\n "), 0x80),
    "2:2 byte 0x80 at offset 14 is not valid UTF-8",
  ],
  "an overlong form": [Uint8Array.of(0xc0, 0xaf), "1:1 byte 0xc0 at offset 0 is not valid UTF-8"],
  "a surrogate in bytes": [
    Uint8Array.of(0x61, 0xed, 0xa0, 0x80),
    "1:2 byte 0xed at offset 1 is not valid UTF-8",
  ],
  "a character cut short": [
    Uint8Array.of(0xf0, 0x9f, 0x98),
    "1:1 byte 0xf0 at offset 0 is not valid UTF-8",
  ],
  "a lone surrogate in a text": ["a \ud800", "1:3 U+D800 may not stand in a Guardfile"],
  "10 MB of words": ["word ".repeat(2_000_000), "1:1 this file is larger than 256 KiB"],
  "10 MB of zeros": [new Uint8Array(10_000_000), "1:1 this file is larger than 256 KiB"],
  "more bytes than characters": ["é".repeat(131_073), "1:1 this file is larger than 256 KiB"],
};

for (const [what, [source, message]] of Object.entries(refused)) {
  test(`${what} is refused`, () => {
    const parsed = parseGuardfile("Guardfile", source);
    assert.equal(first(parsed), message);
    assert.equal(parsed.guardfile, null);
    assert.equal(parsed.diagnostics.length, 1);
  });
}

/** A text of exactly this many bytes that is a good Guardfile. */
const padded = (size: number) => `${GOOD}//${"x".repeat(size - GOOD.length - 2)}`;
const nested = (levels: number) => `${"a {".repeat(levels)}${"}".repeat(levels)}`;
const grants = (count: number) =>
  `wrap ward git { exec git; ${Array.from({ length: count - 2 }, (_, index) => `can run a${index}`).join(";")} }`;
const argv = (count: number) =>
  `wrap ward git { exec git; can run x { argv ${"a ".repeat(count)} } }`;
const manyArgv = (nodes: number, count: number) =>
  `wrap ward git { exec git; can run x { ${`argv ${"a ".repeat(count)};`.repeat(nodes)} } }`;
const commented = (depth: number) => `${"/*".repeat(depth)}${"*/".repeat(depth)}${GOOD}`;
const hashed = (count: number) =>
  GOOD.replace("status", `${"#".repeat(count)}"x"${"#".repeat(count)}`);

const limits: Record<string, readonly [within: string, beyond: string]> = {
  bytes: [padded(262_144), padded(262_145)],
  nodes: [grants(10_000), grants(10_001)],
  "arguments of a node": [argv(4096), argv(4097)],
  "arguments in all": [manyArgv(12, 4096), manyArgv(13, 4096)],
  "comment depth": [commented(32), commented(33)],
  hashes: [hashed(16), hashed(17)],
};

for (const [what, [within, beyond]] of Object.entries(limits)) {
  test(`the limit of ${what} holds, and what is within it parses`, () => {
    assert.deepEqual(codes(parseGuardfile("Guardfile", within)), []);
    const parsed = parseGuardfile("Guardfile", beyond);
    assert.deepEqual(codes(parsed), [what === "bytes" ? "too-large" : "limit"]);
    assert.equal(parsed.guardfile, null);
  });
}

test("32 levels are read and 33 are not", () => {
  assert.deepEqual(codes(parseGuardfile("Guardfile", nested(32))), ["unknown-node", "no-wrap"]);
  assert.deepEqual(codes(parseGuardfile("Guardfile", nested(33))), ["limit"]);
  assert.deepEqual(codes(parseGuardfile("Guardfile", nested(60_000))), ["limit"]);
});

/** Braces, quotes and marks that a careless scan would count. */
const hidden = [
  `${'wrap ward git { exec git; can run x { describe "'}${"{".repeat(100)}" } }`,
  `wrap ward git { exec git; can run x { describe #"${'{"'.repeat(100)}"# } }`,
  `wrap ward git { exec git; can run x { describe """\n${'{ "\n'.repeat(100)}""" } }`,
  `${GOOD}// ${'{ /* " '.repeat(100)}`,
  `/* ${'{ // " #" '.repeat(100)} */ ${GOOD}`,
  `wrap ward git { exec git; can run x { describe "${'\\"{'.repeat(100)}" } }`,
  `wrap \\ /* ${"{".repeat(100)} */ // ${"{".repeat(100)}\n ward git { exec git; can run x }`,
];

test("what stands in strings and comments counts for no limit", () => {
  for (const text of hidden) assert.deepEqual(codes(parseGuardfile("Guardfile", text)), [], text);
});

test("what a slash-dash or a continued line hides still counts", () => {
  const dropped = `wrap ward git { exec git; can run x { argv ${"/-a ".repeat(4097)} } }`;
  assert.deepEqual(codes(parseGuardfile("Guardfile", dropped)), ["limit"]);
  const continued = `wrap ward git { exec git; can run x { argv ${"a \\\n".repeat(4097)} } }`;
  assert.deepEqual(codes(parseGuardfile("Guardfile", continued)), ["limit"]);
  assert.deepEqual(codes(parseGuardfile("Guardfile", `/-${nested(33)}`)), ["limit"]);
});

/** Texts on which kdljs alone is quadratic, throws, or overflows its stack. */
const hostile = [
  '#"'.repeat(131_072),
  '#"\n'.repeat(87_000),
  '#"""'.repeat(65_536),
  "-.5 ".repeat(65_536),
  "[".repeat(262_144),
  "}".repeat(262_144),
  "/*".repeat(131_072),
  '"'.repeat(262_144),
  '"\n'.repeat(131_072),
  `"""\n${"a\n".repeat(131_000)}  """`,
  `#"""\n${"a\n".repeat(131_000)}  """#`,
  "n \\\n".repeat(65_536),
  "(".repeat(262_144),
  "a=".repeat(131_072),
];

test("texts made to be slow are refused before the parser sees them, or at its first error", () => {
  for (const text of hostile) {
    const parsed = parseGuardfile("Guardfile", text);
    assert.equal(parsed.guardfile, null);
    assert.ok(parsed.diagnostics.length <= 1001, text.slice(0, 8));
  }
});

test("`__proto__` is refused wherever it stands, spelled out or hidden in an escape", () => {
  const texts = [
    "__proto__ a",
    `// __proto__\n${GOOD}`,
    'wrap ward git { exec git __proto__="x"; can run a }',
    'wrap ward git { exec git "__pro\\u{74}o__"="x"; can run a }',
    'wrap ward git { exec git; can run "a\\u{5f}_proto__" }',
    'wrap ward git { exec git; can run a { "\\u{5f}_proto__" } }',
  ];
  for (const text of texts) {
    const parsed = parseGuardfile("Guardfile", text);
    assert.equal(parsed.guardfile, null);
    assert.ok(codes(parsed).includes("proto"), text);
  }
  assert.equal(Object.hasOwn(Object.prototype, "x"), false);
});

test("no bytes and no text make the parser throw, or give a value beside an error", () => {
  const words = [
    "wrap",
    "ward",
    "exec",
    "can run",
    "{",
    "}",
    '"',
    "#",
    "\\",
    "\n",
    ";",
    "env",
    "allow",
  ];
  const noise = fc.array(
    fc.constantFrom(...words, " ", "never pass", "when", "is", "=", "/-", "\0"),
  );
  const source = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    noise.map((parts) => parts.join(" ")),
    noise.map((parts) => GOOD + parts.join("")),
  );
  fc.assert(
    fc.property(source, (given) => {
      const parsed = parseGuardfile("Guardfile", given);
      assert.equal(parsed.guardfile === null, parsed.diagnostics.length > 0);
      const config = parseConfig("config.kdl", given, "system");
      assert.equal(config.config === null, config.diagnostics.length > 0);
    }),
    { numRuns: 1500 },
  );
});
