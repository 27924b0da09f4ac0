// A variable's name, which may be a glob, and a leaf's rule for variables → the name under which it reaches the child, or null.

import { childEnvironment } from "../engine/environment.ts";
import type { EnvironmentRule } from "../model/policy.ts";

/** A value that no rule looks at. */
const VALUE = "x";
const ACCOUNT = { name: "x", uid: 1000, gid: 1000, home: "/home/x", shell: "/bin/sh" };

/**
 * @param name of a variable; a trailing `*` stands for the names that the rule itself spells out
 * @param rule of the leaf
 */
export function reachesChild(name: string, rule: EnvironmentRule): string | null {
  const start = name.replace(/\*$/, "");
  const candidates = name.endsWith("*")
    ? rule.keep.filter((kept) => kept.startsWith(start) && !kept.includes("*"))
    : [name];
  return candidates.find((candidate) => passes(candidate, rule)) ?? null;
}

function passes(name: string, rule: EnvironmentRule): boolean {
  const input = { rule, set: {}, parent: { [name]: VALUE }, account: ACCOUNT, searchPath: [] };
  return childEnvironment(input).env[name] === VALUE;
}
