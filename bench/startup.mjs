// The built ward → how long calls of a trivial binary take beside `node -e 0`, and how much memory: whole processes, started in turn.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternate, environments, median, table } from "./measure.mjs";
import { policies } from "./policies.mjs";

const WARD = new URL("../dist/ward.js", import.meta.url).pathname;
const WARDCTL = new URL("../dist/wardctl.js", import.meta.url).pathname;

/** Tells its parent's highest memory so far: the parent is ward, waiting for it. */
const PEAK = '#!/bin/sh\nsed -n "s/^VmHWM:[^0-9]*\\([0-9]*\\) kB/\\1/p" "/proc/$PPID/status"\n';

/** A file's stamp is believed from this age on, and then other files are not opened. */
const SETTLED_MS = 2100;

const ONE = { name: "one.kdl", text: 'wrap ward one { exec "true"; can run go }\n' };

/** A configuration directory of its own for each size, and an environment that names it. */
function place(root, name, files, variables = {}) {
  const config = join(root, name);
  mkdirSync(config, { mode: 0o700 });
  const write = (file, text) => writeFileSync(join(config, file), text, { mode: 0o600 });
  write("config.kdl", `search-path "${root}" "/usr/bin" "/bin"\n`);
  for (const file of files) write(file.name, file.text);
  const { PATH } = process.env;
  const own = { WARD_CONFIG_DIR: config, WARD_STATE_DIR: join(root, `${name}-state`) };
  return { PATH, ...variables, ...own };
}

/** As for most users, the store does not lie in a directory above the project: each of those would be looked into. */
const CHECKOUTS = existsSync("/var/tmp") ? "/var/tmp" : tmpdir();

/** A project whose Guardfile a person has approved, by the digest that `trust status` names. */
function approvedProject(root, cwd, variables) {
  const env = place(root, "project", [], variables);
  writeFileSync(join(cwd, "Guardfile"), ONE.text);
  const trust = (...args) =>
    spawnSync(process.execPath, [WARDCTL, "trust", ...args], { env, cwd, encoding: "utf8" });
  const [{ digest }] = JSON.parse(trust("status", "--json").stdout);
  const { status, stderr } = trust("allow", "--digest", digest, "Guardfile");
  if (status !== 0) throw new Error(`the project can't be approved: ${stderr}`);
  return { env, cwd };
}

function wardPrograms(root, checkout, variables) {
  const go = (name, env, words, more = {}) => ({
    name,
    argv: [process.execPath, WARD, ...words],
    env,
    ...more,
  });
  const one = place(root, "one", [ONE], variables);
  const words = ["tool0", "area3", "verb3", "a"];
  const project = approvedProject(root, checkout, variables);
  const many = (leaves, files) =>
    place(root, `many-${leaves}`, policies(leaves, files, "true"), variables);
  return [
    go("one user Guardfile", one, ["one", "go"]),
    go("the same, refused", one, ["one", "stop"], { exit: 77 }),
    go("approved project", project.env, ["one", "go"], { cwd: project.cwd }),
    go("10 files, 1,000 leaves", many(1000, 10), words),
    go("40 files, 10,000 leaves", many(10_000, 40), words),
    go("shipped git", place(root, "git", [], variables), ["git", "--version"]),
  ];
}

/** What else a start that does the same things would pay for, without any of ward's code. */
function floors(root, env) {
  const spawn = "require('child_process').spawn('/bin/true',[],{stdio:'inherit'})";
  const hash = "require('crypto').createHash('sha256').update('').digest('hex')";
  const program = (name, text) => {
    const file = join(root, `${name.replaceAll(/\W/g, "-")}.cjs`);
    writeFileSync(file, text);
    return { name, argv: [process.execPath, file], env };
  };
  return [program("a bare spawn", spawn), program("a bare spawn and a hash", `${hash};${spawn}`)];
}

/** Peak resident memory in MiB, medians of five; null where the system does not tell. */
function memory(root) {
  const self = ["-e", 'process.stdout.write(require("fs").readFileSync("/proc/self/status"))'];
  const files = [{ name: "peak.kdl", text: "wrap ward peak { exec peak; can run go }\n" }];
  const program = join(root, "peak");
  writeFileSync(program, PEAK);
  chmodSync(program, 0o755);
  const env = place(root, "memory", files);
  const peak = (argv, pattern) => {
    const { stdout } = spawnSync(process.execPath, argv, { env, encoding: "utf8" });
    return Number(pattern.exec(stdout)?.[1]) / 1024;
  };
  const five = (measure) => median(Array.from({ length: 5 }, measure));
  const node = five(() => peak(self, /VmHWM:\s*(\d+) kB/));
  // The first call parses.
  peak([WARD, "peak", "go"], /^(\d+)$/m);
  const ward = five(() => peak([WARD, "peak", "go"], /^(\d+)$/m));
  return Number.isFinite(node) && Number.isFinite(ward) ? { node, ward } : null;
}

function memoryText(peak) {
  if (peak === null) return "peak memory: this system does not tell";
  const more = (peak.ward - peak.node).toFixed(1);
  return `peak memory: node -e 0 ${peak.node.toFixed(1)} MiB, ward ${peak.ward.toFixed(1)} MiB (+${more})`;
}

function rowsOf(results) {
  const [first] = results;
  return results.map(({ name, median: middle, least, processor, ratio, processorRatio }) => [
    name,
    ...[middle, least, processor].map((value) => `${value.toFixed(1)} ms`),
    ...[ratio, least / first.least, processorRatio].map((value) => `${value.toFixed(2)}x`),
  ]);
}

/** One table, with these variables beside ward's own in every environment. */
function compare(title, variables, rounds) {
  const root = mkdtempSync(join(tmpdir(), "ward-bench-"));
  const checkout = mkdtempSync(join(CHECKOUTS, "ward-bench-"));
  try {
    const env = { PATH: process.env.PATH, ...variables };
    const node = { name: "node -e 0", argv: [process.execPath, "-e", "0"], env };
    const programs = [node, ...floors(root, env), ...wardPrograms(root, checkout, variables)];
    const results = alternate(programs, rounds, SETTLED_MS);
    const head = ["", "median", "least", "processor", "pairs", "of least", "of processor"];
    return [
      `start-up of a call of a trivial binary, ${title}, ${rounds} alternating runs`,
      table([head, ...rowsOf(results)]),
    ].join("\n");
  } finally {
    for (const directory of [root, checkout]) rmSync(directory, { recursive: true, force: true });
  }
}

function sizeAndMemory() {
  const root = mkdtempSync(join(tmpdir(), "ward-bench-"));
  try {
    const size = readFileSync(WARD.replace(/js$/, "program.js")).length / 1024;
    return `${memoryText(memory(root))}\ndist/ward.program.js: ${size.toFixed(0)} KiB`;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** @param {number} rounds alternating runs of each program */
export function startup(rounds) {
  const tables = environments().map(({ title, variables }) => compare(title, variables, rounds));
  return [...tables, sizeAndMemory()].join("\n\n");
}
