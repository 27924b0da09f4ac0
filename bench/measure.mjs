// Programs that are run → milliseconds; a list of numbers → its median; a table → text.
import { spawnSync } from "node:child_process";

/** @param {readonly number[]} numbers at least one */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The clock around one child, and what the shell's `times` says of it: on a busy machine the clock measures the others too. */
const TIMED =
  'from=$EPOCHREALTIME; "$@" > /dev/null 2> /dev/null; status=$?; echo "$from $EPOCHREALTIME"; times; exit $status';

/** Variables of node's own, such as NODE_EXTRA_CA_CERTS, which alone can take longer than the rest of a start. */
const NODE_VARIABLES = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name.startsWith("NODE_")),
);

/** @returns the environments to measure in: as this one is, and without variables of node's where it has any */
export function environments() {
  const without = { title: "without variables of node's", variables: {} };
  const names = Object.keys(NODE_VARIABLES);
  if (names.length === 0) return [without];
  return [{ title: `with ${names.join(", ")} as set here`, variables: NODE_VARIABLES }, without];
}

/** One run; throws where it does not end as it should, since a failure is quick. */
function time({ argv, env, cwd, exit = 0 }) {
  const options = { env, cwd, encoding: "utf8" };
  // Bash reads its rc file where its input is a socket, as it is here.
  const { status, stdout } = spawnSync("bash", ["--norc", "-c", TIMED, "bash", ...argv], options);
  if (status !== exit) throw new Error(`${argv.join(" ")} ended with ${status}`);
  const parts = [...stdout.matchAll(/(\d+)m([\d.]+)s/g)].slice(-2);
  const seconds = parts.reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
    0,
  );
  const [from, to] = (stdout.split("\n")[0] ?? "").split(" ");
  return { wall: (Number(to) - Number(from)) * 1e3, processor: seconds * 1e3 };
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Runs the programs in turn, so that whatever else the machine does meets them all alike.
 * @param {{ name: string, argv: string[], env: object, cwd?: string, exit?: number }[]} programs the first is what the others are compared with
 * @param {number} rounds
 * @param {number} settleMs between two runs of each that are not counted
 * @returns {{ name: string, median: number, ratio: number, least: number, processor: number, processorRatio: number }[]}
 *   milliseconds of the clock, and medians of the user and system time of a run and its children; a ratio is the median
 *   of those within a round
 */
export function alternate(programs, rounds, settleMs = 0) {
  for (const program of programs) time(program);
  pause(settleMs);
  for (const program of programs) time(program);
  const taken = programs.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    programs.forEach((program, index) => {
      taken[index].push(time(program));
    });
  }
  const ratios = (index, key) => taken[index].map((run, round) => run[key] / taken[0][round][key]);
  return programs.map(({ name }, index) => ({
    name,
    median: median(taken[index].map(({ wall }) => wall)),
    ratio: median(ratios(index, "wall")),
    least: Math.min(...taken[index].map(({ wall }) => wall)),
    processor: median(taken[index].map(({ processor }) => processor)),
    processorRatio: median(ratios(index, "processor")),
  }));
}

/** @param {readonly (readonly string[])[]} rows the first column is aligned left, the others right */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const cell = (text, column) =>
    column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column] + 3);
  return rows.map((row) => `  ${row.map(cell).join("")}`).join("\n");
}
