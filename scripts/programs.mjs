// src/bin/*.ts → dist/*.js: each program one CommonJS file, and beside it the packages that few calls need.
//
// - CommonJS, as node takes a fifth longer to start an ES module.
// - ward.js is a few lines that start ward.program.js with what V8 compiled of it at build time (code-cache.mjs).
// - What ward's sources import by `import()` is a file of its own in parts/: a call that does not need it does not read it.
// - So is what the list in seldom-run.mjs names, which the sources import like anything else: it is read when it is first used.
// - A package that only some calls load is a file of its own, and is read when it is asked for.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, relative, resolve } from "node:path";
import { build, transform } from "esbuild";
import { withoutUnusedPino } from "./pino-parts.mjs";
import { SELDOM_RUN } from "./seldom-run.mjs";

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

/** The directory that holds the sources, which may be a copy of the repository's. */
const rootOf = (at) => dirname(at("src"));

/** What these sources import, and so on, without what SELDOM_RUN names; their paths. */
function reached({ inputs }, sources) {
  const found = new Set();
  const waiting = [...sources];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const one of inputs[path]?.imports ?? [])
      if (!one.external && !GROUP_OF.has(one.path)) waiting.push(one.path);
  }
  return found;
}

const GROUP_OF = new Map(
  Object.entries(SELDOM_RUN).flatMap(([group, sources]) => sources.map((one) => [one, group])),
);

/** Source → the group that it belongs to, where no other group and no usual call runs it; null for all others. */
function owners(metafile, entry) {
  const unused = [...GROUP_OF.keys()].filter((path) => !(path in metafile.inputs));
  if (unused.length > 0) throw new Error(`ward does not run ${unused.join(", ")}`);
  const often = reached(metafile, [entry]);
  const owner = new Map([...often].map((path) => [path, null]));
  for (const [group, sources] of Object.entries(SELDOM_RUN))
    for (const path of reached(metafile, sources)) owner.set(path, owner.has(path) ? null : group);
  return owner;
}

/** Groups of SELDOM_RUN are files of their own, which all else imports as if they were another package. */
function apart(at, owner) {
  const relativeOf = (path) => relative(rootOf(at), path);
  return {
    name: "seldom-run",
    setup(api) {
      api.onResolve({ filter: /^group:/ }, ({ path }) => ({ path, namespace: "group" }));
      api.onLoad({ filter: /.*/, namespace: "group" }, ({ path }) => {
        const sources = SELDOM_RUN[path.slice("group:".length)].map((source) => at(source));
        const lines = sources.map((source) => `export * from ${JSON.stringify(source)};`);
        return { contents: lines.join("\n"), resolveDir: rootOf(at) };
      });
      api.onResolve({ filter: /^\./ }, ({ path, importer }) => {
        const group = GROUP_OF.get(relativeOf(resolve(dirname(importer), path)));
        if (group === undefined || owner.get(relativeOf(importer)) === group) return null;
        return { path: `./${group}.js`, external: true };
      });
    },
  };
}

/** Taken whole, a group would be read at once. */
const WHOLE_IMPORT = new RegExp(
  `^import (?!\\{).* from "\\./(${Object.keys(SELDOM_RUN).join("|")}).js";$`,
  "m",
);
const NAMED_IMPORT = /^import \{([^}]*)\} from "\.\/([^"]+)";$/gm;

/** What a text of esbuild's imports of files beside it: pairs of file and names. */
function namedImports(text) {
  return [...text.matchAll(NAMED_IMPORT)].map(([, names, from]) => ({
    from,
    names: names.split(",").map((one) => one.trim().split(/\s/)[0]),
  }));
}

/** Of two exports with one name a group has neither, and esbuild does not look behind the border. */
function requireExports({ outputs }, files) {
  const exported = new Map(
    Object.entries(outputs).map(([path, output]) => [basename(path), output.exports]),
  );
  for (const { text } of files)
    if (WHOLE_IMPORT.test(text))
      throw new Error(`name what is imported: ${WHOLE_IMPORT.exec(text)[0]}`);
  for (const { from, names } of files.flatMap(({ text }) => namedImports(text)))
    for (const name of names)
      if (exported.get(from)?.includes(name) === false)
        throw new Error(`dist/parts/${from} has no ${name}`);
}

/** Each file that ward is split into, as an ES module, with what it imports; nothing is written. */
async function splitWard(at, define) {
  const entry = "src/bin/ward.ts";
  const common = {
    ...FORMAT,
    ...{ format: "esm", splitting: true, metafile: true, write: false, minify: false },
    ...{ supported: {}, define, outdir: at("dist"), absWorkingDir: rootOf(at) },
  };
  const plugins = [withoutUnusedPino, seldomUsed];
  const whole = await build({ ...common, entryPoints: { program: at(entry) }, plugins });
  const groups = Object.fromEntries(Object.keys(SELDOM_RUN).map((name) => [name, `group:${name}`]));
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: { program: at(entry), ...groups },
    plugins: [apart(at, owners(whole.metafile, entry)), ...plugins],
  });
  const imports = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [
      basename(path),
      output.imports.filter(({ external }) => !external),
    ]),
  );
  const files = outputFiles.map(({ path, text }) => {
    const name = basename(path);
    return [name, { text, imports: imports.get(name) }];
  });
  requireExports(metafile, outputFiles);
  return new Map(files);
}

/** The files that each call of ward runs, by their names. */
function alwaysNeeded(files, name, found = new Set()) {
  if (!files.has(name) || found.has(name)) return found;
  found.add(name);
  for (const { path, kind } of files.get(name).imports)
    if (kind === "import-statement") alwaysNeeded(files, basename(path), found);
  return found;
}

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
  const files = await splitWard(at, define);
  const needed = alwaysNeeded(files, "program.js");
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
