// `<selector> matches <glob…>` → a guard, as grants, wraps and the pass sentences write it.

import type { Guard, Selector } from "../model/policy.ts";
import { type Text, texts } from "./arguments.ts";
import { isBinary } from "./binary.ts";
import type { KdlNode } from "./document.ts";
import type { Reading } from "./reading.ts";
import { label } from "./refused-words.ts";
import { quote } from "./sentence.ts";

type Effect = Guard["effect"];

/** Reads the guard of a `when` or `deny-when`. */
export function readGuard(node: KdlNode, effect: Effect, reading: Reading): Guard | null {
  const [selector, verb, ...globs] = texts(node);
  if (selector === undefined) return report(node, reading, "needs a selector");
  const read = readSelector(node, selector, reading);
  if (verb?.text !== "matches") {
    const where = verb ? ` before ${quote(verb.text)}` : "";
    return report(node, reading, `needs the word "matches" after its selector${where}`);
  }
  return read && finish(node, effect, read, globs, reading);
}

/** Reads the guard of a `never pass` or `only pass`. */
export function readPass(node: KdlNode, effect: Effect, reading: Reading): Guard | null {
  const [first, ...rest] = texts(node, 1);
  if (first?.text === "when") return readPassWhen(node, effect, rest, reading);
  if (effect === "require") {
    return report(node, reading, 'is followed by "when"', "only pass when any-arg matches …");
  }
  const globs = first ? [first, ...rest] : [];
  return finish(node, effect, { kind: "any-arg" }, globs, reading);
}

function readPassWhen(
  node: KdlNode,
  effect: Effect,
  words: readonly Text[],
  reading: Reading,
): Guard | null {
  const [selector] = words;
  if (selector === undefined) return report(node, reading, "needs a selector");
  const isVerb = ({ text }: Text) => text === "is" || text === "matches";
  const verb = words.findIndex((word, index) => index > 0 && isVerb(word));
  if (verb < 0) return report(node, reading, 'needs the word "is" or "matches" and a glob');
  const subject = words.slice(0, verb);
  const globs = words.slice(verb + 1);
  if (selector.text === "shell") {
    if (globs.some(isVerb)) {
      return report(
        node,
        reading,
        'holds "is" or "matches" twice, and either could be the command\'s',
      );
    }
    const read = readShell(node, subject.slice(1), reading);
    return read && finish(node, effect, read, globs, reading);
  }
  if (subject.length > 1) {
    return report(node, reading, `needs "is" or "matches" right after ${quote(selector.text)}`);
  }
  const read = readSelector(node, selector, reading);
  return read && finish(node, effect, read, globs, reading);
}

function readShell(node: KdlNode, words: readonly Text[], reading: Reading): Selector | null {
  const [bin] = words;
  if (bin === undefined) {
    return report(
      node,
      reading,
      "needs a program after shell",
      "only pass when shell hostname is …",
    );
  }
  if (!isBinary(bin.text, bin.argument, label(node), reading)) return null;
  return { kind: "shell", argv: words.map(({ text }) => text) };
}

function readSelector(node: KdlNode, { text, argument }: Text, reading: Reading): Selector | null {
  if (text === "any-arg") return { kind: "any-arg" };
  const numbered = /^arg(0|[1-9][0-9]{0,4})$/.exec(text);
  if (numbered) return { kind: "positional", index: Number(numbered[1]) };
  const isFlagName = /^[^\s=\-+][^\s=]*$/u.test(text) && !/^arg[0-9]+$/.test(text);
  if (isFlagName) return { kind: "flag", name: text };
  const bare = text.replace(/^[-+]+/, "").replace(/=.*$/s, "");
  const pass = node.arguments[0]?.value === "pass" ? " when" : "";
  const hint =
    bare !== text && bare !== "" ? `write \`${label(node)}${pass} ${bare} …\`` : undefined;
  const message = `"${label(node)}": ${quote(text)} is no selector: any-arg, argN, or a flag's name without dashes`;
  reading.report.error("bad-selector", argument.span, message, hint ? { hint } : {});
  return null;
}

function finish(
  node: KdlNode,
  effect: Effect,
  selector: Selector,
  globs: readonly Text[],
  reading: Reading,
): Guard | null {
  if (globs.length === 0) return report(node, reading, "needs at least one glob");
  return { effect, selector, globs: globs.map(({ text }) => text), rule: reading.rule(node) };
}

function report(node: KdlNode, { report }: Reading, what: string, example?: string): null {
  const hint = `write \`${example ?? (node.arguments[0]?.value === "pass" ? `${label(node)} when <selector> matches <glob…>` : `${node.name} <selector> matches <glob…>`)}\``;
  report.error("bad-guard", node.span, `"${label(node)}" ${what}`, { hint });
  return null;
}
