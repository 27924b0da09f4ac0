// Reads Guardfiles for a page of documentation: given ones, or all that serve here.
import { basename } from "node:path";
import { policyPage } from "../engine/policy-page.ts";
import type { Guardfile } from "../model/policy.ts";
import type { PolicyPage } from "../model/policy-page.ts";
import { countErrors } from "./checking.ts";
import { readFacts } from "./facts.ts";
import type { Machine } from "./machine.ts";
import type { Flawed } from "./overrule.ts";
import { readGiven, readPolicy } from "./read-policy.ts";

export interface Documented {
  readonly page: PolicyPage;
  /** For `man`: `ward-git`. */
  readonly name: string;
  /** Files with errors, which are not documented. */
  readonly broken: readonly Flawed[];
  /** Files of the project that nobody approved as they are: they serve nobody, and their prose is not repeated. */
  readonly unapproved: readonly string[];
}

async function guardfilesOf(
  paths: readonly string[],
  machine: Machine,
): Promise<Pick<Documented, "broken" | "unapproved"> & { readonly good: readonly Guardfile[] }> {
  const serving = paths.length > 0 ? null : await readPolicy(machine);
  const unapproved = serving?.unapproved ?? [];
  const all = serving?.files ?? (await Promise.all(paths.map(readGiven)));
  const files = all.filter((file) => !unapproved.some((other) => other === file));
  const broken = files.filter(
    (file) => countErrors({ files: [file], hidden: [], unapproved: [], home: null, own: [] }) > 0,
  );
  const sound = files.filter((file) => !broken.includes(file));
  const good = sound.flatMap(({ guardfile }) => guardfile ?? []);
  return { good, broken, unapproved: unapproved.map(({ file }) => file) };
}

function titleOf(guardfiles: readonly Guardfile[]): string {
  const [only] = guardfiles;
  if (only === undefined || guardfiles.length > 1) return "Granted commands";
  return only.description ?? basename(only.file);
}

function nameOf(paths: readonly string[]): string {
  const [only] = paths;
  const name = only === undefined || paths.length > 1 ? "grants" : basename(only);
  return `ward-${name.replace(/(?:\.guardfile)?\.kdl$/, "").toLowerCase()}`;
}

/** @param paths Guardfiles; none for those that serve here */
export async function documentFiles(
  paths: readonly string[],
  machine: Machine,
): Promise<Documented> {
  const { good, ...rest } = await guardfilesOf(paths, machine);
  const facts = await readFacts(good.flatMap(({ wraps }) => wraps));
  return { page: policyPage(titleOf(good), good, facts), name: nameOf(paths), ...rest };
}
