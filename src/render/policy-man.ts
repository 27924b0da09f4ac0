// A page of documentation about Guardfiles → a manual page in roff.
import type {
  EnvironmentPage,
  LeafPage,
  PolicyPage,
  Silenced,
  WrapPage,
} from "../model/policy-page.ts";
import { invocationText } from "./invocation.ts";
import { printable } from "./printable.ts";

const MOST_WORDS = 1000;

/** Nothing in the text is a request, an escape or a quote of roff. */
function plain(text: string): string {
  const escaped = printable(text).replaceAll("\\", "\\e").replaceAll("-", "\\-");
  return escaped.replace(/^([.'])/, "\\&$1");
}

const bold = (text: string) => `\\fB${plain(text)}\\fR`;
const call = (words: readonly string[]) => bold(invocationText(words, MOST_WORDS));
const flag = (names: readonly string[]) => names.map(bold).join(" or ");
const item = (text: string) => [".IP \\(bu 2", text];

/**
 * @param name of the page, as `man` finds it
 * @returns the page, with a final newline
 */
export function renderPolicyMan({ title, wraps }: PolicyPage, name: string): string {
  const head = [
    `.TH "${plain(name.toUpperCase())}" "7" "" "ward" "Granted commands"`,
    ".SH NAME",
    `${plain(name)} \\- ${plain(title)}`,
  ];
  return `${[...head, ...wraps.flatMap(wrapLines)].join("\n")}\n`;
}

function wrapLines(wrap: WrapPage): readonly string[] {
  const { path, describe, links, start, bounds, environment, nevers } = wrap;
  const { examples, silenced, leaves } = wrap;
  return [
    `.SH ${plain(path.join(" ").toUpperCase())}`,
    ...(describe === null ? [] : [plain(describe)]),
    ...(start.length === 0 ? [] : item(`the fixed words: ${call(start)}`)),
    ...bounds.flatMap((text) => item(`holds for all: ${bold(text)}`)),
    ...environmentLines(environment),
    ...nevers.flatMap(({ words, reason }) =>
      item(`never ${call(words)}${reason === null ? "" : `: ${plain(reason)}`}`),
    ),
    ...examples.flatMap(({ expect, words }) => item(`${expect} ${call(words)}`)),
    ...silencedLines(silenced),
    ...links.flatMap((text) => item(`see also ${plain(text)}`)),
    ...leaves.flatMap(leafLines),
  ];
}

function silencedLines(silenced: readonly Silenced[]): readonly string[] {
  return silenced.flatMap(({ rule, reason }) =>
    item(`lint is silent about ${bold(rule)}: ${plain(reason)}`),
  );
}

function leafLines(leaf: LeafPage): readonly string[] {
  return [
    `.SS "${plain(invocationText(leaf.call, MOST_WORDS)).replaceAll('"', "\\(dq")}"`,
    ...(leaf.describe === null ? [] : [plain(leaf.describe)]),
    ...item(`runs ${runsText(leaf)}`),
    ...flagLines(leaf),
    ...leaf.patterns.flatMap((source) => item(`every argument matches ${bold(source)} whole`)),
    ...leaf.bounds.flatMap((text) => item(bold(text))),
    ...environmentLines(leaf.environment),
    ...leaf.examples.flatMap(({ expect, words }) => item(`${expect} ${call(words)}`)),
    ...silencedLines(leaf.silenced),
  ];
}

function runsText({ runs, isBehindStart, takesArguments, isFar }: LeafPage): string {
  const far = isFar ? ", quoted for the shell of the other machine" : "";
  const own = runs.length === 0 ? [] : [call(runs)];
  const words = [...(isBehindStart ? ["the fixed words"] : []), ...own];
  return takesArguments
    ? `${words.join(", ")}${plain(` and the caller's arguments${far}`)}`
    : `${words.join(" and ")}${plain(`${far}, and takes no argument`)}`;
}

function flagLines({ allowed, denied, mayRepeat, takesArguments }: LeafPage): readonly string[] {
  if (!takesArguments) return [];
  const named = (flags: readonly (readonly string[])[]) => flags.map(flag).join(", ");
  const open = denied.length === 0 ? "every flag passes" : "every other flag passes";
  return [
    ...(denied.length === 0 ? [] : item(`refuses the flags ${named(denied)}`)),
    ...item(allowed === null ? open : `lets only these flags pass: ${named(allowed)}`),
    ...(mayRepeat.length === 0 ? [] : item(`lets the caller give again ${named(mayRepeat)}`)),
  ];
}

function environmentLines({ set, kept, dropped }: EnvironmentPage): readonly string[] {
  const names = (all: readonly string[]) => all.map(bold).join(", ");
  return [
    ...(set.length === 0 ? [] : item(`sets the variables ${names(set)}`)),
    ...(kept.length === 0 ? [] : item(`keeps the caller\\(aqs variables ${names(kept)}`)),
    ...(dropped.length === 0 ? [] : item(`drops the variables ${names(dropped)}`)),
  ];
}
