// A page of documentation about Guardfiles → Markdown.
import type {
  EnvironmentPage,
  LeafPage,
  PolicyPage,
  Silenced,
  WrapPage,
} from "../model/policy-page.ts";
import { callSpan, codeSpan, flagSpan, prose } from "./markdown.ts";

const MADE = "<!-- Made by `wardctl docs`, which also tells whether it is stale (--check). -->";

/** @returns the page, with a final newline */
export function renderPolicyMarkdown({ title, wraps }: PolicyPage): string {
  const head = [`# ${prose(title)}`, "", MADE];
  return `${[...head, ...wraps.flatMap(wrapLines)].join("\n")}\n`;
}

function wrapLines(wrap: WrapPage): readonly string[] {
  const { path, describe, links, bounds, start, environment, examples, silenced, leaves } = wrap;
  const intro = [
    ...(describe === null ? [] : [prose(describe), ""]),
    ...(start.length === 0 ? [] : [`- the fixed words: ${callSpan(start)}`]),
    ...list(bounds, (text) => `holds for all: ${codeSpan(text)}`),
    ...environmentLines(environment),
    ...neverLines(wrap),
    ...list(examples, ({ expect, words }) => `${expect} ${callSpan(words)}`),
    ...silencedLines(silenced),
    ...list(links, (text) => `see also ${prose(text)}`),
  ];
  const gap = intro.length > 0 && intro.at(-1) !== "" ? [""] : [];
  return ["", `## ${codeSpan(path.join(" "))}`, "", ...intro, ...gap, ...leaves.flatMap(leafLines)];
}

function neverLines({ nevers }: WrapPage): readonly string[] {
  return list(nevers, ({ words, reason }) => {
    const why = reason === null ? "" : `: ${prose(reason)}`;
    return `never ${callSpan(words)}${why}`;
  });
}

function silencedLines(silenced: readonly Silenced[]): readonly string[] {
  return list(
    silenced,
    ({ rule, reason }) => `lint is silent about ${codeSpan(rule)}: ${prose(reason)}`,
  );
}

function list<T>(items: readonly T[], show: (item: T) => string): readonly string[] {
  return items.map((item) => `- ${show(item)}`);
}

function leafLines(leaf: LeafPage): readonly string[] {
  const { call, describe, examples, silenced } = leaf;
  return [
    `### ${callSpan(call)}`,
    "",
    ...(describe === null ? [] : [prose(describe), ""]),
    `- runs ${runsText(leaf)}`,
    ...flagLines(leaf),
    ...list(leaf.patterns, (source) => `every argument matches ${codeSpan(source)} whole`),
    ...list(leaf.bounds, codeSpan),
    ...environmentLines(leaf.environment),
    ...list(examples, ({ expect, words }) => `${expect} ${callSpan(words)}`),
    ...silencedLines(silenced),
    "",
  ];
}

function runsText({ runs, isBehindStart, takesArguments, isFar }: LeafPage): string {
  const far = isFar ? ", quoted for the shell of the other machine" : "";
  const own = runs.length === 0 ? [] : [callSpan(runs)];
  const call = [...(isBehindStart ? ["the fixed words"] : []), ...own];
  return takesArguments
    ? `${call.join(", ")} and the caller's arguments${far}`
    : `${call.join(" and ")}${far}, and takes no argument`;
}

function flagLines({ allowed, denied, mayRepeat, takesArguments }: LeafPage): readonly string[] {
  if (!takesArguments) return [];
  const named = (flags: readonly (readonly string[])[]) => flags.map(flagSpan).join(", ");
  const open = denied.length === 0 ? "every flag passes" : "every other flag passes";
  return [
    ...(denied.length === 0 ? [] : [`- refuses the flags ${named(denied)}`]),
    `- ${allowed === null ? open : `lets only these flags pass: ${named(allowed)}`}`,
    ...(mayRepeat.length === 0 ? [] : [`- lets the caller give again ${named(mayRepeat)}`]),
  ];
}

function environmentLines({ set, kept, dropped }: EnvironmentPage): readonly string[] {
  const names = (all: readonly string[]) => all.map(codeSpan).join(", ");
  return [
    ...(set.length === 0 ? [] : [`- sets the variables ${names(set)}`]),
    ...(kept.length === 0 ? [] : [`- keeps the caller's variables ${names(kept)}`]),
    ...(dropped.length === 0 ? [] : [`- drops the variables ${names(dropped)}`]),
  ];
}
