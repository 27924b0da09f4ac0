// The unix sockets that somebody listens on now → those that a child which may use some could reach beside them.

import { readFileSync } from "node:fs";
import { isCovered, type View } from "./confine-views.ts";
import { realpathOrNull } from "./real-path.ts";

/** Paths of bound sockets, as the kernel lists them for this network namespace; relative ones lead nowhere from here. */
function boundSockets(): string[] {
  let text: string;
  try {
    text = readFileSync("/proc/net/unix", "utf8");
  } catch {
    return [];
  }
  const paths = text.split("\n").map((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1]);
  return paths.filter((path) => path !== undefined);
}

/**
 * @param views what the child sees
 * @param named real paths of those that it may reach
 * @returns real paths of all others that it could see
 */
export function otherSockets(views: readonly View[], named: readonly string[]): readonly string[] {
  const paths = new Set(boundSockets().map(realpathOrNull));
  return [...paths].filter(
    (path) => path !== null && !named.includes(path) && !isCovered(views, path),
  ) as string[];
}
