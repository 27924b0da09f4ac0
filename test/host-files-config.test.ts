// config.kdl of both places, and how file, environment and agent's marker together choose the directories.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Environment } from "../src/host/directories.ts";
import { type HostConfigOptions, readHostConfig } from "../src/host/host-config.ts";
import type { Account } from "../src/model/account.ts";
import type { Config } from "../src/model/policy.ts";
import { isRoot, ownDirectory } from "./host-place.ts";

const EMPTY: Config = {
  file: "",
  searchPath: null,
  agentMarkers: [],
  environmentMayChoose: null,
  auditKeep: null,
  auditSpace: null,
  auditRotate: null,
  shipTo: [],
  auditDirectory: null,
  areDirectoriesFixed: false,
};

interface Stage {
  readonly root: string;
  readonly account: Account;
  /** What the parser was handed, in order. */
  readonly parsed: string[];
  /** Writes a config.kdl whose text is the JSON of its settings: the parser is handed in. */
  readonly put: (directory: string, settings: Partial<Config> | string) => string;
  readonly read: (env: Environment, cwd?: string) => ReturnType<typeof readHostConfig>;
}

const USUAL = "home/.config/ward";

function stage(t: TestContext): Stage {
  const root = ownDirectory(t);
  const ids = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
  const account = { ...ids, name: "kim", home: join(root, "home"), shell: null };
  const parsed: string[] = [];
  const put: Stage["put"] = (directory, settings) => {
    const file = join(root, directory, "config.kdl");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof settings === "string" ? settings : JSON.stringify(settings));
    return file;
  };
  const parse: HostConfigOptions["parse"] = async (file, source, place) => {
    parsed.push(`${place} ${file.slice(root.length + 1)}`);
    const text = Buffer.from(source).toString();
    if (!text.startsWith("{")) return { config: null, diagnostics: [], text };
    return { config: { ...EMPTY, file, ...JSON.parse(text) }, diagnostics: [], text };
  };
  const read: Stage["read"] = (env, cwd = "/") =>
    readHostConfig(env, { parse, account, cwd, system: join(root, "etc") });
  return { root, account, parsed, put, read };
}

test("without files nothing is parsed and nothing is said", async (t) => {
  const { root, account, parsed, read } = stage(t);
  const { file: _, ...settings } = EMPTY;
  assert.deepEqual(await read({}), {
    directories: {
      system: join(root, "etc"),
      account,
      config: join(root, USUAL),
      state: join(root, "home/.local/state/ward"),
      notices: [],
    },
    cwd: "/",
    project: null,
    settings,
    signs: { markers: [], session: {}, isCi: false },
    fixedBecause: null,
    problems: [],
  });
  assert.deepEqual(parsed, []);
});

test("the system's value wins key by key, the markers of both count", {
  skip: !isRoot,
}, async (t) => {
  const { parsed, put, read } = stage(t);
  put("etc", { searchPath: ["/a"], agentMarkers: ["A"], auditKeep: 3, auditDirectory: "/audit" });
  put(USUAL, {
    searchPath: ["/b"],
    agentMarkers: ["B"],
    auditRotate: "daily",
    shipTo: ["file:/x"],
    environmentMayChoose: true,
    auditDirectory: "/mine",
    areDirectoriesFixed: true,
  });
  const { settings, signs } = await read({ B: "1" });
  assert.deepEqual(settings, {
    searchPath: ["/a"],
    agentMarkers: ["A", "B"],
    environmentMayChoose: true,
    auditKeep: 3,
    auditSpace: null,
    auditRotate: "daily",
    shipTo: ["file:/x"],
    auditDirectory: "/audit",
    areDirectoriesFixed: false,
  });
  assert.deepEqual(signs.markers, ["B"]);
  assert.deepEqual(parsed, ["system etc/config.kdl", `user ${USUAL}/config.kdl`]);
});

test("a directory that the environment chose brings its own config.kdl", async (t) => {
  const { root, put, read } = stage(t);
  put(USUAL, { auditKeep: 1 });
  put("chosen", { auditKeep: 2 });
  const found = await read({ WARD_CONFIG_DIR: join(root, "chosen") });
  assert.equal(found.directories.config, join(root, "chosen"));
  assert.equal(found.settings.auditKeep, 2);
});

