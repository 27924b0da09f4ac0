// Turns the help texts of argparse programs (ansible) into facts.
import { mergeRows, parseTable, valueWords } from "./table.mjs";
import { run } from "./tool.mjs";

export const argparseTools = [
  "ansible",
  "ansible-playbook",
  "ansible-doc",
  "ansible-inventory",
  "ansible-vault",
];

/** Ansible wants UTF-8. */
const ask = (bin, args) => run(bin, args, { LC_ALL: "C.UTF-8" });

/** Facts of one such program, or null; a value in brackets may stand in the next word or be missing. */
export function argparseFacts(bin) {
  const help = ask(bin, ["--help"]);
  if (help === null || help.status !== 0) return null;
  const version = ask(bin, ["--version"]).text.match(/\d+(\.\d+)+/)?.[0];
  return {
    bin,
    style: "argparse",
    source: `${bin} ${version}, ${bin} --help; each flag tried`,
    ...treeOf(bin, help.text),
  };
}

function treeOf(bin, text) {
  const commands = text.match(/^ {2,4}\{([a-z,_-]+)\}/m)?.[1].split(",") ?? [];
  if (commands.length === 0) return { subcommands: [{ name: "", flags: flagsOf(bin, [], text) }] };
  const subcommands = commands.map((name) => ({
    name,
    flags: flagsOf(bin, [name], ask(bin, [name, "--help"]).text),
  }));
  return { globals: { flags: flagsOf(bin, [], text) }, subcommands };
}

function flagsOf(bin, words, text) {
  return mergeRows(parseTable(text, { word: valueWords.upper, indent: [2, 4] })).map((flag) => {
    const name = flag.names.find((each) => each.startsWith("--"));
    if (name === undefined || ["--help", "--version"].includes(name)) return flag;
    const ignores = /ignored explicit argument/.test(
      ask(bin, [...words, `${name}=1`, "--zz"]).text,
    );
    const needs =
      !ignores && /expected (one|\d+|at least one) argument/.test(ask(bin, [...words, name]).text);
    const arity = ignores ? "none" : needs ? "required" : "unknown";
    if (arity !== flag.arity)
      console.error(`${bin}: ${name} is shown as ${flag.arity} and is ${arity}`);
    return { ...flag, arity };
  });
}
