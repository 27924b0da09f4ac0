// The repository → wards that are the same save for what they record: what rows cost is the difference.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildCodeCache } from "../scripts/code-cache.mjs";
import { buildPrograms } from "../scripts/programs.mjs";

const root = new URL("../", import.meta.url).pathname;

/** In place of audit.ts: tokens without rows; where it says so, as many bytes are written and synced as a call's rows have. */
const NO_ROWS = `// Bench only.
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { makeOpenRow } from "./open-row.ts";
export const openRow = (entry: { verb: string }) => {
  const file = process.env.WARD_BENCH_FILE;
  if (file !== undefined) {
    const fd = openSync(file, "a", 0o600);
    writeSync(fd, "x".repeat(1500));
    fdatasyncSync(fd);
    closeSync(fd);
  }
  return makeOpenRow("0", entry.verb);
};
export const recordRefusal = () => {};
export const leaveTrail = () => {};
export const closeRow = () => null;
`;

/** In place of openTrail: a trail without a file. */
const NO_TRAIL = `
export function openTrail(recorder: Recorder): Trail {
  const place = trailPlace(recorder.directories, recorder.auditDirectory);
  const common = { place, file: place.file, fd: -1, isReadable: true, recorder, mark: () => "" };
  return { ...common, notices: [], hasRotated: false };
}
`;

const DEFINE = {
  WARD_VERSION: '"0"',
  WARD_BUILD: '"bench"',
  WARD_FACTS: '"./catalogue/"',
  WARD_SHIPPED: "{}",
};

function withoutRows(own) {
  writeFileSync(own("src/host/audit.ts"), NO_ROWS);
  const file = own("src/host/audit-trail.ts");
  const text = readFileSync(file, "utf8");
  const start = text.indexOf("export function openTrail(");
  const end = text.indexOf("\n}\n", start) + 3;
  if (start < 0 || end < 3) throw new Error("audit-trail.ts has no openTrail any more");
  writeFileSync(file, text.slice(0, start) + NO_TRAIL + text.slice(end));
}

/**
 * @param {string} directory empty, and ward's own once built
 * @param {boolean} hasRows whether it records what it does
 * @returns {Promise<string>} the program, started with node
 */
export async function buildWard(directory, hasRows) {
  const own = (path) => join(directory, path);
  const at = (path) => (/^(src|dist)\b/.test(path) ? own(path) : join(root, path));
  cpSync(join(root, "src"), own("src"), { recursive: true });
  symlinkSync(join(root, "node_modules"), own("node_modules"));
  if (!hasRows) withoutRows(own);
  mkdirSync(own("dist"));
  for (const part of ["catalogue", "shipped"])
    symlinkSync(join(root, "dist", part), own(`dist/${part}`));
  await buildPrograms(at, DEFINE);
  buildCodeCache(at);
  return own("dist/ward.js");
}
