// The page of statistics in a real Chromium: it fits a telephone and a desk, follows the colour scheme, and asks for nothing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { skipUnless } from "./fixtures/needed.ts";
import { Place } from "./program-place.ts";
import { TrailRoom } from "./trail-room.ts";

const CHROMIUM = "/usr/bin/chromium";
const skip = skipUnless(existsSync(CHROMIUM), "chromium is not installed");

/** Shows the page in two frames and writes down what is seen of each. */
const HARNESS = `<!doctype html><body><script>
const page = PAGE;
const seen = [];
// Texts that do not fit into what is drawn around them.
const cut = (inner) => [...inner.querySelectorAll("li, b, span, p, h1, h2, section")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && !one.closest(".times"))
  .map((one) => one.textContent);
const overlaps = (inner) => {
  const boxes = [...inner.querySelectorAll(".times span")].map((one) => one.getBoundingClientRect());
  const shown = boxes.filter(({ width }) => width > 0);
  return shown.filter((box, at) => at > 0 && box.left < shown[at - 1].right + 2).length;
};
for (const width of [400, 1280]) {
  const frame = document.createElement("iframe");
  frame.style.cssText = "border:0;height:900px;width:" + width + "px";
  frame.srcdoc = page;
  frame.onload = () => {
    const { document: inner, performance } = frame.contentWindow;
    const style = frame.contentWindow.getComputedStyle(inner.body);
    const plot = inner.querySelector(".plot svg").getBoundingClientRect();
    seen.push({
      width,
      content: inner.documentElement.scrollWidth,
      background: style.backgroundColor,
      color: style.color,
      isPlotSeen: plot.width > width / 2 && plot.height > 100,
      bars: inner.querySelectorAll(".bars li").length,
      columns: inner.querySelectorAll(".plot rect").length > 0,
      cut: cut(inner),
      overlaps: overlaps(inner),
      requests: performance.getEntriesByType("resource").map(({ name }) => name),
    });
    if (seen.length === 2) {
      const text = document.createElement("pre");
      text.textContent = JSON.stringify(seen.sort((a, b) => a.width - b.width));
      document.body.replaceChildren(text);
    }
  };
  document.body.append(frame);
}
</script></body>`;

interface Seen {
  readonly width: number;
  readonly background: string;
  readonly color: string;
  readonly requests: readonly string[];
  readonly [field: string]: unknown;
}

/** The lightness of `rgb(…)`, from 0 to 255. */
function lightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
  return (red + green + blue) / 3;
}

const [DARK, LIGHT] = [0, 1];

/** What is seen of a trail's page at both widths, in each of these colour schemes. */
function look(place: Place, ...schemes: number[]): Seen[][] {
  const page = `${place.root}/stats.html`;
  assert.equal(place.wardctl("audit", "stats", "--html", page).exit, 0);
  const text = JSON.stringify(readFileSync(page, "utf8")).replaceAll("<", "\\u003c");
  const harness = place.file(
    "harness.html",
    HARNESS.replace("PAGE", () => text),
  );
  const as = (scheme: number): Seen[] => {
    const args = [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
      ...["--disable-background-networking", "--virtual-time-budget=5000"],
      ...[`--blink-settings=preferredColorScheme=${scheme}`, "--dump-dom"],
      ...[`--user-data-dir=${place.root}/chromium`, `file://${harness}`],
    ];
    const { stdout } = spawnSync(CHROMIUM, args, { encoding: "utf8", timeout: 120_000 });
    const [, seen = "[]"] = /<pre>(\[.*\])<\/pre>/s.exec(stdout) ?? [];
    return JSON.parse(seen.replaceAll("&gt;", ">").replaceAll("&amp;", "&"));
  };
  return schemes.map(as);
}

/** How a page reads well: nothing cut off, nothing over another, nothing asked for. */
function readable(more: Readonly<Record<string, unknown>>) {
  const rest = { isPlotSeen: true, columns: true, cut: [], overlaps: 0, requests: [] };
  return [400, 1280].map((width) => ({ width, content: width, ...rest, ...more }));
}

const withoutColors = (seen: readonly Seen[]) =>
  seen.map(({ background: _, color: __, ...rest }) => rest);

test("the page is readable at 400 and 1280 pixels, light and dark, and asks for nothing", {
  skip,
}, (t) => {
  const place = new Place(t);
  const room = new TrailRoom(t, {}, null, place.state);
  for (let index = 0; index < 5; index += 1) {
    room.run(String(index), { verb: `ward.${"a-very-long-group-name.".repeat(index)}leaf` });
    room.refuse(String(index));
  }
  const [dark = [], light = []] = look(place, DARK, LIGHT);
  for (const seen of [dark, light]) assert.deepEqual(withoutColors(seen), readable({ bars: 11 }));
  for (const { background, color } of dark) {
    assert.ok(lightness(background) < 60 && lightness(color) > 200, `${background} ${color}`);
  }
  for (const { background, color } of light) {
    assert.ok(lightness(background) > 200 && lightness(color) < 60, `${background} ${color}`);
  }
});

test("times below the chart keep apart, from three hours to three years, and large numbers fit", {
  skip,
}, (t) => {
  let now = Date.UTC(2026, 2);
  t.mock.method(Date, "now", () => now);
  const hour = 3_600_000;
  for (const step of [hour, 13 * hour, 24 * hour, 40 * 24 * hour]) {
    const place = new Place(t);
    const room = new TrailRoom(t, {}, null, place.state);
    for (let index = 0; index < 4; index += 1) {
      now += step;
      room.run(String(index));
      room.begin("without an end");
    }
    assert.deepEqual(
      look(place, LIGHT).map(withoutColors),
      [readable({ bars: 2 })],
      `${step / hour} h`,
    );
  }
  now += 3 * 365 * 24 * hour;
  const place = new Place(t);
  const room = new TrailRoom(t, {}, null, place.state);
  room.run("new");
  now -= 3 * 365 * 24 * hour;
  room.run("old");
  assert.deepEqual(look(place, DARK).map(withoutColors), [readable({ bars: 2 })], "three years");
});

test("an empty trail has a page that says so", { skip }, (t) => {
  const place = new Place(t);
  const page = `${place.root}/stats.html`;
  assert.equal(place.wardctl("audit", "stats", "--html", page).exit, 0);
  const whole = readFileSync(page, "utf8").replace(/<style>.*<\/style>/s, "");
  const [text = ""] = whole.split("<h2>Rules");
  assert.match(text, /no calls on record.*<b>0<\/b><span>calls<\/span>.*<h2>No calls yet<\/h2>/s);
  assert.doesNotMatch(text, /NaN|Infinity|undefined|null|<svg/);
});
