// Turns counts into charts: SVG that grows with the page, without scripts and without colours of its own.
import type { CallGroup, TimeSlot } from "../model/trail-stats.ts";
import { element, htmlText } from "./html.ts";
import { countText, spanText } from "./trail-stats.ts";

/** The drawing's own units: it is stretched to the room that it gets. */
const WIDTH = 1000;
const HEIGHT = 100;

/** A round number that is at least as large. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((step) => step * unit).find((step) => step >= value) ?? value;
}

function slotLabel(start: string, slotMs: number): string {
  return slotMs < 86_400_000 ? start.slice(11, 16) : start.slice(0, 10);
}

/** One column: well at the bottom, failed and refused on top of it. */
function column(slot: TimeSlot, x: number, width: number, top: number): string {
  let y = HEIGHT;
  const bars = (["well", "failed", "refused"] as const).map((kind) => {
    const height = (slot[kind] / top) * HEIGHT;
    if (height === 0) return "";
    y -= height;
    const box = { x: x.toFixed(2), y: y.toFixed(2), width: width.toFixed(2) };
    return element("rect", { ...box, height: height.toFixed(2), class: kind });
  });
  const { start, well, failed, refused } = slot;
  const counts = `${countText(well)} well, ${countText(failed)} failed, ${countText(refused)} refused`;
  const said = `${start.slice(0, 16).replace("T", " ")}: ${counts}`;
  return element("g", {}, element("title", {}, htmlText(said)) + bars.join(""));
}

/** Stacked columns over time; what they stand for is text beside and below them, which keeps its size. */
export function timelineChart(slots: readonly TimeSlot[], slotMs: number): string {
  const most = slots.reduce(
    (top, { well, failed, refused }) => Math.max(top, well + failed + refused),
    1,
  );
  const top = roundUp(most);
  const step = WIDTH / Math.max(1, slots.length);
  const gap = step > 6 ? step / 20 : 0;
  const columns = slots.map((slot, at) => column(slot, at * step, step - gap, top));
  const about = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" };
  const drawing = element("svg", { ...about, "aria-label": "calls over time" }, columns.join(""));
  const scale = [top, top / 2, 0].map((value) => element("span", {}, countText(Math.round(value))));
  const ends = [slots[0], slots[slots.length >> 1], slots.at(-1)];
  const times = ends.map((slot) => element("span", {}, slot ? slotLabel(slot.start, slotMs) : ""));
  return element(
    "div",
    { class: "chart" },
    element("div", { class: "scale" }, scale.join("")) +
      element("div", { class: "plot" }, drawing) +
      element("div", { class: "times" }, times.join("")),
  );
}

/** One horizontal bar a group, its parts as in the timeline; names are text beside it, so that they wrap. */
export function groupBars(groups: readonly CallGroup[]): string {
  const most = groups.reduce((top, { calls }) => Math.max(top, calls), 1);
  const rows = groups.map(({ key, calls, refused, failed }) => {
    const parts = { well: calls - refused - failed, failed, refused };
    const bars = Object.entries(parts).map(([kind, count]) => {
      const share = ((100 * count) / most).toFixed(2);
      return count === 0 ? "" : element("i", { class: kind, style: `width:${share}%` });
    });
    const name = element("span", { class: "name" }, htmlText(key));
    const total = element("span", { class: "number" }, countText(calls));
    return element("li", {}, name + element("span", { class: "bar" }, bars.join("")) + total);
  });
  return element("ul", { class: "bars" }, rows.join(""));
}

/** Half of the runs and nineteen of twenty, as two bars on one scale. */
export function durationBars(groups: readonly CallGroup[]): string {
  const timed = groups.filter(({ p95_ms }) => p95_ms !== null);
  const most = timed.reduce((top, { p95_ms }) => Math.max(top, p95_ms ?? 0), 1);
  const rows = timed.map(({ key, p50_ms, p95_ms }) => {
    const width = (value: number | null) => `width:${((100 * (value ?? 0)) / most).toFixed(2)}%`;
    const bars =
      element("i", { class: "p95", style: width(p95_ms) }) +
      element("i", { class: "p50", style: width(p50_ms) });
    const said = `${spanText(p50_ms)} / ${spanText(p95_ms)}`;
    const name = element("span", { class: "name" }, htmlText(key));
    const number = element("span", { class: "number" }, htmlText(said));
    return element("li", {}, name + element("span", { class: "bar over" }, bars) + number);
  });
  return element("ul", { class: "bars" }, rows.join(""));
}
