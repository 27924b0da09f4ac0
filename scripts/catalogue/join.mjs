// Lays the names that a tool's help shows as one flag over other facts of it; nothing but a refusal comes of them.

/**
 * `told` only says which names are one flag. Where the facts know a flag by some of them, it gets them all;
 * an arity that the two do not agree on is unknown.
 */
export function joinNames(base, told) {
  const flags = told.subcommands.get("").flags;
  const inGlobals = new Set((base.globals?.flags ?? []).flatMap(({ names }) => names));
  const isGlobal = ({ names }) => names.some((name) => inGlobals.has(name));
  const root = base.subcommands.get("");
  const isTree = !root && base.subcommands.size > 0;
  const [atGlobals, atRoot] = isTree
    ? [flags, []]
    : [flags.filter(isGlobal), flags.filter((flag) => !isGlobal(flag))];
  const subcommands = new Map(base.subcommands);
  if (!isTree) subcommands.set("", joinRoot(base, root, atRoot, told));
  if (atGlobals.length === 0) return { ...base, subcommands };
  const globals = { ...base.globals, flags: joinFlags(base.globals?.flags ?? [], atGlobals) };
  return { ...base, subcommands, globals };
}

/** What a shared set knows of a flag goes along: a flag of the subcommand's own hides the set's. */
function joinRoot({ sets }, root, told, names) {
  if (!root) return { ...names.subcommands.get(""), flags: joinFlags([], told) };
  const shared = root.uses.flatMap((use) => sets.get(use)?.flags ?? []);
  const taken = new Set(told.flatMap((flag) => flag.names));
  const met = shared.filter((flag) => flag.names.some((name) => taken.has(name)));
  return { ...root, flags: joinFlags([...root.flags, ...met], told) };
}

function joinFlags(known, told) {
  let flags = [...known];
  for (const flag of told) {
    const met = flags.filter(({ names }) => names.some((name) => flag.names.includes(name)));
    const others = flags.filter((other) => !met.includes(other));
    flags = [...others, met.length === 0 ? { ...flag, arity: "unknown" } : joined(met, flag)];
  }
  return flags;
}

function joined(met, told) {
  const all = [...met, told];
  const arities = new Set(all.map(({ arity = "none" }) => arity));
  const same = all.map((flag) => flag.same).filter((ways) => ways !== undefined);
  const dashless = met.map((flag) => flag.dashless).filter((starts) => starts !== undefined);
  const is = (key) => met.some((flag) => flag[key]) || undefined;
  return {
    ...met[0],
    names: [...new Set(all.flatMap(({ names }) => names))],
    arity: arities.size === 1 ? [...arities][0] : "unknown",
    text: met.every(({ text }) => text) && arities.size === 1,
    swallows: met.length === 1 ? met[0].swallows : undefined,
    readsFlags: is("readsFlags"),
    prefix: is("prefix"),
    umbrella: is("umbrella"),
    no: is("no"),
    same: same.length > 0 ? same.join(" | ") : undefined,
    dashless: dashless.length > 0 ? dashless.join(" ") : undefined,
  };
}
