// Turns the help texts of clap programs (ripgrep, fd, cargo) into facts.
import { mergeRows, parseTable, valueWords } from "./table.mjs";
import { run } from "./tool.mjs";

const impossible = "--zz-none-such";
const isUnexpected = (text, name) => new RegExp(`(argument '|unexpected.*)${name}'`).test(text);

/** Facts of ripgrep, or null. */
export const rgFacts = () => plainFacts("rg", ["rg"], []);
/** Facts of fd, which Debian calls fdfind, or null. */
export const fdFacts = () => plainFacts("fd", ["fd", "fdfind"], ["fdfind"]);

/** A clap program without subcommands: each flag is tried, and so is every other long name that the text mentions. */
function plainFacts(bin, names, also) {
  const name = names.find((each) => run(each, ["--version"]) !== null);
  if (name === undefined) return null;
  const { text } = run(name, ["--help"]);
  const shown = mergeRows(parseTable(text, { word: valueWords.angle, indent: [2, 8] }));
  const known = new Set(shown.flatMap((flag) => flag.names));
  const mentioned = [...new Set(text.match(/--[a-z][a-z0-9-]*[a-z0-9]/g))].filter(
    (flag) => !known.has(flag),
  );
  const hidden = mentioned
    .filter((flag) => isUnexpected(run(name, [flag, impossible]).text, impossible))
    .map((flag) => {
      const needs = /requires a value/.test(run(name, [flag]).text);
      return { names: [flag], arity: needs ? "required" : "none" };
    });
  return {
    bin,
    style: "clap",
    source: `${bin} ${numberOf(name)}, ${bin} --help; each flag tried`,
    also,
    subcommands: [{ name: "", flags: [...shown.map((flag) => tryFlag(name, flag)), ...hidden] }],
  };
}

/** Few clap flags take a value that starts with a dash; those that do swallow a flag that can't exist. */
function tryFlag(bin, flag) {
  if (flag.arity !== "required") return flag;
  const long = flag.names.find((name) => name.startsWith("--"));
  const swallows = !isUnexpected(run(bin, [long, impossible]).text, impossible);
  return swallows ? { ...flag, swallows } : flag;
}

/** Facts of cargo, or null. */
export function cargoFacts() {
  const list = run("cargo", ["--list"]);
  if (list === null || list.status !== 0) return null;
  const rows = [...list.text.matchAll(/^ {4}(\S+) *(?:alias: (\S+))?/gm)];
  const aliasesOf = (command) =>
    rows.filter(([, , target]) => target === command).map(([, alias]) => alias);
  const globals = cargoFlags([]);
  const isGlobal = new Set(globals.flatMap(({ names }) => names));
  const commands = rows
    .filter(([, , target]) => target === undefined)
    .map(([, command]) => command);
  return {
    bin: "cargo",
    style: "clap",
    source: `cargo ${numberOf("cargo")}, cargo <command> -h`,
    globals: { flags: globals },
    subcommands: commands
      .filter((command) => command !== "help")
      .map((command) => ({
        name: command,
        also: aliasesOf(command),
        flags: cargoFlags([command]).filter(
          ({ names }) => !names.some((name) => isGlobal.has(name)),
        ),
      }))
      .filter(({ flags }) => flags.length > 0),
  };
}

/** A value in brackets may stand in the next token or not be there at all. */
function cargoFlags(words) {
  const { text } = run("cargo", [...words, "-h"]);
  const optional = new Set([...text.matchAll(/(--[a-z-]+) \[<[A-Z]/g)].map(([, name]) => name));
  return mergeRows(parseTable(text, { indent: [2, 8] })).map((flag) =>
    flag.names.some((name) => optional.has(name)) ? { ...flag, arity: "unknown" } : flag,
  );
}

function numberOf(bin) {
  return run(bin, ["--version"]).text.match(/\d+(\.\d+)+/)?.[0];
}
