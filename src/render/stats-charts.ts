// Turns counts into charts: SVG that grows with the page, without scripts and without colours of its own.
import type { CallGroup, TimeSlot } from "../model/trail-stats.ts";
import { element, htmlText } from "./html.ts";
import { countText, spanText } from "./trail-stats.ts";

/** The drawing's own units: it is stretched to the room that it gets. */
const WIDTH = 1000;
const HEIGHT = 100;

const KINDS = ["well", "failed", "refused", "unfinished"] as const;

/** A round number that is at least as large, and half of it round too. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const steps = unit === 1 ? [2, 4, 6, 8, 10] : [1, 2, 3, 4, 5, 6, 8, 10];
  return steps.map((step) => step * unit).find((step) => step >= value) ?? value;
}

const HOUR_MS = 3_600_000;

/** What one column counts. */
export function slotName(slotMs: number): string {
  return slotMs <= HOUR_MS ? "hour" : slotMs <= 24 * HOUR_MS ? "day" : "week";
}

/** As much of a time as tells it from the others. */
function slotLabel(start: string, slotMs: number, slots: readonly TimeSlot[]): string {
  const isSame = (length: number) =>
    slots[0]?.start.slice(0, length) === slots.at(-1)?.start.slice(0, length);
  if (slotMs > HOUR_MS) return start.slice(isSame(4) ? 5 : 0, 10);
  return isSame(10) ? start.slice(11, 16) : start.slice(5, 16).replace("T", " ");
}

/** One column: well at the bottom, all else on top of it. */
function column(slot: TimeSlot, x: number, width: number, top: number): string {
  let y = HEIGHT;
  const bars = KINDS.map((kind) => {
    const height = (slot[kind] / top) * HEIGHT;
    if (height === 0) return "";
    y -= height;
    const box = { x: x.toFixed(2), y: y.toFixed(2), width: width.toFixed(2) };
    return element("rect", { ...box, height: height.toFixed(2), class: kind });
  });
  const { start, well, failed, refused, unfinished } = slot;
  const counts = `${countText(well)} well, ${countText(failed)} failed, ${countText(refused)} refused, ${countText(unfinished)} without an end`;
  const said = `${start.slice(0, 16).replace("T", " ")}: ${counts}`;
  return element("g", {}, element("title", {}, htmlText(said)) + bars.join(""));
}

/** Few columns stay columns: they do not become blocks. */
const LEAST_SLOTS = 12;
const MOST_LABELS = 4;

/** The times under the columns that they belong to; at the ends they stay inside. */
function timeLabels(slots: readonly TimeSlot[], slotMs: number, room: number): string {
  const every = Math.ceil(slots.length / MOST_LABELS);
  return slots
    .map((slot, at) => {
      if (at % every !== 0) return "";
      const middle = (100 * (at + 0.5)) / room;
      const side = middle < 8 ? "first" : middle > 92 ? "last" : "";
      const style = side === "" ? `left:${middle.toFixed(2)}%` : "";
      return element("span", { class: side, style }, slotLabel(slot.start, slotMs, slots));
    })
    .join("");
}

/** Stacked columns over time; what they stand for is text beside and below them, which keeps its size. */
export function timelineChart(slots: readonly TimeSlot[], slotMs: number): string {
  const most = slots.reduce(
    (top, { well, failed, refused, unfinished }) =>
      Math.max(top, well + failed + refused + unfinished),
    1,
  );
  const top = roundUp(most);
  const room = Math.max(LEAST_SLOTS, slots.length);
  const step = WIDTH / room;
  const gap = step > 6 ? step / 8 : 0;
  const columns = slots.map((slot, at) => column(slot, at * step + gap / 2, step - gap, top));
  const about = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" };
  const label = `calls per ${slotName(slotMs)}`;
  const drawing = element("svg", { ...about, "aria-label": label }, columns.join(""));
  const scale = [top, top / 2, 0].map((value) => element("span", {}, countText(value)));
  return element(
    "div",
    { class: "chart" },
    element("div", { class: "scale" }, scale.join("")) +
      element("div", { class: "plot" }, drawing) +
      element("div", { class: "times" }, timeLabels(slots, slotMs, room)),
  );
}

/** A dotted name breaks behind its dots. */
function nameText(key: string): string {
  return htmlText(key).replaceAll(".", ".<wbr>");
}

/** One horizontal bar a group, its parts as in the timeline; names are text beside it, so that they wrap. */
export function groupBars(groups: readonly CallGroup[]): string {
  const most = groups.reduce((top, { calls }) => Math.max(top, calls), 1);
  const rows = groups.map(({ key, calls, refused, failed, unfinished }) => {
    const parts = { well: calls - refused - failed - unfinished, failed, refused, unfinished };
    const bars = KINDS.map((kind) => {
      const share = ((100 * parts[kind]) / most).toFixed(2);
      return parts[kind] === 0 ? "" : element("i", { class: kind, style: `width:${share}%` });
    });
    const name = element("span", { class: "name" }, nameText(key));
    const total = element("span", { class: "number" }, countText(calls));
    return element("li", {}, name + element("span", { class: "bar" }, bars.join("")) + total);
  });
  return element("ul", { class: "bars" }, rows.join(""));
}

/** Half of the runs and nineteen of twenty, as two bars on one scale. */
export function durationBars(groups: readonly CallGroup[]): string {
  const timed = groups.filter(({ p95_ms }) => p95_ms !== null);
  if (timed.length === 0) return element("p", { class: "note" }, "no run has ended yet");
  const most = timed.reduce((top, { p95_ms }) => Math.max(top, p95_ms ?? 0), 1);
  const rows = timed.map(({ key, p50_ms, p95_ms }) => {
    const width = (value: number | null) => `width:${((100 * (value ?? 0)) / most).toFixed(2)}%`;
    const bars =
      element("i", { class: "p95", style: width(p95_ms) }) +
      element("i", { class: "p50", style: width(p50_ms) });
    const said = `${spanText(p50_ms)} / ${spanText(p95_ms)}`;
    const name = element("span", { class: "name" }, nameText(key));
    const number = element("span", { class: "number" }, htmlText(said));
    return element("li", {}, name + element("span", { class: "bar over" }, bars) + number);
  });
  return element("ul", { class: "bars" }, rows.join(""));
}
