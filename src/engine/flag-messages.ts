// Why a flag was refused, in one sentence, and how to spell the call so that it passes.

import type { FlagTable } from "./flag-table.ts";
import type { FlagToken } from "./flag-token.ts";
import type { NamedFlag, Spelling } from "./spelling.ts";
import { code, type Trouble } from "./trouble.ts";

export function deniedMessage(token: string, named: NamedFlag, spelling: Spelling): string {
  const shown = code(token);
  const flag = code(named.flag);
  switch (spelling) {
    case "exact":
      return token === named.flag ? `${flag} is denied` : `${shown} is ${flag}, which is denied`;
    case "alias":
      return `${shown} is another name of ${flag}, which is denied`;
    case "abbreviation":
      return `${shown} abbreviates ${flag}, which is denied`;
    case "alike":
      return `${shown} may be read as ${flag}, which is denied`;
    case "cluster":
      return `${shown} holds ${code(letterIn(token, named))}, which is denied`;
    case "dashless":
      return `${shown} means ${flag}, which is denied`;
  }
}

/** A flag that has a name of its own, and here means what is denied. */
export function sameMessage(token: string, named: NamedFlag): string {
  return `${code(token)} comes to the same as ${code(named.flag)} here, which is denied`;
}

function letterIn(token: string, named: NamedFlag): string {
  const letter = [...token.slice(1)].find((one) => named.letters.has(one));
  return letter === undefined ? named.flag : `-${letter}`;
}

/** Where the denied letter may be a part of a value: how to write that value so that no letter of it counts. */
export function deniedRemedy(flag: FlagToken, named: NamedFlag, table: FlagTable): string | null {
  const [first, ...rest] = [...flag.token.slice(1)];
  if (first === undefined || named.letters.has(first) || rest.length === 0) return null;
  const known = table.byName.get(`-${first}`);
  if (known && known.arity !== "unknown") return null;
  const value = rest.join("");
  const apart = `if ${code(value)} is the value of ${code(`-${first}`)}, write it apart: ${code(`-${first} ${value}`)}`;
  return `${apart}; ${code(`value-flag "-${first}"`)} in the policy would settle it`;
}

export function notAllowed(token: string, allow: readonly NamedFlag[], part: string): Trouble {
  const first = allow[0];
  if (!first) throw new Error("an allow list without a flag");
  const where = part === token ? "" : ` (in ${code(token)})`;
  return {
    reason: "flag-not-allowed",
    rule: first.rule,
    message: `${code(part)}${where} is not among the flags allowed here`,
    remedy: spellOut(part, allow),
  };
}

/** An allow list is exact: an abbreviation of one of its names is told the whole name. */
function spellOut(part: string, allow: readonly NamedFlag[]): string | null {
  const name = part.split("=")[0] ?? part;
  if (/^-[^-]$/u.test(name) && part.includes("=")) {
    return `write the value apart: ${code(`${name} ${part.slice(name.length + 1)}`)}`;
  }
  if (!name.startsWith("--") || name.length < 3) return null;
  const whole = allow.flatMap(({ names }) => [...names]).find((one) => one.startsWith(name));
  return whole === undefined ? null : `write the flag whole: ${code(whole)}`;
}
