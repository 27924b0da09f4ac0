// Builds ward and its tests, then runs them all on node's own runner, every agent marker and ward variable cleared.
import { spawnSync } from "node:child_process";
import { cp, readdir, rm } from "node:fs/promises";

const root = new URL("../", import.meta.url).pathname;
const asked = process.argv.slice(2);
const run = (args, env = process.env) =>
  spawnSync(process.execPath, args, { stdio: "inherit", cwd: root, env }).status ?? 1;

const list = async (dir) =>
  (await readdir(`${root}${dir}`, { recursive: true }))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .map((name) => `${dir}/${name}`);

if (run(["scripts/build.mjs"]) !== 0) process.exit(1);
// Only now: without the package the build above says what to do.
const { build } = await import("esbuild");
await rm(`${root}build`, { recursive: true, force: true });
// Source and tests are transpiled file by file, so that a test imports one room at a time.
await build({
  absWorkingDir: root,
  entryPoints: [...(await list("src")), ...(await list("test"))],
  outdir: "build",
  outbase: ".",
  format: "esm",
  target: "node20",
  platform: "node",
  sourcemap: "inline",
  logLevel: "warning",
  define: {
    WARD_VERSION: '"0.0.0-test"',
    WARD_BUILD: '"test"',
    WARD_FACTS: '"../catalogue/"',
    WARD_SHIPPED: "{}",
  },
  plugins: [
    {
      name: "ts-to-js-imports",
      setup(api) {
        api.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
          const { readFile } = await import("node:fs/promises");
          const text = await readFile(path, "utf8");
          const contents = text.replace(/(from\s+|import\()(["'])(\.[^"']*)\.ts\2/g, "$1$2$3.js$2");
          return { contents, loader: "ts" };
        });
      },
    },
  ],
});
await cp(`${root}dist/catalogue`, `${root}build/src/catalogue`, { recursive: true });
await cp(`${root}test/cases`, `${root}build/test/cases`, { recursive: true });

const files =
  asked.length > 0
    ? asked.map((file) => file.replace(/^test\//, "build/test/").replace(/\.ts$/, ".js"))
    : (await list("test"))
        .filter((file) => file.endsWith(".test.ts"))
        .map((file) => `build/${file.replace(/\.ts$/, ".js")}`);
const marker = /^(WARD_|XDG_|CLAUDE|CODEX|GEMINI|CURSOR|OPENCODE|AI_AGENT|GIT_|NODE_OPTIONS$)/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !marker.test(name)));
process.exit(
  run(
    ["--enable-source-maps", "--test", "--test-concurrency=3", "--test-reporter=spec", ...files],
    env,
  ),
);
