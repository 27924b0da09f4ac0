// What a `confine` says → its paths, each found and checked, in the order in which one lies over the other.
// - A relative path is the working directory's. What is written or hidden is named by its real path, with no link in it.
// - /tmp, /run, /dev and /proc are the sandbox's own; the working directory and what is named in them stay visible.

import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import type { Confine } from "../model/policy.ts";
import { isWithin } from "./real-path.ts";
import { errorWords } from "./system-error.ts";

/** In the order in which they win at one path. */
const KINDS = [
  "machine",
  "scratch",
  "devices",
  "processes",
  "seen",
  "read",
  "write",
  "hide",
] as const;
export type ViewKind = (typeof KINDS)[number];

/** What holds at a path and below it, as far as no deeper view says otherwise. */
export interface View {
  /** Absolute and real. */
  readonly path: string;
  readonly kind: ViewKind;
  readonly isDirectory: boolean;
}

const PRIVATE: readonly (readonly [string, ViewKind])[] = [
  ["/tmp", "scratch"],
  ["/run", "scratch"],
  ["/dev", "devices"],
  ["/proc", "processes"],
];

export function confineFault(path: string, problem: string, hint: string): WardFault {
  const message = `this leaf can't be confined as its policy says: ${path} ${problem}`;
  return new WardFault({ code: "confine-path", message, hint, path, exit: EXIT.ownFailure });
}

/** The view that decides over a path: the last that holds it. */
export function viewOf(views: readonly View[], path: string): View {
  const view = views.findLast((one) => isWithin(path, one.path));
  if (view === undefined) throw new Error(`bug: no view holds ${path}`);
  return view;
}

/** Whether a path has to be shown anew to be there at all. */
export function isCovered(views: readonly View[], path: string): boolean {
  return ["scratch", "devices", "hide"].includes(viewOf(views, path).kind);
}

/** Shallow ones first, and at one path what closes most last. */
function inOrder(views: readonly View[]): View[] {
  const depth = ({ path }: View) => (path === "/" ? 0 : path.split("/").length);
  const rank = ({ kind }: View) => KINDS.indexOf(kind);
  return views.toSorted((one, other) => depth(one) - depth(other) || rank(one) - rank(other));
}

/** @returns the real path of something that a `confine` names */
export function realPath(named: string, cwd: string): string {
  const path = resolve(cwd, named);
  try {
    return realpathSync(path);
  } catch (cause) {
    const hint = "make it, or take it out of the `confine` in the Guardfile";
    throw confineFault(path, `can't be used: ${errorWords(cause)}`, hint);
  }
}

function named(path: string, kind: ViewKind, cwd: string): View {
  const real = realPath(path, cwd);
  const isStrict = kind === "write" || kind === "hide";
  if (isStrict && real !== resolve(cwd, path)) {
    const hint = `name the path that it leads to: ${real}`;
    throw confineFault(resolve(cwd, path), "is, or lies behind, a symbolic link", hint);
  }
  if (isWithin(real, "/proc")) throw confineFault(real, "is the sandbox's own", "take it out");
  if (kind === "hide" && real === "/") throw confineFault(real, "can't be hidden", "take it out");
  return { path: real, kind, isDirectory: statSync(real).isDirectory() };
}

function privateViews(): View[] {
  return PRIVATE.flatMap(([named, kind]) => {
    if (statSync(named, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return [{ path: realpathSync(named), kind, isDirectory: true }];
  });
}

/**
 * @param confine what the policy says
 * @param cwd absolute and real
 * @returns the views in order; the first is the whole machine
 * @throws WardFault 125 `confine-path` for a path that is not there or is no real one
 */
export function makeViews(confine: Confine, cwd: string): readonly View[] {
  const kinds = ["read", "write", "hide"] as const;
  const said = kinds.flatMap((kind) => confine[kind].map((path) => named(path, kind, cwd)));
  const whole = said.some(({ path, kind }) => path === "/" && kind === "write");
  const machine: View = { path: "/", kind: whole ? "write" : "machine", isDirectory: true };
  const rest = said.filter(({ path }) => path !== "/");
  const views = inOrder([machine, ...privateViews(), ...rest]);
  const around = viewOf(views, cwd).kind;
  if (around === "processes") {
    throw confineFault(cwd, "is the sandbox's own, and no place to work in", "call from elsewhere");
  }
  if (around === "hide") {
    const hint = 'add `read "."` or `write "."` to the `confine`';
    throw confineFault(cwd, "is the working directory, and hidden", hint);
  }
  if (!isCovered(views, cwd)) return views;
  return inOrder([...views, { path: cwd, kind: "seen", isDirectory: true }]);
}
