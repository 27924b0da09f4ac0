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
 * @returns {{ name: string, milliseconds: number, ratio: number }[]} medians; the ratio is that of each round's pair
 */
export function alternate(programs, rounds) {
  for (const program of programs) time(program);
  const taken = programs.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    programs.forEach((program, index) => {
      taken[index].push(time(program));
    });
  }
  return programs.map(({ name }, index) => ({
    name,
    milliseconds: median(taken[index]),
    ratio: median(taken[index].map((value, round) => value / taken[0][round])),
  }));
}

/** @param {readonly (readonly string[])[]} rows the first column is aligned left, the others right */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const cell = (text, column) =>
    column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column] + 3);
  return rows.map((row) => `  ${row.map(cell).join("")}`).join("\n");
}
