// Turns the `--help` tree of a cobra program into facts, the arity of each flag tried behind `--help`, which keeps the program from acting.
import { mergeRows, parseTable, valueWords } from "./table.mjs";
import { run } from "./tool.mjs";

/** Short names that cobra programs like to give their commands without always saying so. */
const aliasGuesses = "ls new rm remove del co cs ext extensions rs at up add ps".split(" ");

export const cobraTools = [
  { bin: "docker", globalsFirst: true, version: ["--version"] },
  { bin: "kubectl", globals: ["options"], version: ["version", "--client"] },
  { bin: "gh", version: ["--version"] },
];

/** Facts of one such program, or null where it isn't installed. */
export function cobraFacts({ bin, globals = ["--help"], globalsFirst, version }) {
  const told = run(bin, version);
  if (told === null) return null;
  const program = { bin, tried: new Map() };
  const rows = flagsOf(program, [], run(bin, globals).text);
  const known = new Set(rows.flatMap((flag) => flag.names));
  const subcommands = commandsOf(program, [], known).filter(({ name }) => name !== "");
  const number = told.text.match(/\d+\.\d+\.\d+/)?.[0];
  return {
    bin,
    style: "pflag",
    source: `${bin} ${number}, ${bin} <command> --help; arity tried on each flag`,
    globals: { onlyFirst: globalsFirst, flags: rows },
    subcommands: withoutAliases(subcommands),
  };
}

/** The command of these words, and all below it. */
function commandsOf(program, words, globals) {
  const { text } = run(program.bin, [...words, "--help"]);
  const names = commandNames(text);
  const flags = flagsOf(program, words, text).filter(
    ({ names: own }) => !own.every((name) => globals.has(name)),
  );
  const also = aliasesOf(program.bin, words, text);
  const deeper = names.flatMap((name) => commandsOf(program, [...words, name], globals));
  const guessed = names.length > 0 ? guessAliases(program.bin, words, names) : [];
  for (const [alias, target] of guessed)
    deeper.find(({ name }) => name === target)?.also.push(alias);
  return [{ name: words.join(" "), also, flags }, ...deeper];
}

/** The words of all sections that are headed "… Commands:" (docker, kubectl) or "… COMMANDS" (gh). */
export function commandNames(text) {
  const names = [];
  let inside = false;
  for (const line of text.split("\n")) {
    if (/^\S/.test(line)) inside = /commands?( \(.*\))?:?\s*$/i.test(line) && !line.includes("  ");
    const name = inside ? line.match(/^ {2}([a-z][a-z0-9-]*):?\*? +\S/)?.[1] : undefined;
    if (name !== undefined && name !== "help") names.push(name);
  }
  return [...new Set(names)];
}

/** What stands under "Aliases:", as whole names; docker shows them with the program's name, kubectl as last words. */
function aliasesOf(bin, words, text) {
  const line = text.match(/^aliases:?\n\s*(.+)$/im)?.[1] ?? "";
  const parent = words.slice(0, -1);
  return line
    .split(/,\s*/)
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map((name) =>
      name.startsWith(`${bin} `) ? name.slice(bin.length + 1) : [...parent, name].join(" "),
    )
    .filter((name) => name !== words.join(" "));
}

function guessAliases(bin, words, names) {
  return aliasGuesses
    .filter((guess) => !names.includes(guess))
    .map((guess) => [guess, run(bin, [...words, guess, "--help"]).text])
    .map(([guess, text]) => [[...words, guess].join(" "), usageWords(bin, text, words.length)])
    .filter(([guess, target]) => target !== null && target !== guess);
}

/** The command that a help text's usage line is about; null where it isn't one word deeper than `depth`. */
function usageWords(bin, text, depth) {
  const usage = text.match(/^usage:?\s+(.*)$/im)?.[1]?.split(/\s+/) ?? [];
  if (usage.shift() !== bin) return null;
  const words = usage.slice(
    0,
    usage.findIndex((word) => !/^[a-z][a-z0-9-]*$/.test(word)),
  );
  return words.length === depth + 1 ? words.join(" ") : null;
}

function flagsOf(program, words, text) {
  const rows = parseTable(text, { word: valueWords.any, indent: [2, 8] });
  return mergeRows(rows.map(({ names, arity }) => ({ names: names.map(clean), arity }))).map(
    (flag) => tryFlag(program, words, flag),
  );
}

const clean = (name) => name.replace(/:$/, "");

/** One try serves all commands that have a flag of the same names and look: a program has one idea of it. */
function tryFlag({ bin, tried }, words, flag) {
  const key = `${words[0]} ${flag.names.join(" ")} ${flag.arity}`;
  if (!tried.has(key)) tried.set(key, arityOf(bin, words, flag));
  return { ...flag, arity: tried.get(key) };
}

/** pflag parses the whole line before cobra looks at `--help`. */
function arityOf(bin, words, { names }) {
  const [name] = [...names].sort((a, b) => b.length - a.length);
  if (name === "--help" || name === "--version" || name === "-h") return "none";
  const answer = (...args) => run(bin, [...words, "--help", ...args]).text;
  if (/flag needs an argument/.test(answer(name))) return "required";
  return /ParseBool|invalid boolean value|parse error/.test(answer(`${name}=zz`))
    ? "none"
    : "attached";
}

/** A command that another one lists as its alias is no command of its own; the first with the longer path keeps its place. */
function withoutAliases(subcommands) {
  const taken = new Set();
  const order = [...subcommands].sort(
    (a, b) => b.name.split(" ").length - a.name.split(" ").length,
  );
  const kept = order.filter(({ name, also }) => {
    if (taken.has(name)) return false;
    for (const alias of also) taken.add(alias);
    return true;
  });
  return kept.map((each) => ({ ...each, also: [...new Set(each.also)] }));
}
