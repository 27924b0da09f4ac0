// The lists of nodes → the reference page of both languages, as Markdown.

import { CONFIG_NODES } from "./config-nodes.ts";
import { ROOM_NAMES, type Room } from "./drafts.ts";
import { NODES } from "./grammar.ts";
import type { NodeSpec } from "./reading.ts";
import { REFUSED_WORDS } from "./refused-words.ts";

const INTRO = `# The Guardfile, node by node

Generated from the parser's own list by \`node scripts/reference.mjs\`; a test fails when it is stale. What a policy means
when a command is called is told in the guide.

A Guardfile is a [KDL 2](https://kdl.dev) document. Every argument is a string; bare words need no quotes. There are no
properties and no type annotations. What is commented out, by \`//\`, \`/* */\` or \`/-\`, does not exist. A file with any
error grants nothing, and all its errors are shown at once.

Limits: 256 KiB a file, 32 levels, 10,000 nodes, 4,096 arguments a node and 50,000 in all, comments 32 deep, 16 \`#\` in a
row, 1,000 characters a pattern.
`;

const CONFIG = `# config.kdl

Settings of a directory, in \`/etc/ward/config.kdl\` and in the user's configuration directory. It is no Guardfile and grants
nothing; a node of the system's file wins over the same one of a user's.
`;

const REFUSED = `## Words that are refused by name

`;

function code(text: string): string {
  const isTicked = text.includes("`");
  return isTicked ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function section(spec: NodeSpec): string {
  const rooms = (Object.keys(spec.readers) as Room[]).filter((room) => room !== "config");
  const where = rooms.map((room) => ROOM_NAMES[room]).join(", ");
  const also = spec.also ? ` Also written ${spec.also.map(code).join(", ")}.` : "";
  const usage = spec.args === "" ? spec.name : `${spec.name} ${spec.args}`;
  return [
    `## ${spec.name}`,
    "",
    `${code(usage)}${where === "" ? "" : `: ${where}`}`,
    "",
    `${spec.meaning}${also}`,
    "",
    "```kdl",
    spec.example,
    "```",
    "",
  ].join("\n");
}

function refusedList(): string {
  const rows = [...REFUSED_WORDS].map(
    ([word, { why, instead }]) => `- ${code(word)} ${why}: ${instead}.`,
  );
  return `${rows.join("\n")}\n`;
}

/** @returns the page, with a final newline */
export function renderReference(): string {
  const nodes = NODES.map(section).join("\n");
  const config = CONFIG_NODES.map(section).join("\n");
  return [INTRO, nodes, REFUSED + refusedList(), CONFIG, config].join("\n");
}
