// The built ward → how long a granted call of a trivial binary takes beside `node -e 0`, and how much memory.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternate, median, table } from "./measure.mjs";
import { policies } from "./policies.mjs";

const WARD = new URL("../dist/ward.js", import.meta.url).pathname;

/** Tells its parent's highest memory so far: the parent is ward, waiting for it. */
const PEAK = '#!/bin/sh\nsed -n "s/^VmHWM:[^0-9]*\\([0-9]*\\) kB/\\1/p" "/proc/$PPID/status"\n';

/** A configuration directory of its own for each size, and an environment that names it. */
function place(root, name, files) {
  const config = join(root, name);
  mkdirSync(config, { mode: 0o700 });
  const write = (file, text) => writeFileSync(join(config, file), text, { mode: 0o600 });
  write("config.kdl", `search-path "${root}" "/usr/bin" "/bin"\n`);
  for (const file of files) write(file.name, file.text);
  const { PATH } = process.env;
  return { PATH, WARD_CONFIG_DIR: config, WARD_STATE_DIR: join(root, `${name}-state`) };
}

function wardPrograms(root) {
  const one = [{ name: "one.kdl", text: 'wrap ward one { exec "true"; can run go }\n' }];
  const go = (name, files, words) => ({
    name,
    argv: [process.execPath, WARD, ...words],
    env: place(root, name.replaceAll(/\W/g, "-"), files),
  });
  const words = ["tool0", "area3", "verb3", "a"];
  return [
    go("ward, 1 leaf", one, ["one", "go"]),
    go("ward, 10 leaves", policies(10, 2, "true"), words),
    go("ward, 1,000 leaves", policies(1000, 10, "true"), words),
    go("ward, shipped git", [], ["git", "--version"]),
  ];
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
  const ward = five(() => peak([WARD, "peak", "go"], /^(\d+)$/m));
  return Number.isFinite(node) && Number.isFinite(ward) ? { node, ward } : null;
}

/** @param {number} rounds alternating runs of each program */
export function startup(rounds) {
  const root = mkdtempSync(join(tmpdir(), "ward-bench-"));
  try {
    const { PATH } = process.env;
    const node = { name: "node -e 0", argv: [process.execPath, "-e", "0"], env: { PATH } };
    const results = alternate([node, ...wardPrograms(root)], rounds);
    const rows = results.map((result) => [
      result.name,
      ...[result.median, result.least, result.processor].map((value) => `${value.toFixed(1)} ms`),
      ...[
        result.ratio,
        result.least / results[0].least,
        result.processor / results[0].processor,
      ].map((value) => `${value.toFixed(2)}x`),
    ]);
    const head = ["", "median", "least", "processor", "pairs", "of least", "of processor"];
    const size = readFileSync(WARD).length / 1024;
    const peak = memory(root);
    const memoryText = peak
      ? `peak memory: node -e 0 ${peak.node.toFixed(1)} MiB, ward ${peak.ward.toFixed(1)} MiB (+${(peak.ward - peak.node).toFixed(1)})`
      : "peak memory: this system does not tell";
    return [
      `start-up of a granted call of a trivial binary, ${rounds} alternating runs`,
      table([head, ...rows]),
      memoryText,
      `dist/ward.js: ${size.toFixed(0)} KiB`,
    ].join("\n");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
