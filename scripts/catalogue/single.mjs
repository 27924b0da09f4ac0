// Turns the help texts of curl, rsync, gawk and pip into facts: each has a parser of its own, asked in its own way.
import { mergeRows, parseTable, valueWords } from "./table.mjs";
import { run } from "./tool.mjs";

const impossible = "--zz-none-such";
const longOf = ({ names }) => names.find((name) => name.startsWith("--"));
const numberIn = (text) => text.match(/\d+(\.\d+)+/)?.[0];

/** Facts of curl, or null: without a URL it does nothing, whatever its flags. */
export function curlFacts() {
  const help = run("curl", ["--help", "all"]);
  if (help === null) return null;
  const rows = mergeRows(parseTable(help.text, { word: valueWords.angle, indent: [1, 8] }));
  const flags = rows.map((flag) => {
    const long = longOf(flag);
    const arity = /requires parameter/.test(run("curl", [long]).text) ? "required" : "none";
    if (arity !== flag.arity && flag.arity !== "attached")
      console.error(`curl: ${long} is shown as ${flag.arity} and is ${arity}`);
    const opposite = long.startsWith("--no-") ? `--${long.slice(5)}` : `--no-${long.slice(2)}`;
    const answer = run("curl", [opposite, impossible]).text;
    return { ...flag, arity, no: arity === "none" && answer.includes(`${impossible}: is unknown`) };
  });
  // `-#` would be read as "a dash and digits" by a policy, so only the long name stands here.
  const named = flags.map((flag) => ({
    ...flag,
    names: flag.names.filter((name) => name !== "-#"),
  }));
  return facts(
    "curl",
    "gnu",
    `curl ${numberIn(run("curl", ["--version"]).text)}, curl --help all`,
    named,
  );
}

/** Facts of rsync, or null. */
export function rsyncFacts() {
  const help = run("rsync", ["--help"]);
  if (help === null) return null;
  const rows = mergeRows(parseTable(help.text, { word: valueWords.angle, indent: [0, 4] }));
  const flags = rows
    .filter((flag) => !flag.names.includes("--no-OPTION") && longOf(flag) !== undefined)
    .map((flag) => {
      const long = longOf(flag);
      const takesNone = /does not take an argument/.test(
        run("rsync", [`${long}=1`, impossible]).text,
      );
      const needs = !takesNone && /missing argument/.test(run("rsync", [long]).text);
      const arity = takesNone ? "none" : needs ? "required" : "attached";
      const no =
        !long.startsWith("--no-") &&
        run("rsync", [`--no-${long.slice(2)}`, impossible]).text.includes(`${impossible}: unknown`);
      return { ...flag, arity, no };
    });
  return facts(
    "rsync",
    "gnu",
    `rsync ${numberIn(run("rsync", ["--version"]).text)}, rsync --help`,
    flags,
  );
}

/** Facts of GNU awk, or null. */
export function gawkFacts() {
  const help = run("gawk", ["--help"]);
  if (help === null) return null;
  const text = help.text.replace(/\t+(?=--)/g, ", ");
  const flags = mergeRows(parseTable(text, { word: valueWords.any, indent: [0, 10] }));
  const version = numberIn(run("gawk", ["--version"]).text);
  return {
    bin: "gawk",
    style: "gnu-first",
    source: `gawk ${version}, gawk --help`,
    subcommands: [{ name: "", flags }],
  };
}

function facts(bin, style, source, flags) {
  return { bin, style, source: `${source}; each flag tried`, subcommands: [{ name: "", flags }] };
}

/** Facts of pip, or null: an option that can't exist stands behind each try. */
export function pipFacts() {
  const help = run("pip", ["--help"]);
  if (help === null || help.status !== 0) return null;
  const commands = [...help.text.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name);
  const globals = pipFlags(["help"], help.text);
  const isGlobal = new Set(globals.flatMap(({ names }) => names));
  return {
    bin: "pip",
    style: "gnu",
    source: `pip ${numberIn(run("pip", ["--version"]).text)}, pip <command> --help; each flag tried`,
    also: ["pip3"],
    globals: { flags: globals },
    subcommands: commands
      .filter((name) => name !== "help")
      .map((name) => {
        const flags = pipFlags([name], run("pip", [name, "--help"]).text);
        return {
          name,
          flags: flags.filter(({ names }) => !names.some((each) => isGlobal.has(each))),
        };
      }),
  };
}

function pipFlags(words, text) {
  return mergeRows(parseTable(text, { word: valueWords.angle, indent: [2, 4] })).map((flag) => {
    const long = longOf(flag);
    if (long === undefined || long === "--help" || long === "--version") return flag;
    const takesNone = /does not take a value/.test(
      run("pip", [...words, `${long}=1`, impossible]).text,
    );
    if (takesNone === (flag.arity === "none")) return flag;
    console.error(`pip ${words[0]}: ${long} is shown as ${flag.arity}, pip says otherwise`);
    return { ...flag, arity: "unknown" };
  });
}
