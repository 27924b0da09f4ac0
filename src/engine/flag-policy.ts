// The caller's tokens and a leaf's flag sentences → the first flag that they forbid.
//
// Token by token from the left, for each first the deny list, then the allow list; then the pinned flags.

import type { Leaf, Rule } from "../model/policy.ts";
import type { Argument } from "./arguments.ts";
import { deniedMessage, deniedRemedy, notAllowed, sameMessage } from "./flag-messages.ts";
import type { FlagTable } from "./flag-table.ts";
import { abbreviated, type FlagToken, isNumber, umbrellaFlag } from "./flag-token.ts";
import { findPins, mayRepeatLine, meetsPin, type Pin } from "./pins.ts";
import type { Reading } from "./reading.ts";
import { spellsSame } from "./same.ts";
import {
  type NamedFlag,
  nameFlag,
  type Spelling,
  spellsDashless,
  spellsFlag,
  spellsPlus,
} from "./spelling.ts";
import { code, type Trouble } from "./trouble.ts";

export interface FlagPolicy {
  readonly deny: readonly NamedFlag[];
  /** Null where the leaf has no `allow-flag`: then what is not denied passes. */
  readonly allow: AllowList | null;
  readonly pins: readonly Pin[];
  /** The named ones that start with `+`: what decides which `+` words are flags. */
  readonly plusFlags: readonly NamedFlag[];
}

/** All that an allow list names, gathered once: a policy may list a hundred flags, and most tokens are one of them. */
export interface AllowList {
  readonly flags: readonly [NamedFlag, ...NamedFlag[]];
  readonly names: ReadonlySet<string>;
  readonly longs: ReadonlySet<string>;
  readonly letters: ReadonlySet<string>;
}

function allowList(flags: readonly NamedFlag[]): AllowList | null {
  const [first, ...rest] = flags;
  if (!first) return null;
  return {
    flags: [first, ...rest],
    names: new Set(flags.flatMap(({ names }) => [...names])),
    longs: new Set(flags.flatMap(({ longs }) => longs.map(({ name }) => name))),
    letters: new Set(flags.flatMap(({ letters }) => [...letters])),
  };
}

export function flagPolicy(leaf: Leaf, reading: Reading, table: FlagTable): FlagPolicy {
  const named = (rules: Leaf["denyFlags"]) => rules.map((rule) => nameFlag(rule, table));
  const deny = named(leaf.denyFlags);
  const allow = named(leaf.allowFlags);
  return {
    deny,
    allow: allowList(allow),
    plusFlags: [...deny, ...allow].filter(({ flag }) => flag.startsWith("+")),
    pins: findPins(leaf, reading, table),
  };
}

export function judgeFlags(
  args: readonly Argument[],
  policy: FlagPolicy,
  table: FlagTable,
  leaf: Leaf,
): Trouble | null {
  for (const [at, arg] of args.entries()) {
    const trouble =
      judgeDenied(arg, policy.deny, table) ??
      judgeSame(args, at, policy.deny, table) ??
      judgeAllowed(arg, policy.allow, table) ??
      judgeResponseFile(arg, policy, table, leaf);
    if (trouble) return trouble;
  }
  for (const { flag } of args) {
    const met = flag && meetsPin(flag, policy.pins, table);
    if (met) return pinned(flag, met.pin, met.isNegation, leaf.rule);
  }
  return null;
}

function judgeDenied(arg: Argument, deny: readonly NamedFlag[], table: FlagTable): Trouble | null {
  const { token, flag } = arg;
  for (const named of deny) {
    const spelling = flag ? spellsFlag(flag, named, table) : spellsOperand(arg, named, table);
    if (!spelling) continue;
    return {
      reason: "flag-denied",
      rule: named.rule,
      message: deniedMessage(token, named, spelling),
      remedy: flag && spelling === "cluster" ? deniedRemedy(flag, named, table) : null,
    };
  }
  return null;
}

function judgeSame(
  args: readonly Argument[],
  at: number,
  deny: readonly NamedFlag[],
  table: FlagTable,
): Trouble | null {
  const named = deny.find((one) => one.same.length > 0 && spellsSame(one, args, at, table));
  if (!named) return null;
  const message = sameMessage(args[at]?.token ?? "", named);
  return { reason: "flag-denied", rule: named.rule, message, remedy: null };
}

