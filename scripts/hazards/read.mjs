// Turns the KDL text of a hazards file into plain entries; every mistake is an error with file, line and column.
//
// Nodes: `hazards NAME ALSO… source=` once; `reads { run "WORDS" "EXAMPLE" [sealed=] [flags=] [like=] [besides=] }` of
// what only looks, for starters: more flags than the catalogue is sure of, arguments instead of or besides plain paths; then
// `itself { … }` and `at "SUBCOMMAND"… { … }` of entries.
// An entry: `EFFECT SEVERITY KIND NAME… says= [sample=] [from=] [rule=] [closed-by=] [first=]` with children
// `sample WORD…`, `unless PIN…` (what in a policy makes it moot), `not-with FLAG…` (flags that make the call another one,
// so that fixing one of them is no remedy), and for exec and write either
// `try WORD… [scene=] [stdin=] [tty=] [wrote=] [for=]`, the words behind the leaf that prove it, or `unproven "why"`.
// `proven "BINARY VERSION"` is written by scripts/hazards/prove.mjs.
import { readFileSync } from "node:fs";
import { parseData } from "../kdl-text.mjs";

export const EFFECTS = "exec write config identity interactive network read".split(" ");
export const SEVERITIES = "critical high medium low".split(" ");
export const KINDS = "flag positional env bare stdin config".split(" ");

const entryProperties = ["says", "from", "rule", "closed-by", "sample", "only", "first"];
const lookProperties = ["sealed", "only", "flags", "like", "besides"];
const tryProperties = [
  "scene",
  "stdin",
  "tty",
  "wrote",
  "for",
  "keys",
  "stops",
  "cwd",
  "member",
  "slow",
  "allow",
];

/** Reads one file. Throws an Error whose message starts with `file:line:column`. */
export function readHazardsFile(path, shownAs = path) {
  return readHazardsText(readFileSync(path, "utf8"), shownAs);
}

/** As `readHazardsFile`, from a text. */
export function readHazardsText(text, shownAs) {
  const { document, fail } = parseData(text, shownAs);
  const [head, ...places] = document.nodes;
  if (head?.getName() !== "hazards") fail(head ?? {}, 'the first node is "hazards"');
  const names = words(head, fail);
  const { source } = properties(head, ["source"], fail);
  if (source === undefined) fail(head, "no source");
  const isReads = (node) => node.getName() === "reads";
  const reads = places.filter(isReads).flatMap((node) => readReads(node, fail));
  const entries = places
    .filter((node) => !isReads(node))
    .flatMap((place) => readPlace(place, source, fail));
  return { names, reads, entries, document };
}

/** Grants that only look: their words, an example behind the group, and whether they are sealed. */
function readReads(node, fail) {
  return (node.children?.nodes ?? []).map((run) => {
    if (run.getName() !== "run") fail(run, `unknown node "${run.getName()}" in reads`);
    const [leaf, example] = words(run, fail, true);
    const { sealed, only, flags, like, besides } = properties(run, lookProperties, fail);
    return {
      ...{ words: leaf, example: example ?? leaf, isSealed: sealed === true },
      ...(flags && { flags: flags.split(" ") }),
      ...(like && { like }),
      ...(besides && { besides }),
      ...(only && { only: only.split(" ") }),
    };
  });
}

function readPlace(place, source, fail) {
  const kind = place.getName();
  if (kind !== "itself" && kind !== "at") fail(place, `unknown node "${kind}"`);
  const subcommands = kind === "itself" ? [""] : words(place, fail);
  properties(place, [], fail);
  const nodes = place.children?.nodes ?? [];
  return nodes.map((node) => readEntry(node, subcommands, source, fail));
}

function readEntry(node, subcommands, source, fail) {
  const effect = node.getName();
  if (!EFFECTS.includes(effect)) fail(node, `unknown effect "${effect}"`);
  const [severity, kind, ...names] = words(node, fail);
  if (!SEVERITIES.includes(severity)) fail(node, `unknown severity "${severity}"`);
  if (!KINDS.includes(kind)) fail(node, `unknown kind "${kind}"`);
  const { says, from, rule, closedBy, sample, only, first } = properties(
    node,
    entryProperties,
    fail,
  );
  if (typeof says !== "string" || !/^[A-Z`/(].*\.$/.test(says))
    fail(node, `says= is one sentence: ${says}`);
  checkNames(node, kind, names, fail);
  const read = { samples: [], unless: [], notWith: [], tries: [], proven: [], unproven: null };
  if (sample !== undefined) read.samples.push(sampleWords(sample, kind));
  for (const child of node.children?.nodes ?? []) readChild(child, read, fail);
  if (kind === "positional" && read.samples.length === 0) fail(node, "an operand needs a sample");
  const isProvable = effect === "exec" || effect === "write";
  if (isProvable && read.tries.length === 0 && read.unproven === null)
    fail(node, "neither a try nor a reason why there is none");
  const origin = from ?? source;
  return {
    node,
    ...{ subcommands, effect, severity, kind, names, says, rule, closedBy, ...read },
    isFirstOnly: first === true,
    only: only?.split(" ") ?? null,
    source: origin,
  };
}

/** An operand's sample may be several words; a flag's is its one value. */
function sampleWords(sample, kind) {
  return kind === "positional" ? sample.split(" ") : [sample];
}

function checkNames(node, kind, names, fail) {
  if (kind === "bare" || kind === "stdin" || kind === "config") {
    if (names.length > 0) fail(node, `${kind} has no names`);
    return;
  }
  if (names.length === 0) fail(node, `a ${kind} has a name`);
  if (kind === "flag")
    for (const name of names)
      if (!/^[-+e][^\s=,]*$/.test(name)) fail(node, `"${name}" is no flag's name`);
}

function readChild(child, read, fail) {
  switch (child.getName()) {
    case "sample":
      return read.samples.push(words(child, fail));
    case "unless":
      return read.unless.push(...words(child, fail));
    case "not-with":
      return read.notWith.push(...words(child, fail));
    case "try":
      return read.tries.push(readTry(child, fail));
    case "proven":
      return read.proven.push(words(child, fail)[0]);
    case "unproven":
      read.unproven = words(child, fail)[0];
      return;
    default:
      fail(child, `unknown node "${child.getName()}" in an entry`);
  }
}

function readTry(node, fail) {
  const given = node.getArguments();
  const setting = { files: [], env: {}, before: [] };
  for (const child of node.children?.nodes ?? []) {
    const [first, second] = words(child, fail, true);
    switch (child.getName()) {
      case "file":
        setting.files.push({
          path: first,
          text: second ?? "",
          ...properties(child, ["mode"], fail),
        });
        break;
      case "env":
        setting.env[first] = second;
        break;
      case "before":
        setting.before.push(first);
        break;
      default:
        fail(child, `unknown node "${child.getName()}" in a try`);
    }
  }
  return { words: given.map(String), ...properties(node, tryProperties, fail), ...setting };
}

function words(node, fail, mayBeEmpty = false) {
  const values = node.getArguments();
  if (values.length === 0) fail(node, `"${node.getName()}" takes one or more words`);
  for (const value of values)
    if (typeof value !== "string" || (value === "" && !mayBeEmpty))
      fail(node, "an argument must be a string");
  return values;
}

function properties(node, allowed, fail) {
  const read = {};
  for (const entry of node.entries) {
    const name = entry.getName();
    if (name === null) continue;
    if (!allowed.includes(name)) fail(entry, `unknown property "${name}" of "${node.getName()}"`);
    read[name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())] = entry.getValue();
  }
  return read;
}
