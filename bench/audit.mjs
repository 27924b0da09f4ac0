// What the rows of a call cost beside the disk's own sync; and a trail of a million rows → how long reading takes, and how much memory.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { alternate, environments, table } from "./measure.mjs";
import { writeTrail } from "./trail.mjs";
import { buildWard } from "./without-rows.mjs";

const root = new URL("../", import.meta.url).pathname;
const WARDCTL = `${root}dist/wardctl.js`;

const ENTRY = `
export { link } from "./src/host/audit-chain.ts";
export { uuid7 } from "./src/host/ids.ts";
`;

const PEAK = `process.on("exit", () => {
  require("node:fs").writeSync(2, "peak " + process.resourceUsage().maxRSS);
});`;

async function chaining(directory) {
  const banner =
    "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);";
  const outfile = join(directory, "chain.mjs");
  await build({
    stdin: { contents: ENTRY, resolveDir: root, loader: "ts" },
    ...{ bundle: true, platform: "node", format: "esm", target: "node20", outfile },
    ...{ banner: { js: banner }, logLevel: "warning" },
  });
  return import(pathToFileURL(outfile).href);
}

async function program(directory, name, hasRows, more = {}) {
  const own = join(directory, name);
  const config = join(own, "config");
  const built = join(own, "built");
  for (const made of [own, config, built]) mkdirSync(made, { mode: 0o700 });
  const text = 'wrap ward one { exec "true"; can run go }\n';
  writeFileSync(join(config, "one.kdl"), text, { mode: 0o600 });
  const { PATH } = process.env;
  const env = { PATH, WARD_CONFIG_DIR: config, WARD_STATE_DIR: join(own, "state"), ...more };
  return { name, argv: [process.execPath, await buildWard(built, hasRows), "one", "go"], env };
}

/** A granted call of a trivial binary: by a ward without rows, by one that writes and syncs as many bytes, and by ward. */
async function rowCosts(directory, rounds) {
  const sync = { WARD_BENCH_FILE: join(directory, "synced") };
  const programs = [
    await program(directory, "one write and sync", false, sync),
    await program(directory, "no rows", false),
    await program(directory, "two rows", true),
  ];
  return environments()
    .map(({ title, variables }) => {
      const own = programs.map((one) => ({ ...one, env: { ...one.env, ...variables } }));
      return costsIn(title, own, rounds);
    })
    .join("\n\n");
}

function costsIn(title, programs, rounds) {
  const [disk, none, rows] = alternate(programs, rounds, 2100);
  const lines = [none, disk, rows].map(({ name, median, least, processor }) => [
    name,
    ...[median, least, processor].map((value) => `${value.toFixed(1)} ms`),
  ]);
  const each = (by) => Math.max(0, (rows[by] - disk[by]) / 2).toFixed(2);
  return [
    `a granted call and its two rows, ${title}, ${rounds} rounds`,
    table([["", "median", "least", "processor"], ...lines]),
    `a row beside the disk: median ${each("median")} ms, least ${each("least")} ms, processor ${each("processor")} ms`,
    `the run beside the disk: ${rows.ratio.toFixed(3)}x, by the processor ${rows.processorRatio.toFixed(3)}x`,
  ].join("\n");
}

function readings(directory, rows) {
  const hook = join(directory, "peak.cjs");
  writeFileSync(hook, PEAK);
  const trail = join(directory, "big/current.jsonl");
  const verbs = [["stats"], ["list", "--deny"], ["list"], ["verify"]];
  const lines = verbs.map((words) => {
    const start = process.hrtime.bigint();
    const argv = ["-r", hook, WARDCTL, "audit", ...words, "--trail", trail];
    const stdio = ["ignore", "ignore", "pipe"];
    const { stderr, status } = spawnSync(process.execPath, argv, { encoding: "utf8", stdio });
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    if (status !== 0) throw new Error(stderr);
    const peak = Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024;
    return [`audit ${words.join(" ")}`, `${seconds.toFixed(1)} s`, `${peak.toFixed(0)} MiB`];
  });
  return `reading ${rows.toLocaleString("en")} rows: time and peak memory\n${table(lines)}`;
}

/** @param {{ rounds: number, rows: number }} size runs for what a row costs, and rows of the trail that is read */
export async function audit({ rounds, rows }) {
  const directory = mkdtempSync(join(tmpdir(), "ward-bench-audit-"));
  try {
    const costs = await rowCosts(directory, rounds);
    writeTrail(join(directory, "big"), rows, await chaining(directory));
    return [costs, readings(directory, rows)].join("\n\n");
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
