// How runs end: exit codes, deaths by signal, and what kept a child from starting.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const driver = fileURLToPath(new URL("fixtures/run-driver.js", import.meta.url));
const room = mkdtempSync(join(tmpdir(), "ward-run-"));
after(() => rmSync(room, { recursive: true, force: true }));
const report = join(room, "end.json");

function drive(words: readonly string[], env: Record<string, string> = {}) {
  const result = spawnSync(process.execPath, [driver, report, ...words], {
    encoding: "latin1",
    env: { ...process.env, ...env },
    cwd: room,
  });
  return { ...result, end: JSON.parse(readFileSync(report, "utf8")) };
}

const ran = { enforcement: { level: "none" }, launched: true };
test("exit 0", () => {
  const { end, status } = drive(["sh", "-c", "exit 0"]);
  assert.equal(status, 0);
  assert.deepEqual(end, {
    outcome: { state: "completed", kind: "success", exit: { code: 0 }, ...ran },
    exitCode: 0,
    fault: null,
  });
});
