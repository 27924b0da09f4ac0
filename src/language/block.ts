// A block's nodes → the draft of its kind of block; whatever may not stand there is reported with what was meant.

import type { KdlNode } from "./document.ts";
import { type Drafts, ROOM_NAMES, type Room } from "./drafts.ts";
import { nearest } from "./nearest.ts";
import type { NodeSpec, Reading } from "./reading.ts";
import { label, REFUSED_WORDS, secondWords } from "./refused-words.ts";
import { quote } from "./sentence.ts";

/** So many errors into a file, looking for what was meant takes longer than it helps; a misspelt `wrap` is always found. */
const MAX_HINTED = 200;

/** Reads each node into the draft, by the specs of a language. */
export function readNodes<R extends Room>(
  nodes: readonly KdlNode[],
  room: R,
  draft: Drafts[R],
  reading: Reading,
  specs: readonly NodeSpec[],
): void {
  for (const node of nodes) {
    const spec = find(specs, label(node));
    const read = spec?.readers[room];
    if (spec === undefined || read === undefined) {
      reportMisplaced(node, room, reading, specs);
      continue;
    }
    checkProperties(node, reading);
    if (!spec.isTyped) checkStrings(node, spec, reading);
    checkCommas(node, reading);
    read(node, draft, reading);
  }
}

function find(specs: readonly NodeSpec[], name: string): NodeSpec | undefined {
  return specs.find((spec) => spec.name === name || spec.also?.includes(name));
}

function checkProperties(node: KdlNode, { report }: Reading): void {
  for (const property of node.properties) {
    report.error(
      "unknown-property",
      property.span,
      `"${label(node)}" has no property ${quote(property.name)}`,
      { hint: "ward's nodes take arguments only; write the words without `=`, or in quotes" },
    );
  }
}

/** A comma at the end of a bare word is never meant as part of it: a flag of that name would deny nothing. */
function checkCommas(node: KdlNode, { report }: Reading): void {
  for (const { value, span } of node.arguments) {
    const isBare = report.text.slice(span.start.offset, span.end.offset) === value;
    if (!isBare || !value.endsWith(",")) continue;
    report.error("comma", span, "words are parted by blanks alone, without a comma", {
      hint: `take the comma out, or write it in quotes where it belongs to the word: "${value}"`,
    });
  }
}

function checkStrings(node: KdlNode, { example }: NodeSpec, { report }: Reading): void {
  for (const { value, span } of node.arguments) {
    if (typeof value === "string") continue;
    const kind = value === null ? "null" : typeof value;
    const written = report.text.slice(span.start.offset, span.end.offset);
    report.error("not-a-string", span, `every argument is a string, and this is a ${kind}`, {
      hint: `write it in quotes: "${written.replace("#", "")}", as in ${example.split("\n")[0]}`,
    });
  }
}

function reportMisplaced(
  node: KdlNode,
  room: Room,
  { report }: Reading,
  specs: readonly NodeSpec[],
): void {
  const where = ROOM_NAMES[room];
  const seconds = secondWords(node.name);
  const name = label(node);
  if (seconds.length > 0 && name === node.name) {
    const wanted = seconds.map((second) => `"${second}"`).join(" or ");
    const hint = `write \`${node.name} ${seconds[0]} …\``;
    report.error("unknown-node", node.span, `"${node.name}" is followed by ${wanted}`, { hint });
    return;
  }
  const refused = REFUSED_WORDS.get(node.name);
  if (refused !== undefined) {
    const message = `"${node.name}" ${refused.why}`;
    report.error("refused-word", node.nameSpan, message, { hint: refused.instead });
    return;
  }
  const known = find(specs, name);
  if (known !== undefined) {
    const rooms = (Object.keys(known.readers) as Room[]).map((other) => ROOM_NAMES[other]);
    const hint = `it stands ${rooms.join(" or ")}`;
    report.error("misplaced-node", node.nameSpan, `"${name}" does not stand ${where}`, { hint });
    return;
  }
  const isHinted = room === "top" || report.diagnostics.length < MAX_HINTED;
  const meant = isHinted ? suggestion(node.name, room, specs) : null;
  const message = `unknown node ${quote(node.name)} ${where}`;
  report.error(
    "unknown-node",
    node.nameSpan,
    message,
    meant ? { hint: `did you mean "${meant}"?` } : {},
  );
}

function suggestion(name: string, room: Room, specs: readonly NodeSpec[]): string | null {
  const here = specs.filter((spec) => spec.readers[room]).map((spec) => spec.name);
  const elsewhere = specs.filter((spec) => !spec.readers[room]).map((spec) => spec.name);
  return nearest(name, here) ?? (room === "top" ? null : nearest(name, elsewhere));
}
