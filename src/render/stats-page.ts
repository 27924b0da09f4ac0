// Turns statistics of a trail into one HTML page that needs nothing else: no script, no font, no request.
import type { LeafUse, RuleUse, TrailStats } from "../model/trail-stats.ts";
import { element, htmlText } from "./html.ts";
import { pathText } from "./place.ts";
import { durationBars, groupBars, timelineChart } from "./stats-charts.ts";
import { PAGE_STYLE } from "./stats-style.ts";
import { countText, unusedGroups } from "./trail-stats.ts";

/** Groups in the charts, and lines of a list that is open at once. */
const MOST_BARS = 15;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

function section(title: string, inner: string, note = ""): string {
  const about = note === "" ? "" : element("p", { class: "note" }, htmlText(note));
  return element("section", {}, element("h2", {}, htmlText(title)) + about + inner);
}

function figure(name: string, count: number, kind: string): string {
  const number = element("b", {}, countText(count));
  return element("li", { class: kind }, number + element("span", {}, htmlText(name)));
}

function figures({ total }: TrailStats): string {
  const { calls, refused, failed, unfinished } = total;
  return element(
    "ul",
    { class: "figures" },
    figure("calls", calls, "all") +
      figure("refused", refused, "refused") +
      figure("failed", failed, "failed") +
      figure("without an end", unfinished, "open"),
  );
}

const LEGEND = element(
  "p",
  { class: "legend" },
  [
    ["well", "ran well"],
    ["failed", "failed"],
    ["refused", "refused"],
  ]
    .map(([kind = "", name = ""]) => element("i", { class: kind }) + name)
    .join(" "),
);

function details(summary: string, lines: readonly string[]): string {
  if (lines.length === 0) return element("p", { class: "note" }, "none");
  const items = lines.map((line) => element("li", {}, line)).join("");
  return element(
    "details",
    {},
    element("summary", {}, htmlText(summary)) + element("ul", {}, items),
  );
}

function ruleList(rules: readonly RuleUse[], home: string | null): string {
  const lines = rules.map(({ file, line, text }) => {
    const where = `${pathText(file, home)}:${line}`;
    return element("code", {}, htmlText(text)) + element("small", {}, htmlText(where));
  });
  return details(`${countText(rules.length)} rules`, lines);
}

function leafList(leaves: readonly LeafUse[]): string {
  const { whole, single } = unusedGroups(leaves);
  const groups = whole.map(
    ({ group, size }) =>
      element("code", {}, htmlText(group)) + element("small", {}, `all ${countText(size)} leaves`),
  );
  const leafLines = single.map(({ verb }) => element("code", {}, htmlText(verb)));
  return details(`${countText(leaves.length)} leaves`, [...groups, ...leafLines]);
}

function charts(stats: TrailStats): string {
  const { by, groups, timeline, slotMs } = stats;
  const shown = groups.slice(0, MOST_BARS);
  const more = groups.length - shown.length;
  const note =
    more > 0 ? `The ${MOST_BARS} with most calls; ${countText(more)} more are not shown.` : "";
  return [
    section("Calls over time", LEGEND + timelineChart(timeline, slotMs), "Times are UTC."),
    section(`Calls by ${by}`, groupBars(shown), note),
    section(
      `Durations by ${by}`,
      durationBars(shown),
      "Half of the runs are shorter than the first figure, 95 % than the second.",
    ),
  ].join("");
}

function body(stats: TrailStats, home: string | null): string {
  const { from, to, neverFired, neverUsed, changedFiles } = stats;
  const span = from === null ? "no calls on record" : `${from} to ${to}`;
  const head = element(
    "header",
    {},
    element("h1", {}, "ward: calls on record") + element("p", {}, htmlText(span)),
  );
  const files = changedFiles.map((file) => pathText(file, home)).join(", ");
  const note = files === "" ? "" : `Counted since their last change alone: ${files}`;
  return [
    head,
    figures(stats),
    ...(from === null ? [] : [charts(stats)]),
    section("Rules that never refused a call", ruleList(neverFired, home), note),
    section("Leaves never used", leafList(neverUsed)),
  ].join("");
}

/**
 * @param home for `~`; null where it is not known
 * @returns a whole document
 */
export function renderStatsPage(stats: TrailStats, home: string | null): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta http-equiv="Content-Security-Policy" content="${htmlText(POLICY)}">`,
    element("title", {}, "ward: calls on record"),
    element("style", {}, PAGE_STYLE),
  ];
  const main = element("main", {}, body(stats, home));
  return `<!doctype html>\n<html lang="en"><head>${head.join("")}</head><body>${main}</body></html>\n`;
}
