// The files that an approval rests on: which are found, which are hashed, and when one of them is another.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import type { PinContext } from "../src/host/pin-context.ts";
import { changedPins, findPins, lookAtBinary } from "../src/host/pins.ts";
import type { Pin, Site } from "../src/model/trust.ts";
import { trustRoom } from "./trust-place.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

function site(argv: readonly string[], where = "ward.app.x"): Site {
  const [bin = ""] = argv;
  return { where, kind: "leaf", bin, argv, env: [], policy: null, detail: "" };
}

interface Place {
  readonly project: string;
  readonly context: PinContext;
  /** Writes an executable file and returns its path. */
  file(path: string, text: string): string;
}

function place(t: TestContext): Place {
  const { root, project } = trustRoom(t);
  const tools = join(root, "tools");
  mkdirSync(tools);
  const context = { cwd: project, project, searchPath: [tools, "/usr/bin", "/bin"] };
  const file = (path: string, text: string) => {
    const full = path.startsWith("/") ? path : join(project, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text, { mode: 0o755 });
    return full;
  };
  return { project, context, file };
}

/** A directory in which only root can write, all the way up; root alone can make one. */
function systemDirectory(t: TestContext): string {
  const directory = mkdtempSync("/opt/ward-test-");
  chmodSync(directory, 0o755);
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const shown = (pins: readonly Pin[]) =>
  pins.map(({ role, path, realpath, sha256 }) => [role, path, realpath, sha256]);

test("T19: a leaf with a directory of its own has its tokens read against that one", (t) => {
  const { project, context, file } = place(t);
  const wrong = file("fmt.js", "here");
  const absolute = file("deep/tools/fmt.js", "there");
  const relative = file("guard/tools/fmt.js", "beside the Guardfile");
  const scripts = (cwd: string | undefined, more: Partial<PinContext> = {}) => {
    const policy = cwd === undefined ? {} : { bounds: { cwd } };
    const sites = [{ ...site(["true", "fmt.js"]), policy }];
    const pins = findPins(sites, { ...context, ...more });
    return pins.filter(({ role }) => role === "script").map(({ realpath }) => realpath);
  };
  const guardfileDirectory = join(project, "guard");
  assert.deepEqual(scripts(undefined, { guardfileDirectory }), [wrong]);
  assert.deepEqual(scripts(join(project, "deep/tools"), { guardfileDirectory }), [absolute]);
  assert.deepEqual(scripts("tools", { guardfileDirectory }), [relative]);
});

test("dg-09: a binary inside the project is pinned by its bytes, and named when they change", (t) => {
  const { context, file } = place(t);
  const fmt = file("tools/fmt", "#!/bin/sh\necho one\n");
  const before = findPins([site([fmt])], context);
  assert.deepEqual(shown(before), [
    ["binary", fmt, fmt, hash("#!/bin/sh\necho one\n")],
    ["interpreter", "/bin/sh", realpathSync("/bin/sh"), null],
  ]);
  file("tools/fmt", "#!/bin/sh\necho two\n");
  const now = findPins([site([fmt])], context);
  assert.deepEqual(shown(changedPins(before, now, new Set(["ward.app.x"]))), [
    ["binary", fmt, fmt, hash("#!/bin/sh\necho two\n")],
  ]);
  assert.deepEqual(changedPins(before, now, new Set(["ward.app.other"])), []);
});

test("dg-10: what root owns is pinned by its place: an upgrade changes nothing", (t) => {
  const { context, file } = place(t);
  const tool = file(join(systemDirectory(t), "git"), "\x7fELF one");
  const before = findPins([site([tool])], context);
  assert.deepEqual(shown(before), [["binary", tool, tool, null]]);
  file(tool, "\x7fELF two");
  assert.deepEqual(findPins([site([tool])], context), before);
});

for (const [what, open] of [
  ["the file itself", (tool: string) => chmodSync(tool, 0o775)],
  ["a directory above it", (tool: string) => chmodSync(dirname(tool), 0o777)],
] as const) {
  test(`T19: where somebody else can write ${what} the bytes are pinned`, (t) => {
    const { context, file } = place(t);
    const tool = file(join(systemDirectory(t), "git"), "\x7fELF one");
    open(tool);
    assert.deepEqual(shown(findPins([site([tool])], context)), [
      ["binary", tool, tool, hash("\x7fELF one")],
    ]);
  });
}

test("T19: fixed tokens that name files of the project are pinned, by this run's directory", (t) => {
  const { context, file, project } = place(t);
  const script = file("release.sh", "echo release\n");
  file("/etc/../tmp/unrelated", "x");
  const sites = [
    site(["/bin/true", "./release.sh", "release", "/etc/passwd", "--config=release.sh", ""]),
  ];
  const pins = findPins(sites, context);
  assert.deepEqual(shown(pins), [
    ["binary", "/bin/true", realpathSync("/bin/true"), null],
    ["script", "./release.sh", script, hash("echo release\n")],
    ["script", "release.sh", script, hash("echo release\n")],
  ]);
  mkdirSync(join(project, "sub"));
  const elsewhere = findPins(sites, { ...context, cwd: join(project, "sub") });
  assert.deepEqual(shown(changedPins(pins, elsewhere, new Set(["ward.app.x"]))), [
    ["script", "./release.sh", script, hash("echo release\n")],
    ["script", "release.sh", script, hash("echo release\n")],
  ]);
});

test("T19: a file of the project behind the letters of an option is pinned", (t) => {
  const { context, file } = place(t);
  const rules = file("rules.awk", "1\n");
  const pins = findPins([site(["/usr/bin/awk", "-vfrules.awk"])], context);
  assert.deepEqual(shown(pins).slice(1), [["script", "rules.awk", rules, hash("1\n")]]);
});

test("T19: a script that appears, or becomes a link, is another pin", (t) => {
  const { context, file, project } = place(t);
  const sites = [site(["/bin/true", "./release.sh"])];
  const where = new Set(["ward.app.x"]);
  const before = findPins(sites, context);
  const script = file("release.sh", "one\n");
  const now = findPins(sites, context);
  assert.deepEqual(shown(changedPins(before, now, where)), [
    ["script", "./release.sh", script, hash("one\n")],
  ]);
  rmSync(script);
  const other = file("other.sh", "one\n");
  symlinkSync(other, join(project, "release.sh"));
  assert.deepEqual(shown(changedPins(now, findPins(sites, context), where)), [
    ["script", "./release.sh", other, hash("one\n")],
  ]);
});

test("T20: env in a first line is followed to what it starts", (t) => {
  const { context, file } = place(t);
  const node = file(join(dirname(context.project), "tools/node"), "\x7fELF node");
  for (const line of ["env node", "env -S node --flag", "env -S A=1 -u B node x", "env -vS node"]) {
    const tool = file("tool", `#!/usr/bin/${line}\n`);
    const pins = findPins([site([tool])], context);
    assert.deepEqual(
      shown(pins).filter(([role]) => role === "interpreter"),
      [
        ["interpreter", "/usr/bin/env", realpathSync("/usr/bin/env"), null],
        ["interpreter", "node", node, hash("\x7fELF node")],
      ],
    );
  }
});

const HANDING: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ["/bin/sh lib/real.sh", [["script", "lib/real.sh"]]],
  ["/usr/bin/awk -flib/real.sh", [["script", "lib/real.sh"]]],
  ["/usr/bin/env -S sh -e lib/real.sh", [["script", "lib/real.sh"]]],
  ['/usr/bin/env -S A=1 sh "lib/real.sh"', [["script", "lib/real.sh"]]],
  ["/usr/bin/env -S -u B 'lib/real.sh'", [["interpreter", "lib/real.sh"]]],
  ["lib/real.sh", [["interpreter", "lib/real.sh"]]],
];

