// src/bin/*.ts → dist/*.js: each program one CommonJS file, and beside it the packages that few calls need.
//
// - CommonJS, as node takes a fifth longer to start an ES module.
// - ward.js is a few lines that start ward.program.js with what V8 compiled of it at build time (code-cache.mjs).
// - A package that only some calls load is a file of its own, and is read when it is asked for.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { withoutUnusedPino } from "./pino-parts.mjs";

/** As the sources import them → the file of each. */
const SELDOM = {
  "kdljs/src/parser/kdl.js": "kdljs",
  re2js: "re2js",
  execa: "execa",
  commander: "commander",
};

const seldomUsed = {
  name: "seldom-used",
  setup(api) {
    api.onResolve({ filter: /^[a-z]/ }, ({ path }) =>
      Object.hasOwn(SELDOM, path)
        ? { path: `./packages/${SELDOM[path]}.js`, external: true }
        : null,
    );
  },
};

const FORMAT = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  logLevel: "warning",
  minify: true,
  // `import()` would load node's loader of ES modules.
  supported: { "dynamic-import": false },
};

/**
 * @param at path in the repository → absolute path
 * @param define constants of the build
 */
export async function buildPrograms(at, define) {
  const constants = { ...define, "import.meta.url": "__filename" };
  const programs = { "ward.program": at("src/bin/ward.ts"), wardctl: at("src/bin/wardctl.ts") };
  await build({
    ...FORMAT,
    define: constants,
    entryPoints: programs,
    outdir: at("dist"),
    plugins: [withoutUnusedPino, seldomUsed],
  });
  await build({
    ...FORMAT,
    entryPoints: Object.entries(SELDOM).map(([entry, out]) => ({ in: entry, out })),
    outdir: at("dist/packages"),
    absWorkingDir: at("."),
  });
  // As start.cjs takes it: put together there, the text would be copied once more in each call.
  const program = await readFile(at("dist/ward.program.js"), "utf8");
  await writeFile(at("dist/ward.program.js"), `(function (require, __filename) {${program}})`);
  await copyFile(at("scripts/start.cjs"), at("dist/ward.js"));
  // The library is an ES module, the programs are none.
  await writeFile(at("dist/package.json"), '{ "type": "commonjs" }\n');
  await mkdir(at("dist/types"), { recursive: true });
  await writeFile(at("dist/types/package.json"), '{ "type": "module" }\n');
}
