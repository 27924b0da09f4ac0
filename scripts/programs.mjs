// src/bin/*.ts → dist/*.js: each program one CommonJS file, and beside it the packages that few calls need.
//
// - CommonJS, as node takes a fifth longer to start an ES module.
// - ward.js is a few lines that start ward.program.js with what V8 compiled of it at build time (code-cache.mjs).
// - What ward's sources import by `import()` is a file of its own in parts/: a call that does not need it does not read it.
// - So is what the list in seldom-run.mjs names, which the sources import like anything else: it is read when it is first used.
// - A package that only some calls load is a file of its own, and is read when it is asked for.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { build, transform } from "esbuild";
import { withoutUnusedPino } from "./pino-parts.mjs";
import { SELDOM_RUN } from "./seldom-run.mjs";
import { alwaysNeeded, namedImports, splitWard } from "./split-ward.mjs";

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
 * What ward's code runs in. Its first file asks for node's modules about a hundred times, which node answers slowly, so each
 * is asked for once. Whatever else it asks for is read then, or, where `seldom` has it, when something of it is first used;
 * what it shares with the first file is taken from there.
 */
const LOADER = `
  const program = { exports: {} };
  const loaded = new Map();
  let shared = null;
  function load(id) {
    let known = loaded.get(id);
    if (known === undefined) loaded.set(id, (known = find(id)));
    return known;
  }
  function find(id) {
    if (!id.startsWith("./") || id.startsWith("./packages/")) return require(id);
    if (seldom.has(id)) return later("./parts/" + id.slice(2));
    shared ??= program.exports.shared();
    if (id in shared) return shared[id];
    const part = { exports: {} };
    read("parts/" + basename(id))(part, part.exports, load, __filename);
    return part.exports;
  }
  const later = (id) => new Proxy({}, {
    get: (_, name) => load(id)[name],
    ownKeys: () => Reflect.ownKeys(load(id)),
  });
  const basename = (id) => id.slice(id.lastIndexOf("/") + 1);`;

/** What the others import of the files that each call runs: file → names. */
function sharedNames(files, needed) {
  const shared = new Map([...needed].map((name) => [name, new Set()]));
  for (const [name, { text }] of files) {
    if (needed.has(name)) continue;
    for (const { from, names } of namedImports(text))
      for (const one of names) shared.get(from)?.add(one);
  }
  return shared;
}

/** Runs the program, and has what the parts take of it: by the time that the first of them is read all of it is set up. */
function firstFile(files, needed) {
  const lines = ['import "./program.js";'];
  const members = [];
  for (const [from, names] of sharedNames(files, needed)) {
    const own = [...names].map((name, at) => ({ name, as: `s${members.length}_${at}` }));
    lines.push(
      `import { ${own.map(({ name, as }) => `${name} as ${as}`).join(", ")} } from "./${from}";`,
    );
    const values = own.map(({ name, as }) => `${name}: ${as}`);
    members.push(`"./${from}": { ${values.join(", ")} }`);
  }
  return [...lines, `export function shared() { return { ${members.join(",\n")} }; }`].join("\n");
}

/** One scope for all that each call runs: between files, each name would be looked up. */
async function joinNeeded(files, needed) {
  const split = {
    name: "split",
    setup(api) {
      api.onResolve({ filter: /^\.\// }, ({ path }) =>
        needed.has(path.slice(2)) ? { path, namespace: "split" } : { path, external: true },
      );
      api.onLoad({ filter: /.*/, namespace: "split" }, ({ path }) => ({
        contents: files.get(path.slice(2)).text,
      }));
    },
  };
  const stdin = { contents: firstFile(files, needed), resolveDir: "/" };
  const { outputFiles } = await build({ ...FORMAT, stdin, write: false, plugins: [split] });
  return outputFiles[0].text;
}

async function buildWard(at, define) {
  const plugins = [withoutUnusedPino, seldomUsed];
  const options = { ...FORMAT, minify: false, supported: {}, define, plugins };
  const files = await splitWard(at, options);
  const needed = alwaysNeeded(files);
  const wrapped = (code) => `function (module, exports, require, __filename) {${code}}`;
  await mkdir(at("dist/parts"), { recursive: true });
  const { minify, target, supported } = FORMAT;
  for (const [name, { text }] of files) {
    if (needed.has(name)) continue;
    const { code } = await transform(text, { format: "cjs", minify, target, supported });
    await writeFile(at(`dist/parts/${name}`), `(${wrapped(code)})`);
  }
  const code = await joinNeeded(files, needed);
  // As start.cjs takes it: put together there, the text would be copied once more in each call.
  const seldom = JSON.stringify(Object.keys(SELDOM_RUN).map((name) => `./${name}.js`));
  const program = `(function (require, __filename, read) {const seldom = new Set(${seldom});${LOADER}
(${wrapped(code)})(program, program.exports, load, __filename);})`;
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