for (const [line, pinned] of HANDING) {
  test(`T20: \`#!${line}\`: what the line hands over is pinned, by this run's directory`, (t) => {
    const { context, file } = place(t);
    const real = file("lib/real.sh", "#!/bin/sh\necho one\n");
    const tool = file("tool", `#!${line}\n`);
    const pins = () => shown(findPins([site([tool])], context));
    const own = () => pins().filter(([, , realpath]) => realpath === real);
    assert.deepEqual(
      own().map(([role, path]) => [role, path]),
      pinned,
    );
    const before = own();
    file("lib/real.sh", "#!/bin/sh\necho two\n");
    assert.notDeepEqual(own(), before);
    assert.equal(lookAtBinary(tool, context).isUntold, false);
  });
}

const UNTOLD: readonly (readonly [string, string])[] = [
  ["another search path", "/usr/bin/env -S PATH=lib:/bin real"],
  ["no search path", "/usr/bin/env -S -u PATH real"],
  ["an emptied environment", "/usr/bin/env -iS real"],
  ["another directory", "/usr/bin/env -S -C lib ./real.sh"],
  ["an option that is not known", "/usr/bin/env -S --argv0=x sh"],
  ["an escape", "/usr/bin/env -S sh\\_lib/real.sh"],
  ["a variable", "/usr/bin/env -S $HOME/x"],
  ["an open quote", '/usr/bin/env -S "sh'],
  ["more than the kernel reads", `/bin/sh ${"a".repeat(300)}`],
  ["bytes that are no text", "lib/\udcff"],
  ["a circle", "tool"],
];

