// Turns the `--help` of any program into the names that are one flag there; nothing is tried, so nothing else is believed.
import { parseTable, valueWords } from "./table.mjs";
import { run } from "./tool.mjs";

/** These would act before they read what stands behind them. */
const NEVER_RUN = new Set(["reboot", "poweroff", "halt", "shutdown", "init", "telinit", "kexec"]);

/** How the whole table is asked for where that isn't `--help`. */
const asks = {
  aria2c: ["--help=#all"],
  xz: ["-H"],
  zstd: ["-H"],
  zip: ["-h2"],
};

/** These read `-word` as one flag; elsewhere such a row shows a cluster, or a value behind its letter. */
const withWords = new Set(
  "mvn javac javadoc jdeps gdb emacs emacs-nox cmake cpack ctest ld dpkg-buildpackage dos2unix unix2dos mac2unix".split(
    " ",
  ),
);

/** Names of one flag of `bin`; null where it isn't installed or its help names no flag twice. */
export function namesFacts(bin) {
  if (NEVER_RUN.has(bin)) return null;
  const args = asks[bin] ?? ["--help"];
  const help = run(bin, args);
  if (help === null) return null;
  const flags = namesIn(help.text, withWords.has(bin));
  if (flags.length === 0) return null;
  const source = `${bin} ${versionIn(bin)}, ${bin} ${args.join(" ")}`;
  const properties = { "names-only": true };
  const comment = `// Names of one flag of ${bin}, as its help shows them: made by \`npm run catalogue -- --names ${bin}\`.`;
  return { bin, comment, source, properties, subcommands: [{ name: "", flags }] };
}

/** The tool's own number, or else that of the package that it came in. */
function versionIn(bin) {
  const line = run(bin, ["--version"])?.text.match(/^.*\d+\.\d.*$/m)?.[0] ?? "";
  return line.match(/\d+(\.\d+)+[\w+-]*/)?.[0] ?? packageOf(bin);
}

function packageOf(bin) {
  const file = run("which", [bin])?.text.trim() ?? "";
  const owner = [file, `/usr${file}`, file.replace(/^\/usr/, "")]
    .map((path) => run("dpkg", ["-S", path])?.text.match(/^([\w.+-]+)(:\w+)?: \//)?.[1])
    .find((name) => name !== undefined);
  if (owner === undefined) return "(no version)";
  return `of ${owner} ${run("dpkg-query", ["-W", owner])?.text.split("\t")[1]?.trim()}`;
}

/**
 * Rows that show a short and a long name side by side. Where one name stands in several rows with other names
 * (`-q, --quiet` and `-q, --silent`), they need not be one flag: a denial follows each row and an allowance none.
 */
export function namesIn(text, hasWords = false) {
  const plain = text.replace(/.\x08/g, "").replace(/\x1b\[[\d;]*m/g, "");
  const even = plain.replace(/(?<=^\s*-[\w?]) ?\| ?(?=--)/gm, ", ");
  const rows = parseTable(even, { word: valueWords.any, indent: [0, 12] }).filter((row) =>
    isPair(row, hasWords),
  );
  return groups(rows).flatMap((group) => {
    const names = [...new Set(group.flatMap((row) => row.names))];
    const whole = group.find((row) => row.names.length === names.length);
    if (whole) return [{ names, arity: arityOf(group) }];
    return names.map((name) => ({ names: [name], arity: "unknown", same: waysTo(name, group) }));
  });
}

function isPair({ names }, hasWords) {
  const shorts = names.filter((name) => (hasWords ? /^-[^-]/ : /^-[^-]$/).test(name));
  const longs = names.filter((name) => /^--[A-Za-z0-9]/.test(name));
  return longs.length > 0 && shorts.length > 0 && shorts.length <= 2 && names.length <= 6;
}

/** Rows that share a name, also by way of a third. */
function groups(rows) {
  const found = [];
  for (const row of rows) {
    const met = found.filter((group) => group.some((other) => shares(other, row)));
    for (const group of met) found.splice(found.indexOf(group), 1);
    found.push([...met.flat(), row]);
  }
  return found;
}

const shares = (a, b) => a.names.some((name) => b.names.includes(name));

function arityOf(rows) {
  const shown = new Set(rows.map(({ arity }) => arity));
  return shown.size === 1 ? [...shown][0] : "unknown";
}

function waysTo(name, rows) {
  const others = rows.filter(({ names }) => names.includes(name)).flatMap(({ names }) => names);
  return [...new Set(others)].filter((other) => other !== name).join(" | ");
}
