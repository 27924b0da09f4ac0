// Turns what go and terraform print into facts: both read their options with Go's flag package.
import { mergeRows, parseTable, valueWords } from "./table.mjs";
import { run } from "./tool.mjs";

const impossible = "-zznonesuch";

/** Facts of go, or null: every option that any of its help pages shows is tried on every command. */
export function goFacts() {
  const version = run("go", ["version"])?.text.match(/go(\d+(\.\d+)+)/)?.[1];
  if (version === undefined) return null;
  const commands = goCommands([]);
  const pages = [...commands, ["testflag"]].map((words) => run("go", ["help", ...words]).text);
  const names = [
    ...new Set(pages.flatMap((text) => text.match(/(?<=^\t|\[|\s)-[a-z][a-zA-Z]*\b/gm) ?? [])),
  ].sort();
  return {
    bin: "go",
    style: "go",
    source: `go ${version}, go help <command>; each flag tried`,
    globals: { onlyFirst: true, flags: [] },
    subcommands: commands.map((words) => ({ name: words.join(" "), flags: goFlags(words, names) })),
  };
}

function goCommands(words) {
  const { text } = run("go", ["help", ...words]);
  const list = text.match(/The commands are:\n\n((\t.*\n)+)/)?.[1] ?? "";
  const names = [...list.matchAll(/^\t(\S+)/gm)].map(([, name]) => [...words, name]);
  return names.flatMap((name) => [name, ...(words.length === 0 ? goCommands(name) : [])]);
}

/** go test hands what it doesn't know to the test, so it can't be asked what it knows. */
function goFlags(words, names) {
  if (words[0] === "test") return [];
  return names
    .map((name) => ({ names: [name], arity: goArity(words, name) }))
    .filter(({ arity }) => arity !== null);
}

function goArity(words, name) {
  const { text } = run("go", [...words, `${name}=zz`, impossible]);
  if (text.includes(`not defined: ${name}`) || !/not defined|invalid (boolean )?value/.test(text))
    return null;
  return /invalid boolean value/.test(text) ? "none" : "required";
}

/** Facts of terraform, or null; from its help texts alone, so nothing may be built on them. */
export function terraformFacts() {
  const version = run("terraform", ["version"], quiet);
  if (version === null) return null;
  const root = run("terraform", ["-help"], quiet).text;
  return {
    bin: "terraform",
    style: "go",
    source: `terraform ${version.text.match(/v(\d+\.\d+\.\d+)/)?.[1]}, terraform <command> -help`,
    globals: { onlyFirst: true, flags: terraformFlags(root) },
    subcommands: terraformCommands([], root),
  };
}

const quiet = { CHECKPOINT_DISABLE: "1", TF_CLI_CONFIG_FILE: "" };

function terraformCommands(words, text) {
  return [...text.matchAll(/^ {2,4}([a-z][a-z0-9-]+) {2,}[A-Z]/gm)].flatMap(([, name]) => {
    const own = run("terraform", [...words, name, "-help"], quiet).text;
    const deeper =
      words.length === 0 && /subcommand/i.test(own) ? terraformCommands([name], own) : [];
    return [{ name: [...words, name].join(" "), flags: terraformFlags(own) }, ...deeper];
  });
}

function terraformFlags(text) {
  const rows = parseTable(text, { word: valueWords.any, indent: [2, 4] });
  return mergeRows(rows).filter(({ names }) => !names.some((name) => name.endsWith("-")));
}
