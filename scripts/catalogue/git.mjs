// Turns the usage texts of every git command into facts, each flag's arity and negation tried on git itself.
import { run } from "./tool.mjs";

/** Commands that git keeps under a second name, and words in usage texts that are operands. */
const aliases = { add: ["stage"], init: ["init-db"], fsck: ["fsck-objects"] };
const noSubcommands = new Set(["http-fetch", "mergetool"]);
const refuses = (text) => /^error: unknown (option|switch)/m.test(text);
const git = (...args) => run("git", args)?.text ?? "";

/** Facts of the git that is installed, or null; of some commands only, where these are named. */
export function gitFacts(only = []) {
  const version = run("git", ["version"])?.text.match(/\d+(\.\d+)+/)?.[0];
  if (version === undefined) return null;
  git("init", "-q", ".");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x", "--allow-empty");
  const asked = only.length > 0 ? only : commands();
  const subcommands = asked.flatMap((name) => factsOf([name]));
  return {
    bin: "git",
    style: "git",
    source: `git ${version}, git <command> --help-all and -h; arity and negations tried on each flag`,
    sets: only.length > 0 ? {} : { diff: { source: "git diff --no-index -h", flags: diffFlags() } },
    subcommands,
  };
}

function commands() {
  const lists =
    "builtins,main,list-mainporcelain,list-ancillarymanipulators,list-ancillaryinterrogators";
  const named = git(`--list-cmds=${lists},list-plumbingmanipulators,list-plumbinginterrogators`);
  return [...new Set(named.split("\n"))]
    .filter((name) => /^[a-z]/.test(name) && !name.includes("--"))
    .filter((name) => !Object.values(aliases).flat().includes(name))
    .filter((name) => !git(name, "-h").includes("is not a git command"))
    .sort();
}

function factsOf(words) {
  const whole = git(...words, "--help-all");
  const text = /^usage: /m.test(whole) && !refuses(whole) ? whole : git(...words, "-h");
  const flags = parseOptions(text);
  const tried = refuses(git(...words, "--zz-none-such", "--help-all"));
  const complete = tried && (flags.length > 0 || words.length > 1);
  const checked = complete ? flags.map((flag) => tryFlag(words, flag)) : flags;
  const deeper =
    words.length > 1 || noSubcommands.has(words[0]) ? [] : subcommandWords(words[0], text);
  return [
    {
      name: words.join(" "),
      complete: complete || undefined,
      also: aliases[words.join(" ")] ?? [],
      flags: joinAliases(checked),
    },
    ...deeper.flatMap((word) => factsOf([...words, word])),
  ];
}

/** The words that the usage lines show right after the command, and that git answers with a usage of their own. */
function subcommandWords(command, text) {
  const found = [...text.matchAll(/^(?:usage:| {3}or:) git (\S+)(.*)$/gm)]
    .filter(([, name]) => name === command)
    .map(
      ([, , rest]) =>
        rest
          .replace(/^( \[(-[^\]]*|<[^\]]*)\])+/, "")
          .match(/^ \[?([a-z][a-z-]+)(?=[\s\]]|$)/)?.[1],
    )
    .filter((word) => word !== undefined);
  return [...new Set(found)].sort();
}

/** The table of options in a parse-options usage text. */
export function parseOptions(text) {
  const rows = text
    .replace(/\n {20,}/g, "  ")
    .split("\n")
    .filter((line) => /^ {4}-/.test(line));
  return rows.map(parseRow).filter((flag) => flag !== null);
}

function parseRow(row) {
  // git shows a hidden short name as the control character that it is: nobody can mean it as a flag.
  const [spec] = row
    .trim()
    .replace(/^-[\x01-\x1f], /, "")
    .split(/ {2,}/);
  const alias = row.match(/alias of (--[a-z-]+)/)?.[1];
  const names = [];
  let rest = spec;
  let negatable = false;
  for (;;) {
    const met = rest.match(
      /^(--(?:\[no-\])?[A-Za-z0-9][A-Za-z0-9-]*|-<n>|-NUM|-[!-,.-~])(?=[\s,[<(=]|$)/,
    );
    if (!met) break;
    negatable ||= met[1].includes("[no-]");
    names.push(/^-(<n>|NUM)$/.test(met[1]) ? "-#" : met[1].replace("[no-]", ""));
    rest = rest.slice(met[1].length);
    if (!rest.startsWith(", ")) break;
    rest = rest.slice(2);
  }
  if (names.length === 0) return null;
  const arity = arityOf(rest);
  return { names, arity, ...(negatable && { no: true }), ...(alias && { alias }) };
}

/** `[=<x>]` and `[<x>]` right behind the name can only be attached; anything else there is a value. */
function arityOf(rest) {
  if (rest === "") return "none";
  return /^\[/.test(rest) ? "attached" : "required";
}

/** Corrects one flag by what git answers to it; `--help-all` after it keeps git from doing anything. */
function tryFlag(words, flag) {
  const long = flag.names.find((name) => name.startsWith("--"));
  if (long === undefined) return flag;
  const opposite = long.startsWith("--no-") ? `--${long.slice(5)}` : `--no-${long.slice(2)}`;
  const no = !refuses(git(...words, opposite, "--help-all")) || undefined;
  const takesNone = /takes no value/.test(git(...words, `${long}=1`, "--help-all"));
  const agrees = takesNone === (flag.arity === "none");
  if (!agrees)
    console.error(`git ${words.join(" ")}: ${long} is shown as ${flag.arity}, git says otherwise`);
  return { ...flag, no, ...(!agrees && { arity: "unknown" }) };
}

/** A row that is said to be an alias of another joins it. */
function joinAliases(flags) {
  const own = flags.filter((flag) => !flag.alias);
  for (const { alias, names, no } of flags.filter((flag) => flag.alias)) {
    const target = own.find((flag) => flag.names.includes(alias));
    if (target) target.names.push(...names);
    else own.push({ names, no, arity: "none" });
  }
  const seen = new Set();
  return own
    .map(({ alias: _, ...flag }) => ({ ...flag, names: fresh(flag.names, seen) }))
    .filter((flag) => flag.names.length > 0);
}

function fresh(names, seen) {
  const left = names.filter((name) => !seen.has(name));
  for (const name of left) seen.add(name);
  return left;
}

/** The diff options, which many commands share; each is tried on two files, where git names an unknown one. */
function diffFlags() {
  const answer = (flag) => git("diff", "--no-index", flag, "/dev/null", "/dev/null");
  const isUnknown = (flag) => /(invalid|unknown) option/.test(answer(flag));
  const shown = joinAliases(parseOptions(git("diff", "--no-index", "--help-all")));
  // This one is git diff's own.
  const shared = shown.filter(({ names }) => !names.includes("--no-index"));
  return shared.map((flag) => {
    const long = flag.names.find((name) => name.startsWith("--") && !name.startsWith("--no-"));
    const takesNone = long !== undefined && /takes no value/.test(answer(`${long}=1`));
    if (long !== undefined && takesNone !== (flag.arity === "none"))
      throw new Error(`git diff: ${long} is shown as ${flag.arity}, git says otherwise`);
    return long !== undefined && !isUnknown(`--no-${long.slice(2)}`) ? { ...flag, no: true } : flag;
  });
}
