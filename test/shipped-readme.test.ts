// What the README and the docs show is so: their Guardfiles parse, and their transcripts are what ward prints.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { Place, pick } from "./program-place.ts";

/** The bodies of a page's fenced blocks of one language. */
function blocks(page: string, language: string): string[] {
  const found = readFileSync(page, "utf8").matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...found].filter(([, name]) => name === language).map(([, , body = ""]) => body);
}

const PAGES = [
  ...["README.md", "docs/guide.md", "docs/threat-model.md", "docs/architecture.md"],
  ...["docs/bounds.md", "docs/driving.md"],
];

test("every Guardfile that a page shows is valid, its examples included", (t) => {
  const place = new Place(t);
  const shown = PAGES.flatMap((page) => blocks(page, "kdl").map((text) => ({ page, text })));
  const checked = shown.map(({ page, text }, index) => ({
    page,
    exit: place.wardctl("check", place.file(`shown/${index}.kdl`, text)).exit,
  }));
  assert.deepEqual(
    checked,
    [
      ...["README.md", "README.md"],
      ...["docs/guide.md", "docs/guide.md", "docs/guide.md", "docs/guide.md", "docs/guide.md"],
      "docs/bounds.md",
    ].map((page) => ({ page, exit: 0 })),
  );
});

/** `$ command` and what it printed, until the next one. */
function transcript(block: string): { command: string; said: string }[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      return { command: part.slice(0, end), said: part.slice(end + 1) };
    });
}

test("the README's refusals and rows are what ward prints and writes", (t) => {
  const place = new Place(t);
  const [policy = ""] = blocks("README.md", "kdl");
  place.guardfile("git", policy);
  const shown = blocks("README.md", "console").find((block) => block.includes("refused")) ?? "";
  const calls = transcript(shown);
  const ended = calls.map(({ command }) => place.call("ward", command.split(" ").slice(1)));
  assert.deepEqual(
    ended.map(({ exit, stderr }) => ({
      exit,
      stderr: stderr.replaceAll(place.config, "~/.config/ward"),
    })),
    calls.map(({ said }) => ({ exit: 77, stderr: said })),
  );
  const row = JSON.parse(blocks("README.md", "json")[0] ?? "{}");
  assert.deepEqual(pick(place.rows()[0], ...Object.keys(row)), row);
  assert.equal(calls.length, 3);
});

test("the README's rows are read back in the form that it shows", (t) => {
  const place = new Place(t);
  place.guardfile("git", blocks("README.md", "kdl")[0] ?? "");
  const shown = blocks("README.md", "console").find((block) => block.includes("audit tail")) ?? "";
  const [{ said } = { said: "" }] = transcript(shown);
  const lines = said.trimEnd().split("\n");
  const calls = lines.map((line) => line.slice(line.indexOf("ward ") + "ward ".length).split(" "));
  place.call("ward", ["git", "log", "-1"]); // the work folder is no repository: exit 128
  for (const call of calls.slice(1)) place.call("ward", call);
  const withoutTime = (line: string) => line.slice("2026-11-30T12:26:19.020Z".length);
  const told = place.wardctl("audit", "tail").stdout.trimEnd().split("\n");
  assert.deepEqual(told.slice(1).map(withoutTime), lines.slice(1).map(withoutTime));
});

test("the last sample of the README decides as its text says", (t) => {
  const place = new Place(t);
  place.program("deployctl", "#!/bin/sh\nprintf '%s\\n' \"$*\"\n");
  place.guardfile("deploy", blocks("README.md", "kdl")[1] ?? "");
  const granted = place.ward("deploy", "restart", "web", "--wait");
  const refused = [
    ["deploy", "restart", "web", "--target", "production"],
    ["deploy", "restart", "db"],
    ["deploy", "restart", "web", "--force"],
    ["deploy", "delete"],
  ].map((words) => place.ward(...words).exit);
  assert.deepEqual(
    { exit: granted.exit, said: granted.stdout, refused },
    { exit: 0, said: "--target staging restart web --wait\n", refused: [77, 77, 77, 77] },
  );
});

test("every relative link of a page leads to a file", () => {
  const broken = [
    ...PAGES,
    ...readdirSync("docs/decisions").map((file) => `docs/decisions/${file}`),
  ]
    .flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, to]) => ({
        page,
        to: to ?? "",
      })),
    )
    .filter(({ page, to }) => !isThere(new URL(to, new URL(page, `file://${process.cwd()}/`))));
  assert.deepEqual(broken, []);
});

function isThere(url: URL): boolean {
  try {
    readdirSync(url);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOTDIR";
  }
}

test("a name of one's own serves none of the shipped groups, as the guide says", (t) => {
  const place = new Place(t);
  place.guardfile(
    "oncall",
    blocks("docs/guide.md", "kdl").find((text) => text.startsWith("wrap oncall")) ?? "",
  );
  const as = join(place.bin, "oncall");
  symlinkSync(resolve("dist/ward.js"), as);
  const shown = blocks("docs/guide.md", "console").find((block) => block.includes("oncall git"));
  const [, refused] = transcript(shown ?? "");
  const words = refused?.command.split(" ").slice(1) ?? [];
  const { exit, stderr } = place.call("ward", words, { as });
  assert.deepEqual({ exit, stderr }, { exit: 77, stderr: refused?.said });
  const help = place.call("ward", ["--help"], { as }).stdout;
  const groups = (help.split("groups:\n")[1] ?? "").split("\n\n")[0];
  assert.equal(groups, "  oncall svc  2 leaves");
  const page = readFileSync("docs/guide.md", "utf8");
  const [, inPlace = ""] = /`(wrap ward npm \{.*\})`\./.exec(page) ?? [];
  place.guardfile("npm", inPlace);
  assert.match(place.ward("npm", "test").stderr, /allowed here: ward npm version\n/);
});
