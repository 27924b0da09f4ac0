// The sources of ward → ES modules: what every call runs, and what only some do, each with what it takes of the others.
//
// esbuild splits by who imports what. What only some calls run is named in seldom-run.mjs: its groups are entries of their
// own, and to all else they look like another package.
import { basename, dirname, relative, resolve } from "node:path";
import { build } from "esbuild";
import { SELDOM_RUN } from "./seldom-run.mjs";

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
function owners(metafile) {
  const unused = [...GROUP_OF.keys()].filter((path) => !(path in metafile.inputs));
  if (unused.length > 0) throw new Error(`ward does not run ${unused.join(", ")}`);
  const often = reached(metafile, [ENTRY]);
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
export function namedImports(text) {
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

const ENTRY = "src/bin/ward.ts";

/**
 * @param at path in the repository → absolute path
 * @param options of esbuild: its plugins, what is defined, and the node that it builds for
 * @returns each file that ward is split into by its name, as the text of an ES module, with the files that it imports;
 * the first one is `program.js`, and nothing is written
 */
export async function splitWard(at, { plugins, ...options }) {
  const common = {
    ...options,
    ...{ format: "esm", splitting: true, metafile: true, write: false },
    ...{ outdir: at("dist"), absWorkingDir: rootOf(at) },
  };
  const whole = await build({ ...common, entryPoints: { program: at(ENTRY) }, plugins });
  const groups = Object.fromEntries(Object.keys(SELDOM_RUN).map((name) => [name, `group:${name}`]));
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: { program: at(ENTRY), ...groups },
    plugins: [apart(at, owners(whole.metafile)), ...plugins],
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

/**
 * @param files of splitWard
 * @returns the names of those that every call runs
 */
export function alwaysNeeded(files, name = "program.js", found = new Set()) {
  if (!files.has(name) || found.has(name)) return found;
  found.add(name);
  for (const { path, kind } of files.get(name).imports)
    if (kind === "import-statement") alwaysNeeded(files, basename(path), found);
  return found;
}
