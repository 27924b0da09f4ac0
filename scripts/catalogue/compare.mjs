// Compares what a tool prints today with what stands in its catalogue file: what was added, what went, what changed.
import { readCatalogueFile, readCatalogueText } from "./read.mjs";

/**
 * Takes the path of the file, the text made today, and the commands it is about (all where none is named).
 * Gives both sources (they hold the versions) and one line for each difference.
 */
export function compareCatalogue(path, text, commands = []) {
  const [then, now] = [readCatalogueFile(path), readCatalogueText(text, "made today")];
  const [before, after] = [then, now].map((facts) => flagLines(facts, commands));
  return {
    written: then.binary.source,
    here: now.binary.source,
    differences: [
      ...[...after].filter((line) => !before.has(line)).map((line) => `+ ${line}`),
      ...[...before].filter((line) => !after.has(line)).map((line) => `- ${line}`),
    ],
  };
}

function flagLines(facts, commands) {
  const isAsked = (name) => commands.length === 0 || commands.includes(name.split(" ")[0]);
  const lines = new Set(
    commands.length === 0 ? linesOf("globals", facts.globals ?? { flags: [] }) : [],
  );
  for (const [name, set] of facts.sets)
    if (isAsked(name)) addAll(lines, linesOf(`set ${name}`, set));
  for (const [name, subcommand] of facts.subcommands)
    if (isAsked(name)) addAll(lines, linesOf(name || "itself", subcommand));
  return lines;
}

function linesOf(name, { flags, also = [], uses = [], complete }) {
  const own = [
    `${name}${complete ? " complete" : ""}${[...also, ...uses].map((word) => ` ${word}`).join("")}`,
  ];
  const shown = flags.map(({ names, arity = "none", fail: _, ...rest }) =>
    [`${name}: ${names.join(" ")} ${arity}`, ...Object.keys(rest).filter((key) => rest[key])].join(
      " ",
    ),
  );
  return [...own, ...shown];
}

function addAll(lines, more) {
  for (const line of more) lines.add(line);
}
