// What ward loads before it knows a leaf: nothing of what bounds or confines one, and nothing of what tells its outcome on a descriptor.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

/** Files that a file imports when it is loaded itself; types are no files, and `import()` waits for its call. */
function loadedBy(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const found = text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from "(\.[^"]+)";/gms);
  return [...found]
    .filter(([sentence]) => !/\{(\s*type [^,}]+,?)+\s*\}/.test(sentence))
    .map(([, name = ""]) => normalize(join(dirname(path), name)));
}

function closure(from: string): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const next of loadedBy(path)) visit(next);
  };
  visit(from);
  return seen;
}

const LATE = [
  ...["bounding", "run-target", "process-table", "ending", "capture", "outcome-fd", "request"],
  ...["confinement", "confined-child", "confine-plan", "confine-views", "path-handle"],
  ...["protected-paths", "repository-files", "other-sockets", "sandbox", "sandbox-find"],
  ...["sandbox-bwrap", "socket-filter", "adapter-report"],
].map((name) => `src/host/${name}.ts`);

test("a leaf without bounds loads nothing that binds", () => {
  const loaded = closure("src/bin/ward.ts");
  assert.ok(loaded.has("src/host/run.ts") && loaded.has("src/host/launch.ts"));
  assert.deepEqual(
    LATE.filter((path) => loaded.has(path)),
    [],
  );
  for (const path of LATE) assert.ok(readFileSync(path).length > 0);
});
