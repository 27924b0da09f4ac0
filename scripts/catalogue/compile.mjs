// Turns a binary's catalogue files (generated and hand-written) into the one packed text that src/catalogue/unpack.ts reads.
import { existsSync } from "node:fs";
import { joinNames } from "./join.mjs";
import { readCatalogueFile } from "./read.mjs";

/**
 * Compiles `<dir>/<name>.kdl` with `<name>.hand.kdl` laid over it, and for each name that it goes by with what
 * `names/<that name>.kdl` joins. Gives one text a name. Throws with file, line and column on a mistake.
 */
export function compileNames(dir, name) {
  const facts = readBinary(dir, name);
  const { names, text } = compileFacts(facts);
  return names.map((each) => {
    const told = readTold(dir, each);
    return [each, told ? compileFacts(joinNames(facts, told)).text : text];
  });
}

/** Compiles `<dir>/names/<name>.kdl` alone: the names of a binary of which nothing else is known. */
export function compileTold(dir, name) {
  const told = readTold(dir, name);
  return compileFacts({ ...told, binary: { ...told.binary, checked: false } }).text;
}

function readTold(dir, name) {
  const path = `${dir}/names/${name}.kdl`;
  return existsSync(path) ? readCatalogueFile(path, `src/catalogue/names/${name}.kdl`) : null;
}

/** As `compileNames`, without what `names` joins. */
export function compileBinary(dir, name) {
  return compileFacts(readBinary(dir, name));
}

function readBinary(dir, name) {
  const path = (suffix) => `${dir}/${name}${suffix}`;
  const shown = (suffix) => `src/catalogue/${name}${suffix}`;
  const base = readCatalogueFile(path(".kdl"), shown(".kdl"));
  const hand = existsSync(path(".hand.kdl"))
    ? readCatalogueFile(path(".hand.kdl"), shown(".hand.kdl"))
    : null;
  return hand ? layOver(base, hand) : base;
}

/** Lays hand-written facts over generated ones: new flags join, known ones are amended, `without` takes names away. */
export function layOver(base, hand) {
  const subcommands = new Map(base.subcommands);
  for (const [name, over] of hand.subcommands) {
    const under = subcommands.get(name);
    subcommands.set(name, under ? amendSubcommand(under, over) : over);
  }
  return {
    ...base,
    binary: { ...base.binary, ...hand.binary },
    also: [...(base.also ?? []), ...(hand.also ?? [])],
    globals: hand.globals
      ? {
          ...base.globals,
          ...hand.globals,
          flags: amendFlags(base.globals?.flags ?? [], hand.globals.flags),
        }
      : base.globals,
    variables: hand.variables ?? base.variables,
    responseFiles: hand.responseFiles ?? base.responseFiles,
    rewrites: hand.rewrites ?? base.rewrites,
    sets: new Map([...base.sets, ...amendSets(base.sets, hand.sets)]),
    subcommands,
  };
}

function amendSets(base, hand) {
  return [...hand].map(([name, over]) => {
    const under = base.get(name);
    return [name, under ? { ...under, flags: amendFlags(under.flags, over.flags) } : over];
  });
}

function amendSubcommand(under, over) {
  const kept = under.flags
    .map((flag) => ({ ...flag, names: flag.names.filter((name) => !over.without.includes(name)) }))
    .filter((flag) => flag.names.length > 0);
  return {
    ...under,
    ...over,
    also: [...under.also, ...over.also],
    uses: [...under.uses, ...over.uses],
    flags: amendFlags(kept, over.flags),
    without: [],
  };
}

/** A hand-written flag joins with every generated one that shares a name with it. */
function amendFlags(under, over) {
  let flags = [...under];
  for (const hand of over) {
    const shares = (flag) => flag.names.some((name) => hand.names.includes(name));
    const met = flags.filter(shares);
    const names = [...new Set([...met.flatMap((flag) => flag.names), ...hand.names])];
    const joined = Object.assign({}, ...met, hand, { names });
    const at = met.length > 0 ? flags.indexOf(met[0]) : flags.length;
    flags = [...flags.slice(0, at), joined, ...flags.slice(at).filter((flag) => !shares(flag))];
  }
  return flags;
}

/**
 * Checks the facts of one binary and packs them; what nobody ran (`checked=#false`) loses all that would relax.
 * Gives the names that the binary goes by, and the text.
 */
export function compileFacts(facts) {
  const { binary } = facts;
  if (!binary) throw new Error(`${facts.file}:1:1: no "binary" node`);
  if (!binary.source) throw new Error(`${facts.file}:1:1: the binary states no source`);
  checkCommandNames(facts.subcommands);
  const packer = new Packer(facts);
  const order = [...facts.subcommands].sort(([a], [b]) => (a < b ? -1 : 1));
  const packed = order.map(([name, subcommand]) => packer.subcommand(name, subcommand));
  const index = {
    head: headOf(facts),
    sets: packer.sets.length,
    subcommands: packed.map((each) => each.index),
  };
  const globals = packer.flags(facts.globals?.flags ?? [], { checked: binary.checked });
  const lines = [
    JSON.stringify(index),
    globals,
    ...packer.sets,
    ...packed.map((each) => each.flags),
  ];
  return { names: [binary.name, ...(facts.also ?? [])], text: lines.join("\n") };
}