for (const [what, line] of UNTOLD) {
  test(`T20: a first line with ${what} can't be told, so its leaf never runs`, (t) => {
    const { context, file } = place(t);
    const tool = file("tool", `#!${line}\n`);
    assert.equal(lookAtBinary(tool, context).isUntold, true);
    const above = file("above", `#!${tool}\n`);
    assert.equal(lookAtBinary(above, context).isUntold, true);
  });
}

test("T20: what env is told without a variable of its own is followed in an emptied environment too", (t) => {
  const { context, file } = place(t);
  for (const line of ["env -iS /bin/sh", "env -S -- sh", "env", "env -", "env A=1"]) {
    const tool = file("tool", `#!/usr/bin/${line}\n`);
    assert.equal(lookAtBinary(tool, context).isUntold, false, line);
  }
});

test("T20: a shim of node_modules/.bin is followed to its script and to node", (t) => {
  const { context, file, project } = place(t);
  const node = file(join(dirname(project), "tools/node"), "\x7fELF node");
  const script = file("node_modules/fmt/bin/fmt.js", "run();\n");
  const text = '#!/bin/sh\nbasedir=$(dirname "$0")\nexec node  "$basedir/../fmt/bin/fmt.js" "$@"\n';
  const shim = file("node_modules/.bin/fmt", text);
  const pins = shown(findPins([site([shim])], context));
  assert.deepEqual(pins.slice(1), [
    ["interpreter", "/bin/sh", realpathSync("/bin/sh"), null],
    ["interpreter", "node", node, hash("\x7fELF node")],
    ["script", script, script, hash("run();\n")],
  ]);
  const linked = join(project, "node_modules/.bin/linked");
  symlinkSync("../fmt/bin/fmt.js", linked);
  assert.deepEqual(shown(findPins([site([linked])], context)), [
    ["binary", linked, script, hash("run();\n")],
  ]);
});

test("T19: a binary that is not there is a pin of its own, and another one once it is", (t) => {
  const { context, file } = place(t);
  const before = findPins([site(["no-such-tool"])], context);
  assert.deepEqual(shown(before), [["binary", "no-such-tool", null, null]]);
  file(join(dirname(context.project), "tools/no-such-tool"), "\x7fELF");
  assert.equal(
    changedPins(before, findPins([site(["no-such-tool"])], context), new Set(["ward.app.x"]))
      .length,
    1,
  );
});

test("T23: a search path inside the project is passed over", (t) => {
  const { context, file, project } = place(t);
  file("bin/true", "#!/bin/sh\n");
  const pins = findPins([site(["true"])], {
    ...context,
    searchPath: [join(project, "bin"), "/usr/bin"],
  });
  assert.deepEqual(shown(pins), [["binary", "true", realpathSync("/bin/true"), null]]);
});

test("T74: a file with neither header nor first line is one that a shell would be handed", (t) => {
  const { context, file } = place(t);
  const look = (text: string) => lookAtBinary(file("tool", text), context).isHeaderless;
  assert.deepEqual(["echo x\n", "", "MZ", "#!/bin/sh\n", "\x7fELF"].map(look), [
    true,
    true,
    true,
    false,
    false,
  ]);
  assert.deepEqual(lookAtBinary("no-such-tool", context), {
    realpath: null,
    isHeaderless: false,
    isUntold: false,
  });
});
