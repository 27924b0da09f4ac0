// The unix sockets that somebody listens on now → those that a child which may use some could reach beside them.

import { readFileSync } from "node:fs";
import { confineFault, isCovered, type View } from "./confine-views.ts";
import { realpathOrNull } from "./real-path.ts";
import { errorWords } from "./system-error.ts";

const TABLE = "/proc/net/unix";

function readTable(table: string): string {
  try {
    return readFileSync(table, "utf8");
  } catch (cause) {
    const problem = `can't be read, so the other sockets can't be covered: ${errorWords(cause)}`;
    throw confineFault(table, problem, "take `socket` out of the `confine`, or mount /proc");
  }
}

/** Paths of bound sockets, as the kernel lists them for this network namespace; relative ones lead nowhere from here. */
function boundSockets(table: string): string[] {
  const text = readTable(table);
  const paths = text.split("\n").map((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1]);
  return paths.filter((path) => path !== undefined);
}

/**
 * @param views what the child sees
 * @param named real paths of those that it may reach
 * @param table the kernel's list
 * @returns real paths of all others that it could see
 * @throws WardFault 125 `confine-path` where the list can't be read: then it could reach any of them
 */
export function otherSockets(
  views: readonly View[],
  named: readonly string[],
  table: string = TABLE,
): readonly string[] {
  const paths = new Set(boundSockets(table).map(realpathOrNull));
  return [...paths].filter(
    (path) => path !== null && !named.includes(path) && !isCovered(views, path),
  ) as string[];
}
