// What bounds a child: its drafts, the paths in them, and the bounds of a leaf, in which a grant's win over its wrap's.

import type { Bounds, Confine } from "../model/policy.ts";
import { hasCount, hasNoBlock, type Text, texts } from "./arguments.ts";
import type { KdlNode } from "./document.ts";
import type { BoundsDraft, ConfineDraft } from "./drafts.ts";
import type { Reading } from "./reading.ts";
import { quote } from "./sentence.ts";

export function openBounds(): BoundsDraft {
  return { timeout: null, outputLimit: null, cwd: null, stdin: null, confine: null };
}

export function openConfine(): ConfineDraft {
  return { read: [], write: [], hide: [], socket: [], network: null, required: null };
}

/** Reports what is wrong with a bound. */
export function badBound(node: KdlNode, given: Text, problem: string, reading: Reading): void {
  const message = `"${node.name}": ${problem}`;
  reading.report.error("bad-bound", given.argument.span, message);
}

/** Reads the only argument, where there is one. */
export function onlyText(node: KdlNode, reading: Reading, what: string): Text | null {
  hasNoBlock(node, reading);
  if (!hasCount(node, reading, { min: 1, max: 1, what })) return null;
  return texts(node)[0] ?? null;
}

/** What keeps a text from being a path of a policy; null where nothing does. */
export function pathProblem(path: string): string | null {
  if (path === "") return "a path can't be empty";
  if (path.startsWith("~")) {
    return `${quote(path)}: no shell reads this, so \`~\` is no home directory; write the absolute path`;
  }
  return null;
}

function confinedPathProblem(path: string, node: KdlNode): string | null {
  const problem = pathProblem(path);
  if (problem !== null) return problem;
  if (/(?:^|\/)\.\.(?:\/|$)/.test(path)) {
    return `${quote(path)} has a ".." part: write the absolute path, or one inside the working directory`;
  }
  if (/^\/+proc(?:\/|$)/.test(path)) return "/proc is the sandbox's own, whatever is said of it";
  if (node.name === "hide" && /^\/+(?:\.\/*)*$/.test(path)) return "with / hidden nothing can run";
  return null;
}

/** Reads `<node> "<path>"…` of a `confine` into a list. */
export function readPaths(node: KdlNode, into: string[], reading: Reading): void {
  hasNoBlock(node, reading);
  if (!hasCount(node, reading, { min: 1, max: Number.POSITIVE_INFINITY, what: "path" })) return;
  for (const given of texts(node)) {
    const problem = confinedPathProblem(given.text, node);
    if (problem === null) into.push(given.text);
    else badBound(node, given, problem, reading);
  }
}

/**
 * @param wrap what is said for the whole group
 * @param grant what is said for the leaf; null for one that has no block
 * @returns the field to put into a leaf: none where nothing is said
 */
export function finishBounds(
  wrap: BoundsDraft,
  grant: BoundsDraft | null,
): { readonly bounds?: Bounds } {
  const of = <K extends keyof BoundsDraft>(name: K) => grant?.[name] ?? wrap[name];
  const confine = of("confine");
  const said = {
    timeoutMs: of("timeout")?.value,
    outputLimit: of("outputLimit")?.value,
    cwd: of("cwd")?.value,
    stdin: of("stdin")?.value,
    confine: confine === null ? undefined : finishConfine(confine.value),
  };
  const bounds = Object.entries(said).filter(([, value]) => value !== undefined);
  return bounds.length === 0 ? {} : { bounds: Object.fromEntries(bounds) as Bounds };
}

function finishConfine({ read, write, hide, socket, network, required }: ConfineDraft): Confine {
  return {
    read,
    write,
    hide,
    socket,
    network: network?.value ?? "none",
    isRequired: required?.value ?? true,
  };
}
