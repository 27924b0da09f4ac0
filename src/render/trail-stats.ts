// Turns statistics of a trail into tables for a terminal.
import type { CallGroup, LeafUse, RuleUse, TrailStats } from "../model/trail-stats.ts";
import { pathText } from "./place.ts";
import { clipped, printable } from "./printable.ts";

const MOST_GROUPS = 30;
const MOST_LINES = 40;

/** Milliseconds as a person says them: `450 ms`, `2.3 s`, `5 min`, `2.5 h`. */
export function spanText(milliseconds: number | null): string {
  if (milliseconds === null) return "-";
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  if (milliseconds < 7_200_000) return `${Math.round(milliseconds / 60_000)} min`;
  return `${(milliseconds / 3_600_000).toFixed(1)} h`;
}

/** `1234567` → `1,234,567`. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? "")].length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const room = " ".repeat(Math.max(0, (widths[column] ?? 0) - [...cell].length));
        return column === 0 ? `${cell}${room}` : `${room}${cell}`;
      })
      .join("   "),
  );
}

function groupRow(group: CallGroup): string[] {
  const { key, calls, refused, failed, unfinished, p50_ms, p95_ms } = group;
  const counts = [calls, refused, failed, unfinished].map(countText);
  return [clipped(key, 60), ...counts, spanText(p50_ms), spanText(p95_ms)];
}

function groupTable({ by, groups, total, isCut }: TrailStats): string[] {
  const head = [by, "calls", "refused", "failed", "unfinished", "p50", "p95"];
  const shown = groups.slice(0, MOST_GROUPS);
  const more = groups.length - shown.length;
  return [
    ...table([head, ...shown.map(groupRow), ...(groups.length > 1 ? [groupRow(total)] : [])]),
    ...(more > 0 ? [`(and ${countText(more)} more; --json has all)`] : []),
    ...(isCut ? ["(there are too many kinds to tell all apart)"] : []),
  ];
}

function cut(lines: readonly string[]): string[] {
  const more = lines.length - MOST_LINES;
  const tail = more > 0 ? [`  (and ${countText(more)} more; --json has all)`] : [];
  return [...lines.slice(0, MOST_LINES), ...tail];
}

/**
 * Rules worth a line, one's own first; those of shipped groups that nobody called are a number.
 * @returns `rest` as words, empty where there are none of those
 */
export function worthRules(rules: readonly RuleUse[]): {
  readonly told: readonly RuleUse[];
  readonly rest: string;
} {
  const own = rules.filter(({ place }) => place !== "shipped");
  const shipped = rules.filter(({ place }) => place === "shipped");
  const told = [...own, ...shipped.filter(({ isGroupCalled }) => isGroupCalled)];
  const count = rules.length - told.length;
  const rest = count === 0 ? "" : `${countText(count)} more, of shipped groups that nobody called`;
  return { told, rest };
}

function ruleLines(rules: readonly RuleUse[], home: string | null): string[] {
  if (rules.length === 0) return [];
  const { told, rest } = worthRules(rules);
  const lines = told.map(
    ({ file, line, text }) => `  ${pathText(file, home)}:${line}  ${clipped(text)}`,
  );
  const head = `rules that never refused a call: ${countText(told.length)}`;
  return ["", head, ...cut(lines), ...(rest === "" ? [] : [`  (and ${rest}; --json has all)`])];
}

/** Leaves of groups that were used, and groups of which no leaf was. */
export function unusedGroups(leaves: readonly LeafUse[]): {
  readonly whole: readonly { group: string; size: number }[];
  readonly single: readonly LeafUse[];
} {
  const byGroup = new Map<string, LeafUse[]>();
  for (const leaf of leaves) byGroup.set(leaf.group, [...(byGroup.get(leaf.group) ?? []), leaf]);
  const groups = [...byGroup.values()];
  const isWhole = (group: readonly LeafUse[]) => group.length === group[0]?.groupSize;
  return {
    whole: groups.filter(isWhole).map((group) => {
      return { group: group[0]?.group ?? "", size: group.length };
    }),
    single: groups.filter((group) => !isWhole(group)).flat(),
  };
}

function leafLines(leaves: readonly LeafUse[]): string[] {
  const { whole, single } = unusedGroups(leaves);
  const groups = whole.map(({ group, size }) => `${group} (${size})`);
  return [
    ...(single.length === 0 ? [] : ["", `leaves never used: ${countText(single.length)}`]),
    ...cut(single.map(({ verb }) => `  ${printable(verb)}`)),
    ...(groups.length === 0 ? [] : ["", `groups never used: ${printable(groups.join(", "))}`]),
  ];
}

/**
 * @param home for `~`; null where it is not known
 * @returns lines without a trailing newline
 */
export function renderStats(stats: TrailStats, home: string | null): string {
  const { from, to, total, changedFiles, neverFired, neverUsed } = stats;
  const span = from === null ? "no calls" : `${from} to ${to}: ${countText(total.calls)} calls`;
  const files = changedFiles.map((file) => pathText(file, home)).join(", ");
  return [
    span,
    "",
    ...(from === null ? [] : groupTable(stats)),
    ...ruleLines(neverFired, home),
    ...leafLines(neverUsed),
    ...(files === "" ? [] : ["", `counted since their last change alone: ${files}`]),
  ].join("\n");
}
