// The descriptors that a child gets: its standard ones, those that the caller gave, and /dev/null where it must not write.
// - Node leaves an ignored descriptor above 2 as it finds it, so what is covered is covered by an open file.

import { closeSync, openSync } from "node:fs";

/** A standard descriptor of a spawn. */
export type StandardPlace = number | "ignore" | "pipe";

export interface ChildStdio {
  readonly standard: readonly [StandardPlace, StandardPlace, StandardPlace];
  /** From descriptor 3 on. */
  readonly above: readonly (number | "ignore")[];
  /** Gives back what was opened for it; call it when the child is started. */
  release(): void;
}

/** Above this, node does not close at a spawn what it was given itself. */
const HIGHEST_CLOSED = 255;

/**
 * @param standard descriptors 0 to 2
 * @param descriptors above 2, that the child gets at the same numbers
 * @param covered any, that the child finds an open /dev/null at; a pipe to ward itself is no place of the caller's
 */
export function childStdio(
  standard: ChildStdio["standard"],
  descriptors: readonly number[],
  covered: readonly number[],
): ChildStdio {
  const given = descriptors.filter((fd) => fd <= HIGHEST_CLOSED);
  const cover = covered.length === 0 ? null : openSync("/dev/null", "r+");
  const coverOf = (fd: number) => (covered.includes(fd) ? cover : null);
  const kept = (place: StandardPlace, fd: 0 | 1 | 2) =>
    (typeof place === "number" ? coverOf(fd) : null) ?? place;
  const length = Math.max(2, ...given, ...covered) - 2;
  return {
    standard: [kept(standard[0], 0), kept(standard[1], 1), kept(standard[2], 2)],
    above: Array.from({ length }, (_, at) => {
      const fd = at + 3;
      return coverOf(fd) ?? (given.includes(fd) ? fd : "ignore");
    }),
    release: () => {
      if (cover !== null) closeSync(cover);
    },
  };
}
