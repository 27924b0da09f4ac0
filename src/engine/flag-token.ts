// One token that starts with a dash, under a table of known flags → every flag it may be, and what its value may be.

import type { FlagTable, KnownFlag, TakesNext } from "./flag-table.ts";

export interface FlagToken {
  readonly token: string;
  /** With its dashes, up to the first `=`. */
  readonly name: string;
  /** Without its dashes, up to the first `=`. */
  readonly bare: string;
  /** `bare` under the style's folding. */
  readonly folded: string;
  readonly dashes: 1 | 2;
  /** What follows the first `=`; null where there is none. */
  readonly equals: string | null;
  /** The flag that has exactly this name, where one is known. */
  readonly exact: KnownFlag | null;
  /** The letters that may each be a flag of their own; empty where this is no cluster. */
  readonly letters: string;
  /** What is known to be attached to the last of `letters`; null where that is not known. */
  readonly attached: string | null;
  readonly takesNext: TakesNext;
  /** The known flag whose value is attached, after `=` or in the next token. */
  readonly valued: KnownFlag | null;
}

/** A dash token is anything that starts with a dash, save `-` and `--`. */
export function isDashToken(token: string): boolean {
  return token.length > 1 && token.startsWith("-") && token !== "--";
}

/**
 * @param token a dash token
 * @param table the flags known behind the leaf
 */
export function readFlagToken(token: string, table: FlagTable): FlagToken {
  const prefixed = table.prefixes.length > 0 ? readPrefixed(token, table) : null;
  if (prefixed) return prefixed;
  const dashes = token.startsWith("--") ? 2 : 1;
  const at = token.indexOf("=");
  const name = at < 0 ? token : token.slice(0, at);
  // nopt takes off every dash there is.
  const bare = table.traits.readsDashesAlike ? name.replace(/^-+/, "") : name.slice(dashes);
  const equals = at < 0 ? null : token.slice(at + 1);
  const exact = findExact(table, name);
  const { letters, attached, takesNext, valued } = readValue(token, bare, equals, exact, table);
  // One literal, not a spread: this runs for every flag of every call.
  const folded = table.traits.fold(bare);
  return { token, name, bare, folded, dashes, equals, exact, letters, attached, takesNext, valued };
}

/** `-Xmx1g`, `-javaagent:x`: the flag with the longest such name that the token begins with, where that is certain. */
function readPrefixed(token: string, table: FlagTable): FlagToken | null {
  if (table.byName.has(token.split("=")[0] ?? token)) return null;
  const met = table.prefixes.find(([name]) => token.startsWith(name) && token !== name);
  if (!met || met[1].arity === "unknown") return null;
  const [name, exact] = met;
  const bare = name.replace(/^-+/, "");
  return {
    ...{ token, name, bare, folded: bare, dashes: token.startsWith("--") ? 2 : 1, exact },
    ...{ equals: token.slice(name.length).replace(/^[:,=]/, ""), letters: "", attached: null },
    ...{ takesNext: "no", valued: exact },
  };
}

function readValue(
  token: string,
  bare: string,
  equals: string | null,
  exact: KnownFlag | null,
  table: FlagTable,
): Cluster {
  if (exact) {
    const takesNext = equals === null ? takesNextOf(exact) : "no";
    const valued = exact.arity === "none" ? null : exact;
    return { letters: "", attached: null, takesNext, valued };
  }
  const isLongOnly = token.startsWith("--") || !table.traits.hasClusters;
  const isAlsoLong = table.traits.readsDashesAlike && bare.length > 1;
  if (!isLongOnly && !isAlsoLong) return readCluster(token, table);
  const long = equals === null ? longArity(bare, table) : "no";
  if (isLongOnly) return { letters: "", attached: null, takesNext: long, valued: null };
  const cluster = readCluster(token, table);
  if (cluster.takesNext === long) return cluster;
  return { ...cluster, takesNext: "maybe" };
}

