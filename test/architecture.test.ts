// The house rules that a machine can hold: who imports whom, which package has which door, names, sizes, first lines.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

const ROOMS: Record<string, readonly string[]> = {
  model: [],
  language: ["model", "catalogue"],
  catalogue: ["model"],
  engine: ["model", "catalogue"],
  lint: ["model", "language", "engine", "catalogue"],
  render: ["model"],
  host: ["model"],
  surfaces: ["model", "language", "catalogue", "engine", "lint", "render", "host"],
  bin: ["surfaces"],
  index: ["model", "language", "catalogue", "engine", "lint", "render", "host", "surfaces"],
};
const PURE = ["model", "language", "catalogue", "engine", "lint", "render"];
/** package → the room, or the one file, that may import it. */
const DOORS: Record<string, RegExp> = {
  // The parser alone: the package itself also loads a formatter and a query language.
  "kdljs/src/parser/kdl.js": /^src\/language\/kdl\.ts$/,
  re2js: /^src\/engine\/patterns\.ts$/,
  "shell-quote": /^src\/engine\/remote\.ts$/,
  pino: /^src\/host\/audit-[a-z-]+\.ts$/,
  execa: /^src\/host\/ask-shell\.ts$/,
  commander: /^src\/surfaces\//,
};
const EFFECTS =
  /\bprocess\s*[.[]|\bDate\.now\b|new Date\(\s*\)|\bMath\.random\b|\bperformance\b|\bcrypto\b|\bsetTimeout\b|\bfetch\(|\bconsole\b|\bglobalThis\b/;

interface Source {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function strip(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

function sources(): Source[] {
  return readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .filter((name) => !name.includes("/generated/"))
    .map((name) => {
      const path = join("src", name);
      const text = readFileSync(path, "utf8");
      const found = strip(text).matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g);
      const room = name.includes("/") ? (name.split("/")[0] ?? "") : name.replace(/\.ts$/, "");
      return { path, room, text, imports: [...found].map((match) => match[1] ?? "") };
    });
}

const files = sources();
const local = (from: Source, to: string) => normalize(join(dirname(from.path), to));
const roomOf = (path: string) => path.split("/")[1]?.replace(/\.ts$/, "") ?? "";

/** All complaints that `look` has about the files; a rule holds where there are none. */
function complaints(look: (file: Source) => readonly string[]): string[] {
  return files.flatMap((file) => look(file).map((what) => `${file.path}: ${what}`));
}

test("every file stands in a known room and imports only what its room may", () => {
  const wrong = complaints((file) => {
    const may = ROOMS[file.room];
    if (may === undefined) return ["stands in no known room"];
    return file.imports
      .filter((name) => name.startsWith("."))
      .filter((name) => ![file.room, ...may].includes(roomOf(local(file, name))))
      .map((name) => `may not import ${name}`);
  });
  assert.deepEqual(wrong, []);
});

test("pure rooms import no node module and touch no process, clock or randomness", () => {
  const wrong = complaints((file) => {
    if (!PURE.includes(file.room)) return [];
    // A word in quotes does nothing: OTLP has a key that begins with the name of node's own object.
    const effect = EFFECTS.exec(strip(file.text).replace(/"[^"\n]*"/g, '""'));
    const modules = file.imports.filter((name) => name.startsWith("node:"));
    return [...modules, ...(effect === null ? [] : [effect[0]])];
  });
  assert.deepEqual(wrong, []);
});

test("what a program prints as JSON goes through the one function that escapes it", () => {
  const printed = complaints(({ room, text }) =>
    room === "surfaces" && /\bprint\([^;]*JSON\.stringify/.test(strip(text))
      ? ["prints it raw"]
      : [],
  );
  assert.deepEqual(printed, []);
});

test("each third-party package has one door", () => {
  const wrong = complaints((file) =>
    file.imports
      .filter((name) => !/^(\.|node:)/.test(name))
      .filter((name) => DOORS[name]?.test(file.path) !== true),
  );
  assert.deepEqual(wrong, []);
  for (const [name, door] of Object.entries(DOORS)) {
    const users = files.filter((file) => file.imports.includes(name)).map((file) => file.path);
    const isRoom = door.source.endsWith("\\/");
    assert.ok(isRoom || users.length <= 1, `${name} is imported by ${users.join(", ")}`);
  }
});

test("child processes start in host alone, and never through a shell", () => {
  const wrong = complaints((file) => {
    const starts = file.imports.some((name) => /child_process$|^execa$|^node:cluster$/.test(name));
    const isOutside = starts && file.room !== "host";
    const text = strip(file.text);
    return [
      ...(isOutside ? ["starts processes outside of host"] : []),
      ...(/shell:\s*(?!false)/.test(text) && starts ? ["names a shell"] : []),
      ...(/\bexecSync\b|\bexec\(|\bexecaCommand\b|\$`/.test(text) && starts
        ? ["takes a string"]
        : []),
    ];
  });
  assert.deepEqual(wrong, []);
});

test("what is loaded late is loaded by import(), so that the tests here and the build see it", () => {
  const loading = files.filter(({ text }) => /\bcreateRequire\b|\brequire\(/.test(strip(text)));
  assert.deepEqual(
    loading.map(({ path }) => path),
    [],
  );
});

test("only decide mints an Allow, and nobody casts to one", () => {
  const minting = files.filter((file) => /\bmint\s*\(/.test(strip(file.text)));
  const allowed = ["src/engine/decide.ts", "src/model/decision.ts"];
  assert.deepEqual(
    minting.map((file) => file.path).filter((path) => !allowed.includes(path)),
    [],
  );
  const casts = complaints((file) =>
    file.path !== "src/model/decision.ts" && /\bas (unknown as )?Allow\b/.test(strip(file.text))
      ? ["casts to Allow"]
      : [],
  );
  assert.deepEqual(casts, []);
});

test("only the question says that a person said yes, and only authorize makes its tokens", () => {
  const callers = (name: RegExp) =>
    files.filter((file) => name.test(strip(file.text))).map((file) => file.path);
  assert.deepEqual(callers(/\bpersonSaidYes\s*\(/), [
    "src/host/persons-answer.ts",
    "src/surfaces/trust/ask.ts",
  ]);
  assert.deepEqual(callers(/\bas (unknown as )?(Grant|PersonsAnswer)\b/), [
    "src/host/authorize.ts",
    "src/host/persons-answer.ts",
  ]);
});

test("which nodes can name a program is listed once", () => {
  const names = ["argv-prefix", "passthrough", "can run", "bin"];
  const lists = files.filter(({ text }) => names.every((name) => text.includes(`"${name}"`)));
  assert.deepEqual(
    lists.map(({ path }) => path),
    ["src/model/node-classes.ts"],
  );
});

test("there are no circles", () => {
  const graph = new Map(
    files.map((file) => [
      file.path,
      file.imports.filter((name) => name.startsWith(".")).map((name) => local(file, name)),
    ]),
  );
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): string[] => {
    if (trail.includes(path)) return [[...trail.slice(trail.indexOf(path)), path].join(" → ")];
    if (done.has(path)) return [];
    const found = (graph.get(path) ?? []).flatMap((next) => walk(next, [...trail, path]));
    done.add(path);
    return found;
  };
  assert.deepEqual(
    files.flatMap((file) => walk(file.path, [])),
    [],
  );
});

test("a call loads no parser, no engine of patterns, no command line library and no runner of guards before it needs them", () => {
  const loaded = (file: Source) =>
    [...strip(file.text).matchAll(/^(?:import|export) (?!type\b)[^;]*?from "([^"]+)"/gm)].map(
      ([, name = ""]) => name,
    );
  const reached = new Set(["src/bin/ward.ts"]);
  for (const path of reached) {
    const file = files.find((one) => one.path === path);
    for (const name of file === undefined ? [] : loaded(file)) {
      reached.add(file !== undefined && name.startsWith(".") ? local(file, name) : name);
    }
  }
  assert.ok(reached.has("src/host/run.ts"));
  const slow = [
    ...["kdljs", "kdljs/src/parser/kdl.js", "re2js", "commander", "execa"],
    ...["node:module", "node:worker_threads", "node:perf_hooks"],
    ...["node:zlib", "node:http"],
  ];
  assert.deepEqual(
    slow.filter((name) => reached.has(name)),
    [],
  );
});

test("every file begins with one sentence about itself, exports by name, and is no barrel", () => {
  const wrong = complaints((file) => [
    ...(/^(#!.*\n)?\/\/ \S.{15,}/.test(file.text) ? [] : ["has no first-line comment"]),
    ...(/^export default\b/m.test(file.text) ? ["has a default export"] : []),
    ...(/^export \*/m.test(file.text) ? ["re-exports everything"] : []),
    ...(file.room !== "index" && /^export (type )?\{[^}]*\} from/m.test(file.text)
      ? ["is a barrel"]
      : []),
  ]);
  assert.deepEqual(wrong, []);
});

test("files are kebab-case, hold no drawer words and stay below 400 lines", () => {
  const wrong = complaints((file) => {
    const name = file.path.split("/").at(-1) ?? "";
    const lines = file.text.split("\n").length - 1;
    return [
      ...(/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(name) ? [] : ["is not kebab-case"]),
      ...(/\b(utils?|helpers?|manager|data|common|misc)\b/.test(name) ? ["is a drawer"] : []),
      ...(lines > 400 ? [`has ${lines} lines`] : []),
    ];
  });
  assert.deepEqual(wrong, []);
});

const OPENS_FUNCTION =
  /^\s*(?!if|for|while|switch|catch|\}|class|interface)(?:.*\bfunction\b.*|.*=>|\).*|(?:static |async |override |get )*#?\w+\(.*\).*) \{$/;

/** Where the signature starts that a line such as `): Promise<void> {` ends. */
function startOf(lines: readonly string[], opening: number): number {
  const line = lines[opening] ?? "";
  if (!/^\s*\)/.test(line)) return opening;
  const indent = line.search(/\S/);
  const above = lines.slice(0, opening).findLastIndex((other) => other.search(/\S/) === indent);
  return above < 0 ? opening : above;
}

test("no function is longer than 40 lines", () => {
  const wrong = complaints((file) => {
    const lines = file.text.split("\n");
    return lines.flatMap((line, opening) => {
      if (!OPENS_FUNCTION.test(line)) return [];
      const indent = " ".repeat(line.search(/\S/));
      const end = lines.findIndex((other, at) => at > opening && other.startsWith(`${indent}}`));
      const start = startOf(lines, opening);
      const length = end - start + 1;
      return end > 0 && length > 40 ? [`${lines[start]?.trim()} has ${length} lines`] : [];
    });
  });
  assert.deepEqual(wrong, []);
});