/** Where each says no, the environment's directory is not used and one line says why. */
const FORBIDDING: readonly {
  readonly name: string;
  readonly files: Readonly<Record<string, Partial<Config>>>;
  readonly env?: Environment;
  readonly because: string;
  readonly asRoot?: boolean;
}[] = [
  {
    name: "an agent's marker",
    files: {},
    env: { CLAUDECODE: "1" },
    because: "an agent's surface chooses no directories (CLAUDECODE is set)",
  },
  {
    name: "a marker that the user's own file adds, which the chosen one leaves out",
    files: { [USUAL]: { agentMarkers: ["BOT_*"] }, chosen: {} },
    env: { BOT_1: "1" },
    because: "an agent's surface chooses no directories (BOT_1 is set)",
  },
  {
    name: "a marker that the chosen file adds",
    files: { chosen: { agentMarkers: ["BOT"] } },
    env: { BOT: "1" },
    because: "an agent's surface chooses no directories (BOT is set)",
  },
  {
    name: "the user's own file",
    files: { [USUAL]: { environmentMayChoose: false }, chosen: { environmentMayChoose: true } },
    because: "config.kdl says `environment-may-choose #false`",
  },
  {
    name: "the chosen file",
    files: { chosen: { environmentMayChoose: false } },
    because: "config.kdl says `environment-may-choose #false`",
  },
  {
    name: "the system's file",
    files: { etc: { areDirectoriesFixed: true }, [USUAL]: { environmentMayChoose: true } },
    because: "the system's config.kdl says `directories fixed`",
    asRoot: true,
  },
];

for (const { name, files, env = {}, because, asRoot = false } of FORBIDDING) {
  test(`${name} keeps the environment from choosing`, { skip: asRoot && !isRoot }, async (t) => {
    const { root, put, read } = stage(t);
    for (const [directory, settings] of Object.entries(files)) put(directory, settings);
    const found = await read({
      ...env,
      WARD_CONFIG_DIR: join(root, "chosen"),
      WARD_STATE_DIR: "/s",
    });
    assert.equal(found.fixedBecause, because);
    assert.equal(found.directories.config, join(root, USUAL));
    assert.equal(found.directories.state, join(root, "home/.local/state/ward"));
    assert.deepEqual(found.directories.notices, [
      `ignoring WARD_CONFIG_DIR and WARD_STATE_DIR: ${because}`,
    ]);
    assert.deepEqual(found.problems, []);
  });
}

test("the system's yes beats the user's no", { skip: !isRoot }, async (t) => {
  const { put, read } = stage(t);
  put("etc", { environmentMayChoose: true });
  put(USUAL, { environmentMayChoose: false });
  assert.equal((await read({ WARD_STATE_DIR: "/s" })).directories.state, "/s");
});

for (const place of ["etc", USUAL, "chosen"]) {
  test(`a broken config.kdl in ${place} is a problem`, {
    skip: place === "etc" && !isRoot,
  }, async (t) => {
    const { root, put, read } = stage(t);
    const path = put(place, "no settings");
    const env = place === "chosen" ? { WARD_CONFIG_DIR: join(root, "chosen") } : {};
    const problem = {
      path,
      fault: null,
      parsed: { config: null, diagnostics: [], text: "no settings" },
    };
    assert.deepEqual((await read(env)).problems, [problem]);
    rmSync(path);
    mkdirSync(path);
    const [fault] = (await read(env)).problems;
    assert.equal(fault?.fault?.message, `${path} is a directory, not a regular file`);
    assert.equal(fault?.fault?.exit, 78);
    rmSync(path, { recursive: true });
    symlinkSync("nowhere", path);
    const [dangling] = (await read(env)).problems;
    assert.equal(dangling?.fault?.message, `${path} can't be opened: no such file or directory`);
  });
}

test("a broken file can't allow the environment to choose, wherever it stands above", async (t) => {
  const { root, put, read } = stage(t);
  put(USUAL, "no settings");
  const found = await read({ WARD_CONFIG_DIR: join(root, "chosen"), WARD_STATE_DIR: "/s" });
  assert.equal(found.directories.config, join(root, USUAL));
  assert.equal(found.problems.length, 1);
});

test("a config.kdl inside the project is not believed", async (t) => {
  const { root, put, read } = stage(t);
  put("repo/config", {});
  mkdirSync(join(root, "repo/.git"));
  const found = await read({ WARD_CONFIG_DIR: join(root, "repo/config") }, join(root, "repo"));
  assert.equal(found.project?.root, join(root, "repo"));
  assert.deepEqual(
    found.problems.map(({ fault }) => fault?.code),
    ["file-in-project"],
  );
});
