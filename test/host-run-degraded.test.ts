// An approved binary on a system that starts no open files: it runs by its name, and the outcome says what that means.
import assert from "node:assert/strict";
import { copyFileSync, realpathSync } from "node:fs";
import { test } from "node:test";
import { place, runToEnd } from "./host-run-place.ts";

const REASON =
  "this system can't start an open file, so the approved binary was looked at right before its start and started by its name";

for (const [platform, enforcement] of [
  ["linux", { level: "none" }],
  ["darwin", { level: "none", degraded: true, downgradeReason: REASON }],
] as const) {
  test(`T24: an approved binary on ${platform}`, (t) => {
    const here = place(t, (at) => ({ argv: [at("tool"), "one"], project: at("."), platform }));
    copyFileSync(realpathSync("/bin/echo"), here.at("tool"));
    assert.equal(runToEnd(here).stdout.toString(), "one\n");
    assert.deepEqual(here.end().outcome, {
      ...{ state: "completed", kind: "success", exit: { code: 0 }, launched: true },
      enforcement,
    });
  });
}
