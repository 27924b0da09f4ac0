// Two texts that differ in a few lines → the lines that go and come, as a unified diff shows them.
import { printable } from "./printable.ts";

/** Lines around a change that stay as they are. */
const AROUND = 2;

interface Line {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/** How far on a line is looked for that both texts have: more than a block of sentences that go in at once. */
const LOOK = 400;

/** How many lines to leave out on either side until both go on alike; the fewest, and all where that is nowhere near. */
function gap(
  before: readonly string[],
  after: readonly string[],
  one: number,
  other: number,
): { readonly old: number; readonly fresh: number } {
  const left = [before.length - one, after.length - other] as const;
  const most = Math.min(LOOK, left[0] + left[1]);
  for (let sum = 1; sum <= most; sum++) {
    for (let old = Math.max(0, sum - left[1]); old <= Math.min(sum, left[0]); old++) {
      const line = before[one + old];
      if (line !== undefined && line === after[other + sum - old]) return { old, fresh: sum - old };
    }
  }
  return { old: left[0], fresh: left[1] };
}

/**
 * Takes the nearest common line at each difference: the time is linear in the lines where changes are short.
 * @returns all lines, marked
 */
function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  const lines: Line[] = [];
  const add = (mark: Line["mark"], some: readonly string[]) => {
    for (const text of some) lines.push({ mark, text });
  };
  let one = 0;
  let other = 0;
  while (one < before.length || other < after.length) {
    if (one < before.length && before[one] === after[other]) {
      add(" ", [before[one] ?? ""]);
      one += 1;
      other += 1;
      continue;
    }
    const { old, fresh } = gap(before, after, one, other);
    add("-", before.slice(one, one + old));
    add("+", after.slice(other, other + fresh));
    one += old;
    other += fresh;
  }
  return lines;
}

interface DiffOptions {
  readonly color: boolean;
  /** Lines that are shown; all where it is left out. How many more differ is said. */
  readonly most?: number;
}

/**
 * @param file as the person names it
 * @returns a unified diff with its two head lines; empty where nothing differs
 */
export function renderDiff(
  file: string,
  before: string,
  after: string,
  options: DiffOptions = { color: false },
): string {
  const { color, most = Number.POSITIVE_INFINITY } = options;
  if (before === after) return "";
  const lines = compare(before.split(/\r?\n/), after.split(/\r?\n/));
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ mark }) => mark !== " "),
  );
  const paint = ({ mark, text }: Line) => {
    const shown = `${mark}${printable(text.replaceAll("\t", "    "))}`;
    const code = mark === "+" ? 32 : 31;
    return color && mark !== " " ? `\x1b[${code}m${shown}\x1b[0m` : shown;
  };
  const body: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (!isNear[at]) continue;
    if (body.length >= most) {
      const more = lines.slice(at).filter(({ mark }) => mark !== " ").length;
      if (more > 0) body.push(`… ${more} more line${more === 1 ? " differs" : "s differ"}`);
      break;
    }
    if (at > 0 && !isNear[at - 1]) body.push("…");
    body.push(paint(line));
  }
  const name = printable(file);
  return [`--- ${name}`, `+++ ${name}`, ...body].join("\n");
}
