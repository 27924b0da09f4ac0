// Turns the table of options in a `--help` text into flags: their names and what the text shows behind them.

/** What may stand behind a name as its value, besides `=value` and `[=value]`: how far a family's help texts go. */
export const valueWords = {
  angle: /^ <[^>]*>(\.\.\.)?/,
  upper: /^ (<[^>]*>|\[?[A-Z][A-Z0-9_:|[\]-]*\]?)(\.\.\.)?(?=[\s,]|$)/,
  any: /^ (<[^>]*>|[^\s,-][^\s,]*)(\.\.\.)?(?=[\s,]|$)/,
};

/**
 * All rows of `text` that begin with an option, in order.
 * `word` says what counts as a value behind a blank; `indent` bounds the blanks before a row.
 */
export function parseTable(text, { word = valueWords.upper, indent = [0, 12] } = {}) {
  return text
    .split("\n")
    .filter((line) => {
      const blanks = line.length - line.trimStart().length;
      return /^\s*-/.test(line) && blanks >= indent[0] && blanks <= indent[1];
    })
    .map((line) => parseRow(line.trimStart().replaceAll("\t", "  "), word))
    .filter((flag) => flag !== null);
}

/** One row: `-o, --output=FILE  text`; null where no name can be read. */
export function parseRow(row, word) {
  const names = [];
  const values = [];
  let rest = row;
  for (;;) {
    const met = rest.match(
      /^(--(\[no-\])?[A-Za-z0-9][\w.+-]*|-[A-Za-z0-9?@#:%^](?![\w-])|-[A-Za-z][\w-]+)/,
    );
    if (!met) break;
    names.push(nameOf(met[1]));
    rest = rest.slice(met[1].length).replace(/^\.\.\./, "");
    const value =
      rest.match(/^(\[[^\]]*\]+|=\[[^\]]*\][^\s,]*|=[^\s,]*)/)?.[0] ?? rest.match(word)?.[0] ?? "";
    rest = rest.slice(value.length);
    values.push(value);
    const gap = rest.match(/^(, *| \| ?|\/| or | {1,2}(?=--))(?=-)/);
    if (!gap || (/^ +$/.test(gap[0]) && met[1].startsWith("--"))) break;
    rest = rest.slice(gap[0].length);
  }
  return names.length === 0 ? null : { names: [...new Set(names)], arity: arityOf(values) };
}

function nameOf(text) {
  return text === "-NUM" ? "-#" : text.replace("[no-]", "").replace(/\.+$/, "");
}

/** The last name's value counts: `-j [N], --jobs[=N]`, `-f, --file=ARCHIVE`. */
function arityOf(values) {
  if (values.some((value) => /^ ?\[/.test(value))) return "attached";
  return values.some((value) => value !== "") ? "required" : "none";
}

/** Rows that name a flag again join the first one; a row whose names are all known adds nothing. */
export function mergeRows(flags) {
  const merged = [];
  for (const flag of flags) {
    const met = merged.find((other) => other.names.some((name) => flag.names.includes(name)));
    if (!met) merged.push({ ...flag, names: [...flag.names] });
    else for (const name of flag.names) if (!isKnown(merged, name)) met.names.push(name);
  }
  return merged;
}

function isKnown(flags, name) {
  return flags.some((flag) => flag.names.includes(name));
}
