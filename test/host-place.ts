// A test → a directory of its own, and other users to try ward's files as.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { build, type Plugin } from "esbuild";

/** The user and group id of nobody. */
export const NOBODY = 65534;
export const isRoot = process.geteuid?.() === 0;

/** Below the system's temporary directory, gone when the test ends. */
export function ownDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "ward-host-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** One file, built as the programs are, that any user can read and run, wherever this repository lies. */
export async function bundled(t: TestContext, fixture: string): Promise<string> {
  const directory = ownDirectory(t);
  chmodSync(directory, 0o755);
  const outfile = join(directory, `${fixture}.mjs`);
  const banner =
    "import { createRequire as ownRequire } from 'node:module'; const require = ownRequire(import.meta.url);";
  const parts: { withoutUnusedPino: Plugin } = await import(
    join(process.cwd(), "scripts/pino-parts.mjs")
  );
  await build({
    entryPoints: [`build/test/fixtures/${fixture}.js`],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: { js: banner },
    logLevel: "warning",
    plugins: [parts.withoutUnusedPino],
  });
  return outfile;
}

/**
 * @param fixture a program of test/fixtures that prints JSON
 * @param args its arguments
 * @param uid of the user, and of the group
 * @returns what it printed when it was run by that user
 */
export async function asUser(
  t: TestContext,
  fixture: string,
  args: readonly string[],
  uid = NOBODY,
): Promise<unknown> {
  const ids = [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "--"];
  const command = [...ids, process.execPath, await bundled(t, fixture), ...args];
  return JSON.parse(execFileSync("setpriv", command, { encoding: "utf8", cwd: "/" }));
}