/** A name or an alias that two subcommands share would hide one of them. */
function checkCommandNames(subcommands) {
  const taken = new Set(subcommands.keys());
  for (const { also, fail } of subcommands.values())
    for (const name of also) {
      if (taken.has(name)) fail(`"${name}" is another subcommand's name already`);
      taken.add(name);
    }
}

function headOf({ binary, globals, variables, responseFiles, rewrites }) {
  const checked = binary.checked !== false;
  return defined({
    bin: binary.name,
    source: binary.source,
    style: checked ? binary.style : undefined,
    areGlobalsFirst: checked ? globals?.onlyFirst : undefined,
    joinsForShell: binary.joins,
    bareCluster: binary.bareCluster,
    ignoresCase: binary.ignoresCase,
    readsPlus: binary.readsPlus,
    abbreviatesSubcommands: binary.abbreviatesSubcommands,
    isNamesOnly: binary.namesOnly,
    responseFiles,
    rewrites,
    targetVariables: variables && variables.target.length > 0 ? variables.target : undefined,
    codeVariables: variables && variables.code.length > 0 ? variables.code : undefined,
  });
}

/** Packs flags and keeps each named set once, however many subcommands use it. */
class Packer {
  sets = [];
  #indexes = new Map();
  constructor(facts) {
    this.facts = facts;
  }

  subcommand(name, subcommand) {
    const checked = (subcommand.checked ?? this.facts.binary.checked) !== false;
    const context = { checked };
    const own = expand(subcommand.flags);
    const taken = new Set(own.flatMap((flag) => flag.names));
    const whole = [];
    for (const set of subcommand.uses) {
      const given = this.facts.sets.get(set);
      if (!given) subcommand.fail(`no set "${set}"`);
      const flags = expand(given.flags);
      const clash = flags.some((flag) => flag.names.some((flagName) => taken.has(flagName)));
      if (clash || !checked) own.push(...less(flags, taken));
      else whole.push(this.#index(set, flags, context));
      for (const flagName of flags.flatMap((flag) => flag.names)) taken.add(flagName);
    }
    const attributes = defined({
      style: subcommand.style,
      isComplete: (checked && subcommand.complete) || undefined,
      hasInnerCommand: subcommand.inner,
      innerOperand: subcommand.innerOperand,
      joinsForShell: subcommand.joins,
    });
    const rest = Object.keys(attributes).length > 0 ? [attributes] : [];
    return { index: [name, subcommand.also, whole, ...rest], flags: this.#pack(own, context) };
  }

  flags(flags, context) {
    return this.#pack(expand(flags), { checked: context.checked !== false });
  }

  #index(set, flags, context) {
    if (!this.#indexes.has(set)) {
      this.sets.push(this.#pack(flags, context));
      this.#indexes.set(set, this.sets.length - 1);
    }
    return this.#indexes.get(set);
  }

  #pack(flags, { checked }) {
    const seen = new Set();
    for (const flag of flags)
      for (const name of flag.names) {
        if (seen.has(name)) flag.fail(`flag "${name}" twice in one subcommand`);
        seen.add(name);
      }
    return flags.map((flag) => packFlag(flag, checked)).join(" ");
  }
}

function packFlag(flag, checked) {
  const arity = checked ? (flag.arity ?? "none") : "unknown";
  const takes = arity === "required";
  if (flag.text && (flag.arity ?? "none") === "none") flag.fail("a text flag must take a value");
  const code = [
    arity.charAt(0),
    flag.text && checked ? "t" : "",
    takes && flag.swallows !== undefined ? (flag.swallows ? "s" : "d") : "",
    flag.readsFlags ? "f" : "",
    flag.prefix ? "p" : "",
    flag.umbrella ? "w" : "",
    packSame(flag),
    flag.dashless ? `:${flag.dashless.split(" ").join(",")}` : "",
  ].join("");
  return flag.names.join(",") + (code === "n" ? "" : `=${code}`);
}

/** `same="-d --force | -f -d"`: ways joined by bars, the flags of one way by blanks. */
function packSame(flag) {
  if (flag.same === undefined) return "";
  const ways = flag.same.split("|").map((way) => way.trim().split(/ +/));
  for (const item of ways.flat())
    if (!/^-[^~:|&,]+$/.test(item)) flag.fail(`"${item}" is no flag that could be the same`);
  return `~${ways.map((way) => way.join("&")).join("|")}`;
}

/** Adds the negation that parse-options accepts for each flag marked `no`: `--quiet` has `--no-quiet`, `--no-verify` has `--verify`. */
function expand(flags) {
  const taken = new Set(flags.flatMap((flag) => flag.names));
  const negations = flags.filter((flag) => flag.no).flatMap((flag) => negate(flag, taken));
  return [...flags, ...negations];
}

function negate(flag, taken) {
  const opposites = flag.names
    .filter((name) => name.startsWith("--"))
    .flatMap((name) =>
      name.startsWith("--no-")
        ? [`--${name.slice(5)}`, `--no-${name.slice(2)}`]
        : [`--no-${name.slice(2)}`],
    )
    .filter((name) => !taken.has(name));
  for (const name of opposites) taken.add(name);
  return opposites.length > 0 ? [{ names: opposites, arity: "none", fail: flag.fail }] : [];
}

function less(flags, taken) {
  return flags
    .map((flag) => ({ ...flag, names: flag.names.filter((name) => !taken.has(name)) }))
    .filter((flag) => flag.names.length > 0);
}

function defined(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
