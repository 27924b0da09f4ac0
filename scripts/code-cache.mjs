// dist/ward.program.js → ward.program.js.cache: what V8 compiled of it in a few real calls, for every later start.
//
// Functions that no call here needs are left out; V8 compiles them when they are first called, as without a cache.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const GUARDFILE = `wrap ward build {
    exec "true"
    can run go { deny-flag "--force"; value-flag "--name"; deny-when any-arg matches "x*" }
    can run timed { timeout "1h" }
    can run confined { confine; timeout "1h" }
}
`;

/**
 * Each call starts from what the ones before it left; those that leave trees for the others come first.
 * `scope` is what is recorded of it: what only few calls run would make every start longer in the program's own cache.
 * `isOptional` where the machine may lack what it needs.
 */
const CALLS = [
  { words: ["build", "go"], exit: 0, scope: null },
  { words: ["build", "go", "--name", "n"], exit: 0, scope: "all" },
  { words: ["build", "go", "--force"], exit: 77, scope: "all" },
  { words: ["build", "stop"], exit: 77, scope: "all" },
  { words: ["build", "go", "--name", "n"], exit: 0, scope: "all" },
  { words: ["project", "go"], exit: 0, scope: null },
  { words: ["project", "go", "--name", "n"], exit: 0, scope: "parts" },
  { words: ["build", "timed"], exit: 0, scope: "parts" },
  { words: ["build", "confined"], exit: 0, scope: "parts", isOptional: true },
];

/** Guardfiles of a user and of a project, the second approved as a person does; what calls there are started with. */
function prepare(at, root) {
  const [config, project] = [join(root, "config"), join(root, "project")];
  for (const directory of [config, project]) mkdirSync(directory, { mode: 0o700 });
  const write = (file, text) => writeFileSync(file, text, { mode: 0o600 });
  write(join(config, "config.kdl"), 'search-path "/usr/bin" "/bin"\n');
  write(join(config, "build.kdl"), GUARDFILE);
  write(join(project, "Guardfile"), GUARDFILE.replace("ward build", "ward project"));
  const { PATH } = process.env;
  const env = { PATH, WARD_CONFIG_DIR: config, WARD_STATE_DIR: join(root, "state") };
  const options = { cwd: project, env, encoding: "utf8" };
  const trust = (exit, ...words) =>
    required([at("dist/wardctl.js"), "trust", ...words], options, { exit });
  const [{ digest }] = JSON.parse(trust(1, "status", "--json"));
  trust(0, "allow", "--digest", digest, "Guardfile");
  return options;
}

/** @returns what it prints */
function required(argv, options, { exit, isOptional = false }) {
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, options);
  if (status !== exit && !(isOptional && !stderr.includes("bug in ward")))
    throw new Error(`${argv.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

/**
 * @param at path in the repository → absolute path
 * @throws Error where a call ends as it should not: then the build is broken
 */
export function buildCodeCache(at) {
  const root = mkdtempSync(join(tmpdir(), "ward-code-cache-"));
  try {
    const options = prepare(at, root);
    for (const { words, scope, ...ends } of CALLS) {
      const recorder = [at("scripts/record-code.cjs"), at("dist"), scope];
      const program = scope === null ? [at("dist/ward.js")] : recorder;
      required([...program, ...words], options, ends);
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
