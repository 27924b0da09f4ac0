// src/bin/*.ts → dist/*.js: each program one CommonJS file, and beside it the packages that few calls need.
//
// - CommonJS, as node takes a fifth longer to start an ES module.
// - ward.js is a few lines that start ward.program.js with what V8 compiled of it at build time (code-cache.mjs).
// - What ward's sources import by `import()` is a file of its own in parts/: a call that does not need it does not read it.
// - A package that only some calls load is a file of its own, and is read when it is asked for.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { build, transform } from "esbuild";
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
 * What ward's files run in: each is run once, when it is first asked for, and those that are not here are read then.
 * They ask for node's modules about a hundred times, which node answers slowly.
 */
const LOADER = `
  const loaded = new Map();
  const isOurs = (id) => id.startsWith("./") && !id.startsWith("./packages/");
  function load(id) {
    const known = loaded.get(id);
    if (known !== undefined) return known.exports;
    const module = { exports: isOurs(id) ? {} : require(id) };
    loaded.set(id, module);
    if (isOurs(id)) run(id, module);
    return module.exports;
  }
  function run(id, module) {
    const file = files[id] ?? read("parts/" + id.slice(2));
    file(module, module.exports, load, __filename);
  }`;

/** esbuild splits ES modules only, so each of its files is turned into a CommonJS one afterwards. */
async function splitWard(at, define) {
  const { outputFiles, metafile } = await build({
    ...FORMAT,
    format: "esm",
    splitting: true,
    metafile: true,
    write: false,
    supported: {},
    define,
    entryPoints: { program: at("src/bin/ward.ts") },
    outdir: at("dist"),
    plugins: [withoutUnusedPino, seldomUsed],
  });
  const imports = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output.imports]),
  );
  const files = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const { minify, target, supported } = FORMAT;
      const { code } = await transform(text, { format: "cjs", minify, target, supported });
      return { name: basename(path), code, imports: imports.get(basename(path)) };
    }),
  );
  return new Map(files.map((file) => [file.name, file]));
}

/** The files that each call of ward runs, by their names. */
function alwaysNeeded(files, name, found = new Set()) {
  if (!files.has(name) || found.has(name)) return found;
  found.add(name);
  for (const { path, kind } of files.get(name).imports)
    if (kind === "import-statement") alwaysNeeded(files, basename(path), found);
  return found;
}

async function buildWard(at, define) {
  const files = await splitWard(at, define);
  const needed = alwaysNeeded(files, "program.js");
  const wrapped = (code) => `function (module, exports, require, __filename) {${code}}`;
  const text = [...needed].map((name) => `"./${name}": ${wrapped(files.get(name).code)}`);
  await mkdir(at("dist/parts"), { recursive: true });
  for (const { name, code } of files.values())
    if (!needed.has(name)) await writeFile(at(`dist/parts/${name}`), `(${wrapped(code)})`);
  // As start.cjs takes it: put together there, the text would be copied once more in each call.
  const program = `(function (require, __filename, read) {const files = {${text.join(",\n")}};${LOADER}\nload("./program.js");})`;
  await writeFile(at("dist/ward.program.js"), program);
}

/**
 * @param at path in the repository → absolute path
 * @param define constants of the build
 */
export async function buildPrograms(at, define) {
  const constants = { ...define, "import.meta.url": "__filename" };
  await buildWard(at, constants);
  await build({
    ...FORMAT,
    define: constants,
    entryPoints: { wardctl: at("src/bin/wardctl.ts") },
    outdir: at("dist"),
    plugins: [withoutUnusedPino, seldomUsed],
  });
  await build({
    ...FORMAT,
    entryPoints: Object.entries(SELDOM).map(([entry, out]) => ({ in: entry, out })),
    outdir: at("dist/packages"),
    absWorkingDir: at("."),
  });
  await copyFile(at("scripts/start.cjs"), at("dist/ward.js"));
  // The library is an ES module, the programs are none.
  await writeFile(at("dist/package.json"), '{ "type": "commonjs" }\n');
  await mkdir(at("dist/types"), { recursive: true });
  await writeFile(at("dist/types/package.json"), '{ "type": "module" }\n');
}
