// Turns the KDL text of a catalogue file into plain facts; every mistake is an error with file, line and column.
//
// Nodes: `binary NAME style= source=` once, then any of `also NAME…`, `globals { flag… }`, `variables { target NAME…; code NAME… }`,
// `response-file PREFIX…`, `rewrite BEGINNING OTHER`, `flags SET source= { flag… }`, `itself { … }`, `subcommand "NAME" { also "NAME"…; use SET; flag "-n" "--name" }`.
import { readFileSync } from "node:fs";
import { parseData } from "../kdl-text.mjs";

const styles =
  "git gnu gnu-first posix go pflag clap argparse nopt yargs longonly mysql find none".split(" ");
const arities = ["none", "required", "attached", "unknown"];
const flagProperties = {
  arity: arities,
  text: "boolean",
  swallows: "boolean",
  "reads-flags": "boolean",
  dashless: "string",
  same: "string",
  prefix: "boolean",
  umbrella: "boolean",
  no: "boolean",
};
const subcommandProperties = {
  source: "string",
  checked: "boolean",
  style: styles,
  complete: "boolean",
  inner: "boolean",
  "inner-operand": "number",
  joins: "boolean",
};
const binaryProperties = {
  ...{ style: styles, source: "string", checked: "boolean", joins: "boolean" },
  ...{
    "bare-cluster": ["first", "any"],
    "abbreviates-subcommands": "boolean",
    "ignores-case": "boolean",
    "reads-plus": "boolean",
    "names-only": "boolean",
  },
};

/** Reads one file. Throws an Error whose message starts with `file:line:column`. */
export function readCatalogueFile(path, shownAs = path) {
  return readCatalogueText(readFileSync(path, "utf8"), shownAs);
}

/** As `readCatalogueFile`, from a text. */
export function readCatalogueText(text, shownAs) {
  const { document, fail } = parseData(text, shownAs);
  const facts = { file: shownAs, sets: new Map(), subcommands: new Map() };
  for (const node of document.nodes) readTop(node, facts, fail);
  return facts;
}

function readTop(node, facts, fail) {
  const once = (key, value) => {
    if (facts[key] !== undefined) fail(node, `a second "${key}"`);
    facts[key] = value;
  };
  switch (node.getName()) {
    case "binary":
      return once("binary", {
        name: words(node, fail, 1)[0],
        ...properties(node, binaryProperties, fail),
      });
    case "also":
      return once("also", words(node, fail));
    case "globals":
      return once("globals", {
        ...properties(node, { "only-first": "boolean", source: "string" }, fail),
        flags: children(node).map((child) => readFlag(child, fail)),
      });
    case "variables":
      return once("variables", readVariables(node, fail));
    case "response-file":
      return once("responseFiles", words(node, fail));
    case "rewrite":
      facts.rewrites = [...(facts.rewrites ?? []), words(node, fail, 2)];
      return;
    case "flags":
      return readSet(node, facts, fail);
    case "itself":
      return readSubcommand(node, "", facts, fail);
    case "subcommand":
      return readSubcommand(node, words(node, fail, 1)[0], facts, fail);
    default:
      fail(node, `unknown node "${node.getName()}"`);
  }
}

function readSet(node, facts, fail) {
  const [name] = words(node, fail, 1);
  if (facts.sets.has(name)) fail(node, `a second set "${name}"`);
  facts.sets.set(name, {
    ...properties(node, { source: "string" }, fail),
    flags: children(node).map((child) => readFlag(child, fail)),
  });
}

function readSubcommand(node, name, facts, fail) {
  if (facts.subcommands.has(name)) fail(node, `a second subcommand "${name}"`);
  const read = { also: [], uses: [], flags: [], without: [] };
  for (const child of children(node)) {
    const kind = child.getName();
    if (kind === "flag") read.flags.push(readFlag(child, fail));
    else if (kind === "also") read.also.push(...words(child, fail));
    else if (kind === "use") read.uses.push(...words(child, fail));
    else if (kind === "without") read.without.push(...words(child, fail));
    else fail(child, `unknown node "${kind}" in a subcommand`);
  }
  const place = () => (problem) => fail(node, problem);
  facts.subcommands.set(name, {
    ...properties(node, subcommandProperties, fail),
    ...read,
    fail: place(),
  });
}

function readVariables(node, fail) {
  const read = { target: [], code: [] };
  for (const child of children(node)) {
    const kind = child.getName();
    if (kind !== "target" && kind !== "code") fail(child, `unknown node "${kind}" in variables`);
    for (const name of words(child, fail)) {
      if (!/^[A-Za-z_][A-Za-z0-9_]*\*?$/.test(name)) fail(child, `"${name}" names no variable`);
      if (read[kind].includes(name)) fail(child, `"${name}" twice`);
      read[kind].push(name);
    }
  }
  return read;
}

function readFlag(node, fail) {
  if (node.getName() !== "flag") fail(node, `unknown node "${node.getName()}", expected flag`);
  if (children(node).length > 0) fail(node, "a flag has no children");
  const names = words(node, fail);
  for (const [index, name] of names.entries()) {
    if (!/^[-+][^\s=,]+$/.test(name)) fail(node, `"${name}" is no flag's name`);
    if (names.indexOf(name) !== index) fail(node, `"${name}" twice in one flag`);
  }
  return { names, ...properties(node, flagProperties, fail), fail: (text) => fail(node, text) };
}

function children(node) {
  return node.children?.nodes ?? [];
}

function words(node, fail, count) {
  const values = node.getArguments();
  if (values.length === 0 || (count !== undefined && values.length !== count))
    fail(node, `"${node.getName()}" takes ${count ?? "one or more"} argument(s)`);
  for (const value of values)
    if (typeof value !== "string" || value === "") fail(node, "an argument must be a string");
  return values;
}

function properties(node, allowed, fail) {
  const read = {};
  for (const entry of node.entries) {
    if (entry.getName() === null) continue;
    const name = entry.getName();
    const type = allowed[name];
    if (type === undefined) fail(entry, `unknown property "${name}" of "${node.getName()}"`);
    const key = name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
    if (key in read) fail(entry, `property "${name}" twice`);
    const value = entry.getValue();
    const fits = Array.isArray(type) ? type.includes(value) : typeof value === type;
    if (!fits) fail(entry, `bad ${name} "${value}"`);
    read[key] = value;
  }
  return read;
}
