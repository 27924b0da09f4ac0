// `wrap <program> <group…> { … }`: mounts a group of granted commands.

import { isToken, texts } from "../arguments.ts";
import { openBounds } from "../bounds.ts";
import type { KdlNode } from "../document.ts";
import type { WrapDraft } from "../drafts.ts";
import { finishWrap } from "../finish-wrap.ts";
import type { NodeSpec, Reading } from "../reading.ts";
import { quote } from "../sentence.ts";

export function openWrap(node: KdlNode, path: readonly string[]): WrapDraft {
  return {
    path,
    node,
    execs: [],
    passthroughs: [],
    grants: [],
    nevers: [],
    allowed: new Map(),
    environment: null,
    metacharacters: null,
    bounds: openBounds(),
    guards: [],
    redactFlags: [],
    looseGuards: [],
    docLinks: [],
    examples: [],
    lintAllows: [],
    describe: null,
  };
}

/** The words of the path; null where one of them can be none. */
function readPath(node: KdlNode, reading: Reading): readonly string[] | null {
  const hint = "as in `wrap ward git { … }`: the program's name, then one or more group words";
  if (node.arguments.length < 2) {
    const message = '"wrap" needs a program\'s name and at least one group word';
    reading.report.error("argument-count", node.span, message, { hint });
    return null;
  }
  const words = texts(node);
  const wrong = words.filter(({ text, argument }) => {
    const isRoot = argument === node.arguments[0];
    return !isToken(text) || text.startsWith("-") || (isRoot && text.includes("/"));
  });
  for (const { text, argument } of wrong) {
    const message =
      text === ""
        ? "a word of a wrap can't be empty"
        : `${quote(text)} can't be a word of a wrap: one token without blanks or a leading dash; the first is a program's name`;
    reading.report.error(text === "" ? "empty" : "bad-word", argument.span, message, { hint });
  }
  const isWhole = wrong.length === 0 && words.length === node.arguments.length;
  return isWhole ? words.map(({ text }) => text) : null;
}

export const wrap: NodeSpec = {
  name: "wrap",
  args: "<program> <group…> { … }",
  meaning: "Mounts a group of granted commands under a program's name.",
  example: "wrap ward git { exec git; can run status }",
  readers: {
    top(node, draft, reading) {
      draft.wrapNodes.push(node);
      const path = readPath(node, reading);
      const wrapDraft = openWrap(node, path ?? []);
      reading.block(node, "wrap", wrapDraft);
      const finished = finishWrap(wrapDraft, reading);
      if (path !== null && finished !== null) draft.wraps.push(finished);
    },
  },
};
