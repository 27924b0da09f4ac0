// An option style → what it lets a caller write; each fact is from the spec's flags page.
//
// Where no style is known the careful reading holds: every reading that some style has, so that none gets past.

import type { OptionStyle } from "../model/policy.ts";

export interface StyleTraits {
  /** `-abc` is `-a -b -c`, and a value may be attached to a letter. */
  readonly hasClusters: boolean;
  /** `-flag` and `--flag` are the same flag. */
  readonly readsDashesAlike: boolean;
  /** A required value is taken from the next token even where that starts with a dash. */
  readonly swallowsDashes: boolean;
  /** A long name may be cut short where that is unique. */
  readonly abbreviates: boolean;
  /** Under which names two flags are the same; the identity where names are exact. */
  readonly fold: (name: string) => string;
  /** Every letter of a cluster is a flag, also behind one that takes a value. */
  readonly hasOnlyBareClusters: boolean;
}

const exactly = (name: string) => name;

/** `dryRun` → `dry-run`: a small letter followed by a capital; otherwise case counts. */
function kebab(name: string): string {
  return name.replace(
    /([a-z])([A-Z])/g,
    (_, small, capital) => `${small}-${capital.toLowerCase()}`,
  );
}

const withoutNo = (name: string) => name.replace(/^no-/, "");
const withDashes = (name: string) => name.replaceAll("_", "-");
const withoutMysqlPrefix = (name: string) =>
  withDashes(name).replace(/^(?:loose-)?(?:skip-|disable-|enable-)?/, "");

const MAY_FOLD = /[_A-Z]|^(?:loose|skip|disable|enable|no)-/;

/** All foldings at once; applied until nothing changes, since prefixes can be stacked. */
function foldAll(name: string): string {
  if (!MAY_FOLD.test(name)) return name;
  let folded = kebab(withDashes(name));
  for (;;) {
    const shorter = folded.replace(/^(?:loose|skip|disable|enable|no)-/, "");
    if (shorter === folded) return folded;
    folded = shorter;
  }
}

const exact: StyleTraits = {
  hasClusters: false,
  readsDashesAlike: false,
  swallowsDashes: true,
  abbreviates: false,
  fold: exactly,
  hasOnlyBareClusters: false,
};
const clustered: StyleTraits = { ...exact, hasClusters: true };
const abbreviated: StyleTraits = { ...clustered, abbreviates: true };

const STYLES: Readonly<Record<OptionStyle, StyleTraits>> = {
  git: abbreviated,
  gnu: abbreviated,
  "gnu-first": abbreviated,
  posix: clustered,
  go: { ...exact, readsDashesAlike: true },
  pflag: clustered,
  clap: { ...clustered, swallowsDashes: false },
  argparse: { ...abbreviated, swallowsDashes: false },
  nopt: {
    ...exact,
    readsDashesAlike: true,
    swallowsDashes: false,
    abbreviates: true,
    hasClusters: true,
    fold: withoutNo,
  },
  yargs: {
    ...clustered,
    swallowsDashes: false,
    hasOnlyBareClusters: true,
    fold: (name) => withoutNo(kebab(name)),
  },
  longonly: { ...abbreviated, readsDashesAlike: true },
  mysql: { ...abbreviated, fold: withoutMysqlPrefix },
  find: exact,
  none: exact,
};

/** Every reading at once. */
const CAREFUL: StyleTraits = {
  hasClusters: true,
  readsDashesAlike: true,
  swallowsDashes: false,
  abbreviates: true,
  fold: foldAll,
  hasOnlyBareClusters: false,
};

/** The same style for a tool to which long names in capitals are no others. */
export function withoutCase(traits: StyleTraits): StyleTraits {
  return { ...traits, fold: (name) => traits.fold(name.toLowerCase()) };
}

/** @param style null where nothing is known of the binary: the careful reading */
export function traitsOf(style: OptionStyle | null): StyleTraits {
  return style === null ? CAREFUL : STYLES[style];
}
