// A program's name → the starter for it, or why it can't go into the user's directory: another file there wraps the same group.
import { basename, join } from "node:path";
import { findConflicts, type PlacedGuardfile } from "../engine/tree.ts";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { cataloguedNames, isCatalogued, madeStarter } from "./linting.ts";
import type { Machine } from "./machine.ts";
import { parseText, readPolicy } from "./read-policy.ts";
import { STARTERS, starterText } from "./shipped.ts";

/** Whether there is a starter of that name: one that is shipped, or one for a catalogued program's bare name. */
export function hasStarter(name: string): boolean {
  return STARTERS.includes(name) || (basename(name) === name && isCatalogued(name));
}

/** All names that one may have meant. */
export function starterNames(): readonly string[] {
  return [...STARTERS, ...cataloguedNames()];
}

/** Both sides of a conflict would give nothing, so a starter that makes one is not written. */
async function requireRoom(path: string, text: string, machine: Machine): Promise<void> {
  const { files } = await readPolicy(machine);
  const own = files.filter(({ place }) => place === "user");
  if (own.some(({ file }) => file === path)) return;
  const all = [...own, await parseText(path, text)];
  const placed = all.flatMap(({ guardfile }): PlacedGuardfile[] =>
    guardfile === null ? [] : [{ place: "user", guardfile }],
  );
  const conflict = findConflicts(placed).find(({ file, related }) =>
    [file, ...(related ?? []).map((other) => other.file)].includes(path),
  );
  if (conflict === undefined) return;
  const others = [conflict.file, ...(conflict.related ?? []).map(({ file }) => file)];
  const other = others.find((file) => file !== path) ?? path;
  throw new WardFault({
    code: "starter-conflict",
    message: `${other} wraps the same group, and of two files that do neither serves it, so no starter was written`,
    hint: "put your grants into that file, or move it away first",
    path: other,
    exit: EXIT.found,
  });
}

/**
 * @param name for which there is a starter
 * @returns its text, and where in the user's directory it goes
 * @throws WardFault `starter-conflict`, exit 1
 */
export async function newStarter(
  name: string,
  directory: string,
  machine: Machine,
): Promise<{ readonly path: string; readonly text: string }> {
  const path = join(directory, `${name}.kdl`);
  const text = STARTERS.includes(name) ? starterText(name) : await madeStarter(name);
  await requireRoom(path, text, machine);
  return { path, text };
}
