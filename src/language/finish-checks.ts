// Whether the sentences of one wrap go together: its form, its paths, and each grant's own.

import type { Span } from "../model/diagnostic.ts";
import type { Wrap } from "../model/policy.ts";
import { joinerProblem } from "./binary.ts";
import type { KdlNode } from "./document.ts";
import type { ExampleDraft, ExecDraft, GrantDraft, WrapDraft } from "./drafts.ts";
import type { Reading } from "./reading.ts";
import { label } from "./refused-words.ts";
import { quote } from "./sentence.ts";

/** Finds which of the three forms a wrap has; null, reported, where it has none or several. */
export function checkForm(draft: WrapDraft, reading: Reading): Wrap["form"] | null {
  const { report } = reading;
  const [exec, ...moreExecs] = draft.execs;
  const [through, ...moreThroughs] = draft.passthroughs;
  const [allowed] = draft.allowed.values();
  for (const [first, more] of [
    [exec, moreExecs],
    [through, moreThroughs],
  ] as const) {
    for (const { node } of more) clash(reading, node, first?.node, "a wrap runs one program");
  }
  const form = through ? "passthrough" : allowed ? "allow" : "exec";
  const owner = through?.node ?? allowed?.node;
  if (owner !== undefined) checkAlone(draft, owner, form, reading);
  else checkExecForm(draft, reading);
  if (form !== "allow") {
    for (const node of draft.looseGuards) {
      const hint =
        form === "exec"
          ? "put it into a grant, or write a `never pass` or `only pass` sentence"
          : "write a `never pass` or `only pass` sentence";
      const message = `"${node.name}" stands in a grant, or in the wrap of an "allow" list`;
      report.error("misplaced-node", node.nameSpan, message, { hint });
    }
    if (draft.environment) {
      const message = `"environment" stands in the block of "exec" or "passthrough" here`;
      report.error("misplaced-node", draft.environment.node.nameSpan, message);
    }
  }
  return exec || owner ? form : null;
}

/** `passthrough` and `allow` stand for `exec` and its grants, so those can't stand beside them. */
function checkAlone(draft: WrapDraft, owner: KdlNode, form: Wrap["form"], reading: Reading): void {
  const others = [
    ...draft.execs.map(({ node }) => node),
    ...draft.grants.map(({ node }) => node),
    ...(form === "passthrough" ? [...draft.allowed.values()].map(({ node }) => node) : []),
  ];
  for (const node of new Set(others)) {
    const why =
      form === "passthrough"
        ? '"passthrough" grants the whole binary by itself'
        : '"allow" grants each of its programs by itself';
    clash(reading, node, owner, why);
  }
}

function clash(reading: Reading, node: KdlNode, first: KdlNode | undefined, why: string): void {
  const other = first ?? node;
  const message = `"${label(node)}" can't stand beside "${label(other)}": ${why}`;
  reading.report.error("conflict", node.span, message, {
    hint: "keep one of the two, or make two wraps of it",
    related: reading.report.related(other.span, "the other one"),
  });
}

function checkExecForm(draft: WrapDraft, { report }: Reading): void {
  const { node } = draft;
  if (draft.execs.length === 0) {
    const message = '"wrap" needs an "exec" with a "can run", or "passthrough", or "allow"';
    report.error("no-exec", node.span, message, { hint: "name the program: `exec git`" });
  } else if (!node.children?.some((child) => label(child) === "can run")) {
    const message = '"wrap" has an "exec" but no "can run": it grants nothing';
    report.error("no-grant", node.span, message, { hint: "grant a command: `can run status`" });
  }
}

/** No path twice, none both granted and denied, and `*` alone. */
export function checkPaths(draft: WrapDraft, reading: Reading): void {
  const { report } = reading;
  const granted = new Map<string, { span: Span; node: KdlNode }>();
  const add = (words: readonly string[], node: KdlNode, span: Span) => {
    const first = granted.get(JSON.stringify(words));
    if (first === undefined) granted.set(JSON.stringify(words), { span, node });
    else twice(reading, words, node, first, "granted");
  };
  for (const { words, node } of draft.grants) add(words, node, node.span);
  for (const { name, node, argument } of draft.allowed.values()) {
    granted.set(JSON.stringify([name]), { span: argument.span, node });
  }
  const denied = new Map<string, { span: Span; node: KdlNode }>();
  for (const { words, node } of draft.nevers) {
    const key = JSON.stringify(words);
    const first = denied.get(key);
    if (first === undefined) denied.set(key, { span: node.span, node });
    else twice(reading, words, node, first, "denied");
    const grant = granted.get(key);
    if (grant === undefined) continue;
    const message = `${quote(words.join(" "))} is both granted and denied`;
    report.error("conflict", node.span, message, {
      hint: "keep one of the two sentences",
      related: report.related(grant.span, "granted here"),
    });
  }
  const star = draft.grants.find(({ words }) => words[0] === "*");
  for (const { node, words } of star ? draft.grants : []) {
    if (star === undefined || words[0] === "*") continue;
    report.error(
      "conflict",
      node.span,
      '`can run "*"` grants the whole binary, so it is the only grant',
      {
        hint: 'remove this grant, or the "*"; to deny a part, write `never run`',
        related: report.related(star.node.span, '"*" is granted here'),
      },
    );
  }
}

function twice(
  { report }: Reading,
  words: readonly string[],
  node: KdlNode,
  first: { span: Span },
  how: string,
): void {
  report.error("said-twice", node.span, `${quote(words.join(" "))} is ${how} twice`, {
    hint: "keep one of the two",
    related: report.related(first.span, `first ${how} here`),
  });
}

/** An example is a call from its leaf's, or its group's, own words on. */
export function checkExamples(
  drafts: readonly ExampleDraft[],
  own: readonly string[],
  { report }: Reading,
): void {
  for (const { words, node } of drafts) {
    if (own.every((word, index) => words[index] === word)) continue;
    const start = own.join(" ");
    const message = `"${node.name}": this call does not start with ${quote(start)}`;
    const hint = `write the call from these words on: "${start} …"`;
    report.error("bad-example", node.arguments[0]?.span ?? node.span, message, { hint });
  }
}

/** What joins words for a shell must say so, or say that it does not. */
export function checkJoiner({ bin, prefix, remote, node }: ExecDraft, { report }: Reading): void {
  const problem = joinerProblem(bin, prefix);
  if (problem === null || remote !== null) return;
  report.error("remote-shell-unstated", node.span, `"exec": ${problem}`, {
    hint: "add `remote-shell posix` to its block where a shell re-reads the words, else `remote-shell none`",
  });
}

/** `sealed` needs `argv`; `*` goes with neither `argv` nor `bin`; examples start with the leaf's words. */
export function checkGrant(grant: GrantDraft, reading: Reading): void {
  const { report } = reading;
  checkExamples(grant.examples, grant.words[0] === "*" ? [] : grant.words, reading);
  if (grant.sealed && grant.argv.length === 0) {
    report.error("sealed-without-argv", grant.sealed.span, '"sealed" needs "argv" beside it', {
      hint: 'write the whole call: `argv log "--oneline" "-20"; sealed`',
    });
  }
  if (grant.words[0] !== "*") return;
  for (const said of [...grant.argv, ...(grant.bin ? [grant.bin] : [])]) {
    const message = `"${said.node.name}" does not go with \`can run "*"\`: there is nothing for it to replace`;
    report.error("conflict", said.node.span, message, {
      related: report.related(grant.node.span, "the whole binary is granted here"),
    });
  }
}
