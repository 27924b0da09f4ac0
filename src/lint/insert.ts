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
  const single = joinArgv(others).flatMap((sentence) => sentence.split("; "));
  return [...joined, ...onceSet([...new Set(single)])];
}

/** A block sets each variable once: of several wishes the first stands, and the others show up again. */
function onceSet(sentences: readonly string[]): readonly string[] {
  const nameOf = (sentence: string) => /^env (\S+)/.exec(sentence)?.[1];
  return sentences.filter((sentence, at) => {
    const name = nameOf(sentence);
    return name === undefined || sentences.findIndex((other) => nameOf(other) === name) === at;
  });
}

/** Several `argv` sentences of one grant: the first, and what only the others fix. */
function joinArgv(sentences: readonly string[]): readonly string[] {
  const start = "argv ";
  const [first, ...more] = sentences.filter((sentence) => sentence.startsWith(start));
  if (first === undefined) return sentences;
  const own = first.slice(start.length).split(" ");
  const added = more.flatMap((sentence) => sentence.slice(start.length).split(" "));
  const fresh = [...new Set(added)].filter((word) => !own.includes(word));
  const others = sentences.filter((sentence) => !sentence.startsWith(start));
  return [[first, ...fresh].join(" "), ...others];
}

function insertAt(text: string, offset: number, sentences: readonly string[]): string {
  const end = headEnd(text, offset);
  const open = openBrace(text, end);
  const line = /\r\n/.test(text) ? "\r\n" : "\n";
  const indent =
    /[ \t]*$/.exec(
      text
        .slice(0, offset)
        .split(/[\r\n]/)
        .at(-1) ?? "",
    )?.[0] ?? "";
  const apart = (own: string) => sentences.map((one) => `${line}${own}${one}`).join("");
  const inner = `${indent}    `;
  const isShort = sentences.join("; ").length < WIDTH - 20 && sentences.length < 3;
  if (open === null) {
    const block = isShort ? ` { ${sentences.join("; ")} }` : ` {${apart(inner)}${line}${indent}}`;
    return text.slice(0, end) + block + text.slice(end);
  }
  const head = text.slice(0, open + 1);
  const behind = text.slice(open + 1);
  if (!endsLine(behind)) {
    const rest = behind.trimStart();
    if (isShort) return `${head} ${sentences.join("; ")};${rest === behind ? " " : ""}${behind}`;
    return `${head}${apart(inner)}${line}${rest.startsWith("}") ? indent : inner}${rest}`;
  }
  const at = /^[^\r\n]*/.exec(behind)?.[0].length ?? 0;
  const own = /^\s*?\r?\n([ \t]+)\S/.exec(behind.slice(at))?.[1] ?? inner;
  return head + behind.slice(0, at) + apart(own) + behind.slice(at);
}

/** Whether nothing but blanks and comments follows on the line. */
function endsLine(text: string): boolean {
  return /^(?:[ \t]|\/\*(?:(?!\*\/)[^\r\n])*\*\/)*(?:\/\/|[\r\n]|$)/.test(text);
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
