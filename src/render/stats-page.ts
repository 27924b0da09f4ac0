// Turns statistics of a trail into one HTML page that needs nothing else: no script, no font, no request.
import type { LeafUse, RuleUse, TrailStats } from "../model/trail-stats.ts";
import { element, htmlText } from "./html.ts";
import { pathText } from "./place.ts";
import { durationBars, groupBars, slotName, timelineChart } from "./stats-charts.ts";
import { PAGE_STYLE } from "./stats-style.ts";
import { countText, unusedGroups, worthRules } from "./trail-stats.ts";

/** Groups in the charts, and lines of a list that is open at once. */
const MOST_BARS = 15;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

function section(title: string, inner: string, note = ""): string {
  const about = note === "" ? "" : element("p", { class: "note" }, htmlText(note));
  return element("section", {}, element("h2", {}, htmlText(title)) + about + inner);
}

/** Room for a telephone's width: longer numbers are set smaller. */
const LONG_NUMBER = 9;

function figure(name: string, count: number, kind: string, calls: number): string {
  const text = countText(count);
  const number = element("b", text.length > LONG_NUMBER ? { class: "long" } : {}, text);
  const part = (100 * count) / calls;
  const percent = part < 0.1 ? "<0.1" : part.toFixed(1);
  const share = count > 0 && kind !== "all" ? `, ${percent} %` : "";
  return element("li", { class: kind }, number + element("span", {}, htmlText(name + share)));
}

function figures({ total }: TrailStats): string {
  const { calls, refused, failed, unfinished } = total;
  return element(
    "ul",
    { class: "figures" },
    figure("calls", calls, "all", calls) +
      figure("refused", refused, "refused", calls) +
      figure("failed", failed, "failed", calls) +
      figure("without an end", unfinished, "unfinished", calls),
  );
}

function legend(names: Readonly<Record<string, string>>): string {
  const items = Object.entries(names).map(([kind, name]) =>
    element("span", {}, element("i", { class: kind }) + htmlText(name)),
  );
  return element("p", { class: "legend" }, items.join(""));
}

const ENDS = legend({
  well: "ran well",
  failed: "failed",
  refused: "refused",
  unfinished: "without an end",
});
const DURATIONS = legend({ p50: "half of the runs took at most", p95: "95 % took at most" });

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
  const { told, rest } = worthRules(rules);
  const lines = told.map(({ file, line, text }) => {
    const where = `${pathText(file, home)}:${line}`;
    return element("code", {}, htmlText(text)) + element("small", {}, htmlText(where));
  });
  const more = rest === "" ? "" : element("p", { class: "note" }, htmlText(`And ${rest}.`));
  return details(`${countText(told.length)} rules`, lines) + more;
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
  const times = `Calls per ${slotName(slotMs)}; times are UTC.`;
  return [
    section("Calls over time", ENDS + timelineChart(timeline, slotMs), times),
    section(`Calls by ${by}`, ENDS + groupBars(shown), note),
    section(`Durations by ${by}`, DURATIONS + durationBars(shown), note),
  ].join("");
}

const NOTHING = section(
  "No calls yet",
  "",
  "Calls of guarded commands are counted here once they are made and this page is written anew.",
);

/** `2026-11-30 14:05` of RFC 3339. */
function minuteOf(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

function body(stats: TrailStats, home: string | null): string {
  const { from, to, neverFired, neverUsed, changedFiles } = stats;
  const isEmpty = from === null || to === null;
  const span = isEmpty ? "no calls on record" : `${minuteOf(from)} to ${minuteOf(to)} UTC`;
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
    isEmpty ? NOTHING : charts(stats),
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
