// Bounds on a child → the sentences of a Guardfile that say them, each on one line and unescaped.

import type { Bounds, Confine } from "./policy.ts";

const DURATIONS: readonly (readonly [string, number])[] = [
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
];
const SIZES: readonly (readonly [string, number])[] = [
  ["GiB", 2 ** 30],
  ["MiB", 2 ** 20],
  ["KiB", 2 ** 10],
];

function inUnits(
  amount: number,
  units: readonly (readonly [string, number])[],
  smallest: string,
): string {
  const [unit, size] = units.find(([, each]) => amount % each === 0) ?? [smallest, 1];
  return `${amount / size}${unit}`;
}

/** @returns `90s`, as a Guardfile would write so many milliseconds */
export function durationText(milliseconds: number): string {
  return inUnits(milliseconds, DURATIONS, "ms");
}

/** @returns `64KiB`, as a Guardfile would write so many bytes */
export function sizeText(bytes: number): string {
  return inUnits(bytes, SIZES, "B");
}

/** @returns `confine { network none; write "." }`: the network always, all else where it is said */
export function confineText(confine: Confine): string {
  const listed = (["write", "read", "hide", "socket"] as const).flatMap((name) =>
    confine[name].length === 0 ? [] : [`${name} ${quoted(confine[name])}`],
  );
  const required = confine.isRequired ? [] : ["required #false"];
  return `confine { ${[`network ${confine.network}`, ...listed, ...required].join("; ")} }`;
}

function quoted(paths: readonly string[]): string {
  return paths.map((path) => JSON.stringify(path)).join(" ");
}

/** @returns one sentence a bound, in the order of the reference; none where there are no bounds */
export function boundWords(bounds: Bounds | undefined): readonly string[] {
  if (bounds === undefined) return [];
  const { timeoutMs, outputLimit, cwd, stdin, confine } = bounds;
  return [
    ...(timeoutMs === undefined ? [] : [`timeout ${durationText(timeoutMs)}`]),
    ...(outputLimit === undefined ? [] : [`output-limit ${sizeText(outputLimit)}`]),
    ...(cwd === undefined ? [] : [`cwd ${JSON.stringify(cwd)}`]),
    ...(stdin === undefined ? [] : [`stdin ${stdin}`]),
    ...(confine === undefined ? [] : [confineText(confine)]),
  ];
}