/** A token that is certainly another flag's value means no flag of its own. */
export function spellsOperand(
  { token, valueOf: owner }: Argument,
  named: NamedFlag,
  table: FlagTable,
): Spelling | null {
  if (owner !== null) return null;
  return spellsDashless(token, named) || spellsPlus(token, named, table) ? "dashless" : null;
}

function judgeAllowed(
  { token, flag }: Argument,
  allow: AllowList | null,
  table: FlagTable,
): Trouble | null {
  if (!allow || !flag) return null;
  const offending = firstNotAllowed(flag, allow, table);
  return offending === null ? null : notAllowed(token, allow.flags, offending);
}

/** @returns the part of the token that no `allow-flag` names, or null where all of it is allowed */
function firstNotAllowed(read: FlagToken, allow: AllowList, table: FlagTable): string | null {
  const isAlike = table.style !== null && table.traits.readsDashesAlike;
  const isNamed =
    allow.names.has(read.name) ||
    (isAlike && allow.longs.has(read.bare)) ||
    (read.exact?.isPrefix === true && allow.names.has(read.token.split("=")[0] ?? ""));
  if (isNamed) return hasUnknownAttachment(read) ? read.token : null;
  if (isNumber(read.token) && allow.names.has("-#")) return null;
  if (read.dashes === 2 || read.letters === "" || mayBeLong(read, table)) return read.name;
  for (const letter of read.letters) {
    if (!allow.letters.has(letter)) return `-${letter}`;
  }
  const inner = umbrellaFlag(read, table);
  if (inner) return firstNotAllowed(inner, allow, table);
  return read.equals !== null && read.attached === null ? read.token : null;
}

/** Where one dash may begin a long name too, a cluster of allowed letters can be that name cut short. */
function mayBeLong({ bare }: FlagToken, table: FlagTable): boolean {
  if (table.style === null || !table.traits.readsDashesAlike || bare.length < 2) return false;
  return !table.isComplete || abbreviated(bare, table).length > 0;
}

/** `-o=x`: whether a short flag takes that as its value is only known where its arity is. */
function hasUnknownAttachment({ dashes, bare, equals, exact }: FlagToken): boolean {
  if (dashes === 2 || equals === null || [...bare].length > 1) return false;
  return exact === null || exact.arity === "none" || exact.arity === "unknown";
}

/** A file of more flags would be read behind the policy's back. */
function judgeResponseFile(
  { token, flag }: Argument,
  policy: FlagPolicy,
  table: FlagTable,
  leaf: Leaf,
): Trouble | null {
  const rule = policy.deny[0]?.rule ?? policy.allow?.flags[0].rule ?? (policy.pins[0] && leaf.rule);
  if (!rule) return null;
  const start = table.responseFiles.find((s) => token.startsWith(s) && token.length > s.length);
  // Such a tool expands the file before it reads its options, so a flag's value is no shelter.
  const isFile = !flag && start !== undefined;
  const isReader = flag !== null && readsFlags(flag, table);
  if (!isFile && !isReader) return null;
  return {
    reason: policy.deny.length > 0 ? "flag-denied" : "flag-not-allowed",
    rule,
    message: `${code(token)} makes the program read more flags from a file, which this policy could not judge`,
    remedy: "write the flags themselves",
  };
}

function readsFlags(flag: FlagToken, table: FlagTable): boolean {
  if (flag.exact) return flag.exact.readsFlags === true;
  const long = table.flags.filter(({ readsFlags }) => readsFlags);
  return long.some(({ names }) =>
    names.some((name) =>
      flag.dashes === 2
        ? name.startsWith(`--${flag.bare}`)
        : /^-[^-]$/u.test(name) && flag.letters.includes(name.slice(1)),
    ),
  );
}

function pinned(flag: FlagToken, pin: Pin, isNegation: boolean, rule: Rule): Trouble {
  const how = isNegation ? `would undo ${code(pin.flag)}` : `gives ${code(pin.flag)} again`;
  return {
    reason: "flag-pinned",
    rule,
    message: `${code(flag.token)} ${how}, which this leaf fixes`,
    remedy: `leave it out; ${code(mayRepeatLine(pin))} in the policy would let a caller give it`,
  };
}
