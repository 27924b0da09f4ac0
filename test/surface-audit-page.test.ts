// The page of statistics in a real Chromium: it fits a telephone and a desk, follows the colour scheme, and asks for nothing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Place } from "./program-place.ts";
import { TrailRoom } from "./trail-room.ts";

const CHROMIUM = "/usr/bin/chromium";
const skip = existsSync(CHROMIUM) ? false : "chromium is not installed";

/** Shows the page in two frames and writes down what is seen of each. */
const HARNESS = `<!doctype html><body><script>
const page = PAGE;
const seen = [];
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

test("the page is readable at 400 and 1280 pixels, light and dark, and asks for nothing", {
  skip,
}, (t) => {
  const place = new Place(t);
  const room = new TrailRoom(t, {}, null, place.state);
  for (let index = 0; index < 5; index += 1) {
    room.run(String(index), { verb: `ward.${"a-very-long-group-name.".repeat(index)}leaf` });
    room.refuse(String(index));
  }
  const page = `${place.root}/stats.html`;
  assert.equal(place.wardctl("audit", "stats", "--html", page).exit, 0);
  const text = JSON.stringify(readFileSync(page, "utf8")).replaceAll("<", "\\u003c");
  const harness = place.file(
    "harness.html",
    HARNESS.replace("PAGE", () => text),
  );
  const look = (scheme: number): Seen[] => {
    const args = [
      ...[
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--disable-background-networking",
      ],
      ...["--virtual-time-budget=5000", `--blink-settings=preferredColorScheme=${scheme}`],
      ...[`--user-data-dir=${place.root}/chromium`, "--dump-dom", `file://${harness}`],
    ];
    const { stdout } = spawnSync(CHROMIUM, args, { encoding: "utf8", timeout: 120_000 });
    const [, seen = "[]"] = /<pre>(\[.*\])<\/pre>/s.exec(stdout) ?? [];
    return JSON.parse(seen.replaceAll("&gt;", ">").replaceAll("&amp;", "&"));
  };
  const [dark, light] = [look(0), look(1)];
  for (const seen of [dark, light]) {
    assert.deepEqual(
      seen.map(({ background: _, color: __, ...rest }) => rest),
      [400, 1280].map((width) => {
        const content = width;
        return { width, content, isPlotSeen: true, bars: 11, columns: true, requests: [] };
      }),
    );
  }
  for (const { background, color } of dark) {
    assert.ok(lightness(background) < 60 && lightness(color) > 200, `${background} ${color}`);
  }
  for (const { background, color } of light) {
    assert.ok(lightness(background) > 200 && lightness(color) < 60, `${background} ${color}`);
  }
});
