// A test → a directory of its own below the system's temporary one, gone when the test ends.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

export function ownDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "ward-host-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
