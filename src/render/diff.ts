// Two texts that differ in a few lines → the lines that go and come, as a unified diff shows them.
import { printable } from "./printable.ts";

/** Lines around a change that stay as they are. */
const AROUND = 2;

interface Line {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/**
 * The longest common run of lines by their order; texts are as long as a Guardfile.
 * @returns all lines, marked
 */
function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (one: number, other: number) => common[one * width + other] ?? 0;
  for (let one = before.length - 1; one >= 0; one--) {
    for (let other = after.length - 1; other >= 0; other--) {
      common[one * width + other] =
        before[one] === after[other]
          ? at(one + 1, other + 1) + 1
          : Math.max(at(one + 1, other), at(one, other + 1));
    }
  }
  const lines: Line[] = [];
  for (let one = 0, other = 0; one < before.length || other < after.length; ) {
    const old = before[one];
    const fresh = after[other];
    if (old !== undefined && old === fresh) {
      lines.push({ mark: " ", text: old });
      one += 1;
      other += 1;
    } else if (
      old !== undefined &&
      (fresh === undefined || at(one + 1, other) >= at(one, other + 1))
    ) {
      lines.push({ mark: "-", text: old });
      one += 1;
    } else {
      lines.push({ mark: "+", text: fresh ?? "" });
      other += 1;
    }
  }
  return lines;
}

/**
 * @param file as the person names it
 * @returns a unified diff with its two head lines; empty where nothing differs
 */
export function renderDiff(
  file: string,
  before: string,
  after: string,
  options: { readonly color: boolean } = { color: false },
): string {
  if (before === after) return "";
  const lines = compare(before.split("\n"), after.split("\n"));
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ mark }) => mark !== " "),
  );
  const paint = ({ mark, text }: Line) => {
    const shown = `${mark}${printable(text.replaceAll("\t", "    "))}`;
    const code = mark === "+" ? 32 : 31;
    return options.color && mark !== " " ? `\x1b[${code}m${shown}\x1b[0m` : shown;
  };
  const body: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (!isNear[at]) continue;
    if (at > 0 && !isNear[at - 1]) body.push("…");
    body.push(paint(line));
  }
  const name = printable(file);
  return [`--- ${name}`, `+++ ${name}`, ...body].join("\n");
}
