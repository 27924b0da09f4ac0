// What the pages on driving and bounding show is so: their calls end as they say, their policies are valid, their program is the tested one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { OUTCOME_KINDS } from "../src/model/outcome.ts";
import { validateOutcome } from "../src/model/outcome-validity.ts";
import { tell } from "./outcome-place.ts";
import { Place } from "./program-place.ts";

const PAGES = ["docs/driving.md", "docs/bounds.md"];

function blocks(page: string, language: string): string[] {
  const found = readFileSync(page, "utf8").matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...found].filter(([, name]) => name === language).map(([, , body = ""]) => body);
}

const POLICY =
  'wrap ward sh { exec sh; metacharacters literal; can run run { argv "-c" } }\n' +
  'wrap ward git { exec git; can run status { argv "--version" } }\n';

/** A place in which `ward` is a command. */
function ready(place: Place) {
  place.guardfile("sh", POLICY);
  place.program(
    "ward",
    `#!/bin/sh\nexec "${process.execPath}" "${resolve("dist/ward.js")}" "$@"\n`,
  );
  const { PATH } = process.env;
  return { cwd: place.work, env: place.environment({ PATH: `${place.bin}:${PATH}` }) };
}

test("the calls with --outcome-fd give what is shown below each", (t) => {
  const place = new Place(t);
  const options = ready(place);
  const shown = blocks("docs/driving.md", "json").map((text) => JSON.parse(text));
  const got = blocks("docs/driving.md", "sh").map((call) => {
    spawnSync("sh", ["-c", call], options);
    return JSON.parse(readFileSync(join(place.work, "outcome"), "utf8"));
  });
  assert.deepEqual(got, shown);
  for (const outcome of got) assert.equal(validateOutcome(outcome), null);
});

test("the program in Python reads one outcome", (t) => {
  const place = new Place(t);
  const [program = ""] = blocks("docs/driving.md", "python");
  const text = `${program}\nprint(outcome["kind"], done.returncode)\n`;
  const { stdout } = spawnSync("python3", ["-c", text], { ...ready(place), encoding: "utf8" });
  assert.match(stdout, /^success 0$/m);
});

test("the program in JavaScript is the one that the library's tests run", () => {
  const [shown] = blocks("docs/driving.md", "js");
  const file = readFileSync("docs/examples/capture.ts", "utf8");
  assert.equal(shown, file.slice(file.indexOf("\n") + 1));
});

test("the table has every kind of outcome that can leave ward without a background", () => {
  const page = readFileSync("docs/driving.md", "utf8");
  const kinds = [...page.matchAll(/^\| `\w+`, `(\w+)`/gm)].map(([, kind]) => kind);
  const wanted = OUTCOME_KINDS.filter((kind) => kind !== "running");
  assert.deepEqual(kinds.toSorted(), wanted.toSorted());
});

test("every Guardfile of the pages is valid, and a sentence of confine in a table parses", (t) => {
  const place = new Place(t);
  const shown = PAGES.flatMap((page) => blocks(page, "kdl"));
  assert.equal(shown.length, 1);
  for (const text of shown) {
    assert.equal(place.wardctl("check", place.file("shown.kdl", text)).exit, 0);
  }
  const page = readFileSync("docs/bounds.md", "utf8");
  const cells = [...page.matchAll(/^\| (`.*?`) +\|/gm)].map(([, cell = ""]) => cell);
  const sentences = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)]).map(([, one]) => one);
  assert.equal(sentences.length, 7);
  for (const sentence of sentences) {
    const text = `wrap ward x { exec sh; can run y { confine { ${sentence} } } }\n`;
    assert.equal(place.wardctl("check", place.file("one.kdl", text)).exit, 0, sentence);
  }
});

/** A directory below /var/tmp, which the sandbox does not cover as it does /tmp. */
function far(t: TestContext, place: Place): string {
  const directory = `/var/tmp/${place.root.split("/").at(-1)}`;
  mkdirSync(directory, { mode: 0o700 });
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

test("the Guardfile of the page on bounds bounds and confines as the page says", (t) => {
  const place = new Place(t);
  const base = far(t, place);
  const [site, home] = [join(base, "site"), join(base, "home")];
  for (const name of ["site", "home/.ssh", "home/.config"]) {
    mkdirSync(join(base, name), { recursive: true });
  }
  writeFileSync(join(home, ".ssh/key"), "secret\n");
  const [policy = ""] = blocks("docs/bounds.md", "kdl");
  place.guardfile("build", policy.replaceAll("/srv/site", site).replaceAll("/home/kai", home));
  place.file("work/Makefile", "test:\n\t@cat; pwd\n");
  const reach = `cat ${home}/.ssh/key || echo hidden; touch ${home}/x || echo kept; touch page; ls`;
  writeFileSync(join(site, "Makefile"), `docs:\n\t@pwd; { ${reach}; } 2>/dev/null\n`);
  const make = (target: string) => {
    const { exit, stdout, outcome } = tell(place, ["build", target], { input: "typed\n" });
    const said = stdout.split("\n").filter((line) => !line.startsWith("make"));
    return { exit, said: said.join("\n"), level: outcome?.enforcement.level };
  };
  assert.deepEqual(make("test"), { exit: 0, said: `${realpathSync(place.work)}\n`, level: "none" });
  assert.deepEqual(make("docs"), {
    ...{ exit: 0, said: `${site}\nhidden\nkept\nMakefile\npage\n`, level: "sandbox" },
  });
});

test("the page's last line cuts a leaf off from every network", (t) => {
  const place = new Place(t);
  const line = /`(confine \{ network none \})`\.\s*$/.exec(
    readFileSync("docs/bounds.md", "utf8"),
  )?.[1];
  place.guardfile(
    "links",
    `wrap ward net { exec cat; ${line}; can run list { argv "/proc/net/dev" } }\n`,
  );
  const devices = tell(place, ["net", "list"]).stdout.match(/^ *\w+(?=:)/gm);
  assert.deepEqual(
    devices?.map((name) => name.trim()),
    ["lo"],
  );
});
