// Lines wider than a screen → rows of it, each but the first marked, so that no part of a line looks like a line of its own.

/** Where a row goes on that began above. */
const CONTINUED = "      | ";
/** A screen narrower than this is not believed. */
const NARROWEST = 20;
const USUAL = 80;

/** Wide letters take two columns; what takes none is counted all the same. */
function widthOf(point: string): number {
  return point <= "~" ? 1 : 2;
}

function rowsOf(line: string, columns: number): string[] {
  const rows: string[] = [];
  let row = "";
  let used = 0;
  for (const point of line) {
    if (used + widthOf(point) > columns) {
      rows.push(row);
      row = CONTINUED;
      used = CONTINUED.length;
    }
    row += point;
    used += widthOf(point);
  }
  return [...rows, row];
}

/**
 * @param text escaped already
 * @param columns of the screen
 */
export function folded(text: string, columns: number): string {
  const width = columns < NARROWEST ? USUAL : columns;
  return text
    .split("\n")
    .flatMap((line) => rowsOf(line, width))
    .join("\n");
}
