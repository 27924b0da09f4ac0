// Turns npm's own definitions (its configuration keys, shorthands, commands and aliases) into facts.
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { run } from "./tool.mjs";

/** Facts of npm, or null: every key is a flag of every command. */
export function npmFacts() {
  const version = run("npm", ["--version"]);
  if (version === null) return null;
  const require = createRequire(join(npmDirectory(), "package.json"));
  const { definitions, shorthands } = require("@npmcli/config/lib/definitions");
  const { commands, aliases } = require("./lib/utils/cmd-list.js");
  return {
    bin: "npm",
    style: "nopt",
    source: `npm ${version.text.trim()}, its definitions and command list`,
    properties: { "abbreviates-subcommands": true },
    globals: { flags: [...keyFlags(definitions, shorthands), ...shorthandFlags(shorthands)] },
    subcommands: commands
      .filter((name) => !shortForConfig.includes(name))
      .map((name) => ({
        name,
        also: Object.keys(aliases).filter((alias) => aliases[alias] === name),
        flags: [],
      })),
  };
}

/** `npm set` is `npm config set`: other names of commands that stand in npm.hand.kdl. */
const shortForConfig = ["get", "set"];

function npmDirectory() {
  const directories = process.env.PATH.split(delimiter);
  const found = directories.map((directory) => join(directory, "npm")).flatMap(realPath)[0];
  return dirname(dirname(found));
}

function realPath(path) {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

/** A shorthand that stands for one key alone is a name of that key. */
function keyFlags(definitions, shorthands) {
  return Object.keys(definitions)
    .sort()
    .map((key) => {
      const { short, type } = definitions[key];
      const own = [short].flat().filter((name) => name);
      const others = Object.keys(shorthands).filter((name) => isFor(shorthands[name], key));
      const names = [...new Set([...own, ...others.sort()])].map(dashed);
      return { names: [...names, `--${key}`], arity: arityOf(type) };
    });
}

const dashed = (name) => (name.length === 1 ? `-${name}` : `--${name}`);
const isFor = (words, key) => words.length === 1 && words[0] === `--${key}`;

/** A switch never eats the next word, unless the key may also hold a word: then that depends on the word. */
function arityOf(type) {
  const types = [type].flat();
  if (!types.includes(Boolean)) return "required";
  return types.every((each) => each === Boolean || each === null) ? "none" : "unknown";
}

/** A shorthand for a key with its value (`--silent`, `-d`) or for a negated one is a flag of its own that takes none. */
function shorthandFlags(shorthands) {
  return Object.keys(shorthands)
    .filter((name) => shorthands[name].length > 1 || shorthands[name][0].startsWith("--no-"))
    .sort()
    .map((name) => ({ names: [dashed(name)], arity: "none" }));
}
