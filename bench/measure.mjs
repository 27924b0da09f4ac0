// Programs that are run → milliseconds; a list of numbers → its median; a table → text.
import { spawnSync } from "node:child_process";

/** @param {readonly number[]} numbers at least one */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** One run, from the spawn to its end; throws where it fails, since a failure is quick. */
function time({ argv, env, cwd }) {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(argv[0], argv.slice(1), { env, cwd, encoding: "utf8" });
  const end = process.hrtime.bigint();
  if (status !== 0) throw new Error(`${argv.join(" ")} ended with ${status}: ${stderr}`);
  return Number(end - start) / 1e6;
}

/**
 * Runs the programs in turn, so that whatever else the machine does meets them all alike.
 * @param {{ name: string, argv: string[], env: object, cwd?: string }[]} programs the first is what the others are compared with
 * @param {number} rounds
 * @returns {{ name: string, median: number, ratio: number, least: number, processor: number }[]} milliseconds;
 *   the ratio is the median of those within a round, and `processor` the user and system time of a run and its children
 */
export function alternate(programs, rounds) {
  for (const program of programs) time(program);
  const taken = programs.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    programs.forEach((program, index) => {
      taken[index].push(time(program));
    });
  }
  return programs.map((program, index) => ({
    name: program.name,
    median: median(taken[index]),
    ratio: median(taken[index].map((value, round) => value / taken[0][round])),
    least: Math.min(...taken[index]),
    processor: processorTime(program, rounds),
  }));
}

/** What a shell's `times` says of its children: on a busy machine the clock measures the others too. */
function processorTime({ argv, env, cwd }, rounds) {
  const loop = `for ((i = 0; i < ${rounds}; i++)); do "$@" > /dev/null || exit; done; times`;
  const { stdout } = spawnSync("bash", ["-c", loop, "bash", ...argv], {
    env,
    cwd,
    encoding: "utf8",
  });
  const parts = [...stdout.trim().matchAll(/(\d+)m([\d.]+)s/g)].slice(-2);
  const seconds = parts.map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  return (seconds.reduce((sum, value) => sum + value, 0) * 1000) / rounds;
}

/** @param {readonly (readonly string[])[]} rows the first column is aligned left, the others right */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const cell = (text, column) =>
    column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column] + 3);
  return rows.map((row) => `  ${row.map(cell).join("")}`).join("\n");
}