/** The flag of exactly this name; a dash and digits are the flag `-#`. */
export function findExact(table: FlagTable, name: string): KnownFlag | null {
  const found = table.byName.get(name);
  if (found) return found;
  if (table.style !== null && table.traits.readsDashesAlike) {
    const other = name.startsWith("--") ? name.slice(1) : `-${name}`;
    const alike = table.byName.get(other);
    if (alike) return alike;
  }
  return isNumber(name) ? (table.byName.get("-#") ?? null) : null;
}

export function isNumber(token: string): boolean {
  return /^-\d+$/.test(token);
}

/** The long flag that is attached to an umbrella's letter: `--file=x` of `-Wfile=x`. */
export function umbrellaFlag({ valued, attached }: FlagToken, table: FlagTable): FlagToken | null {
  return valued?.isUmbrella && attached !== null ? readFlagToken(`--${attached}`, table) : null;
}

/** The name that a long one stands for where it is none of its own: `-fplugin` behind `--plugin` of gcc. */
export function rewrittenName(name: string, { rewrites, byName }: FlagTable): string | null {
  if (rewrites.length === 0 || byName.has(name)) return null;
  const met = rewrites.find(([from]) => name.startsWith(from) && name !== from);
  return met ? met[1] + name.slice(met[0].length) : null;
}

/** The token as its rewritten name has it. */
export function rewrittenFlag({ token }: FlagToken, table: FlagTable): FlagToken | null {
  const [name = ""] = token.split("=", 1);
  const other = rewrittenName(name, table);
  return other === null ? null : readFlagToken(other + token.slice(name.length), table);
}

function takesNextOf({ arity }: KnownFlag): TakesNext {
  if (arity === "unknown") return "maybe";
  return arity === "required" ? "yes" : "no";
}

type Cluster = Pick<FlagToken, "letters" | "attached" | "takesNext" | "valued">;

function readCluster(token: string, table: FlagTable): Cluster {
  const body = token.slice(1);
  let isCertain = true;
  let letters = "";
  for (const letter of body) {
    if (letter === "=") return { letters, attached: null, takesNext: "no", valued: null };
    letters += letter;
    const fact = table.byName.get(`-${letter}`);
    if (!fact || fact.arity === "unknown") {
      isCertain = false;
      continue;
    }
    if (fact.arity === "none" || table.traits.hasOnlyBareClusters) continue;
    const rest = body.slice(letters.length);
    // Behind a letter that may itself have taken the rest as its value, nothing is known any more.
    if (!isCertain) continue;
    if (rest !== "") return { letters, attached: rest, takesNext: "no", valued: fact };
    return {
      letters,
      attached: null,
      takesNext: fact.arity === "required" ? "yes" : "no",
      valued: fact,
    };
  }
  return { letters, attached: null, takesNext: isCertain ? "no" : "maybe", valued: null };
}

/** Whether a long name that is not exactly known takes the next token: only where all it can abbreviate agree. */
function longArity(bare: string, table: FlagTable): TakesNext {
  if (!table.isComplete || !table.traits.abbreviates) return "maybe";
  const meant = abbreviated(bare, table);
  if (meant.length === 0) return "maybe";
  if (meant.every((flag) => flag.arity === "required")) return "yes";
  const isNever = meant.every(({ arity }) => arity === "none" || arity === "attached");
  return isNever ? "no" : "maybe";
}

/** The known flags that a long name may be a beginning of. */
export function abbreviated(bare: string, table: FlagTable): readonly KnownFlag[] {
  const isMeant = (flag: KnownFlag) => longsOf(flag, table).some((long) => long.startsWith(bare));
  return table.flags.filter(isMeant);
}

const longs = new WeakMap<FlagTable, Map<KnownFlag, readonly string[]>>();

/** A flag's long names without their dashes, taken apart once for each table: a decision asks for them again and again. */
function longsOf(flag: KnownFlag, table: FlagTable): readonly string[] {
  const known = longs.get(table) ?? new Map<KnownFlag, readonly string[]>();
  longs.set(table, known);
  const met = known.get(flag);
  if (met) return met;
  const dashes = table.traits.readsDashesAlike ? /^--?/ : /^--/;
  const own = flag.names.filter((name) => name.length > 2 && dashes.test(name));
  const bare = own.map((name) => name.replace(dashes, ""));
  known.set(flag, bare);
  return bare;
}
