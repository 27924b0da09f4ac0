// A text and sentences for blocks of it → the text with each sentence in its block, written as its neighbours are.

/** A sentence for the block of the node that starts at `offset`. */
export interface Sentence {
  readonly offset: number;
  readonly text: string;
}

/** Longest line that is still put together from several flags. */
const WIDTH = 100;

/** @returns the text with all sentences inserted; those of one block stand together, each once */
export function insertSentences(text: string, sentences: readonly Sentence[]): string {
  const blocks = new Map<number, string[]>();
  for (const { offset, text: sentence } of sentences) {
    const all = blocks.get(offset) ?? [];
    if (!all.includes(sentence)) all.push(sentence);
    blocks.set(offset, all);
  }
  const last = [...blocks].sort(([one], [other]) => other - one);
  return last.reduce((rest, [offset, all]) => insertAt(rest, offset, joinDenials(all)), text);
}

/** Several `deny-flag` sentences → as few as fit on a line each. */
function joinDenials(sentences: readonly string[]): readonly string[] {
  const start = "deny-flag ";
  const denials = sentences.filter((sentence) => sentence.startsWith(start));
  const flags = [...new Set(denials.flatMap((one) => one.slice(start.length).split(" ")))];
  const joined: string[] = [];
  for (const flag of flags) {
    const line = joined.at(-1);
    if (line !== undefined && line.length + flag.length < WIDTH)
      joined.push(`${joined.pop()} ${flag}`);
    else joined.push(`${start}${flag}`);
  }
  const others = sentences.filter((sentence) => !sentence.startsWith(start));
  return [...joined, ...new Set(joinArgv(others).flatMap((sentence) => sentence.split("; ")))];
}

/** Several `argv` sentences of one grant are appended to each other, so the words that they share come once. */
function joinArgv(sentences: readonly string[]): readonly string[] {
  const start = "argv ";
  const fixed = sentences.filter((sentence) => sentence.startsWith(start));
  const words = [...new Set(fixed.flatMap((one) => one.slice(start.length).split(" ")))];
  const others = sentences.filter((sentence) => !sentence.startsWith(start));
  return fixed.length === 0 ? others : [`${start}${words.join(" ")}`, ...others];
}

function insertAt(text: string, offset: number, sentences: readonly string[]): string {
  const end = headEnd(text, offset);
  const open = openBrace(text, end);
  const indent =
    /[ \t]*$/.exec(
      text
        .slice(0, offset)
        .split(/[\r\n]/)
        .at(-1) ?? "",
    )?.[0] ?? "";
  if (open === null) {
    const isShort = sentences.join("; ").length < WIDTH - 20 && sentences.length < 3;
    const block = isShort
      ? ` { ${sentences.join("; ")} }`
      : ` {${sentences.map((one) => `\n${indent}    ${one}`).join("")}\n${indent}}`;
    return text.slice(0, end) + block + text.slice(end);
  }
  const behind = text.slice(open + 1);
  const isOneLine = /^[ \t]*[^\s/]/.test(behind);
  if (isOneLine) {
    const rest = behind.startsWith("}") ? ` ${behind}` : behind;
    return `${text.slice(0, open + 1)} ${sentences.join("; ")};${rest}`;
  }
  const line = /^[^\r\n]*/.exec(behind)?.[0].length ?? 0;
  const at = open + 1 + line;
  const own = /^\s*?\r?\n([ \t]+)\S/.exec(behind.slice(line))?.[1] ?? `${indent}    `;
  return text.slice(0, at) + sentences.map((one) => `\n${own}${one}`).join("") + text.slice(at);
}

/** Where the head of the node at `offset` ends: behind its last argument. */
function headEnd(text: string, offset: number): number {
  let end = offset;
  for (let at = offset; at < text.length; ) {
    const rest = text.slice(at);
    const word =
      /^(?:#*"""[\s\S]*?"""#*|(#+)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|[^\s"{};/\\]+|\/(?![/*])|\\[^\r\n]*\r?\n)/.exec(
        rest,
      );
    const blank = /^(?:[ \t]+|\/\*[\s\S]*?\*\/)/.exec(rest);
    if (word) {
      at += word[0].length;
      if (!word[0].startsWith("\\")) end = at;
    } else if (blank) at += blank[0].length;
    else break;
  }
  return end;
}

/** The `{` that follows the head, past blanks and comments; null where the node has no block. */
function openBrace(text: string, end: number): number | null {
  const gap =
    /^(?:[ \t]+|\/\*[\s\S]*?\*\/|\\[^\r\n]*\r?\n)*/.exec(text.slice(end))?.[0].length ?? 0;
  return text[end + gap] === "{" ? end + gap : null;
}
