// Finds names that an installed tool reads and the catalogue does not have: words inside the program itself, each tried behind two dashes.
//
// npm run catalogue -- --hidden [BINARY…]
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { compileBinary } from "./compile.mjs";
import { run } from "./tool.mjs";

const IMPOSSIBLE = "--zz-none-such";
const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];

/**
 * @param dir the catalogue's directory
 * @param bin a tool that reads its options with getopt_long
 * @returns the names it accepts and the catalogue lacks; null where it isn't installed or says nothing of unknown options
 */
export function hiddenNames(dir, bin) {
  const file = spawnSync("which", [bin], { encoding: "utf8" }).stdout.trim();
  if (file === "" || !isRefused(bin, IMPOSSIBLE)) return null;
  const known = knownNames(dir, bin);
  const words = wordsIn(realpathSync(file)).map((word) => `--${word}`);
  const isCutShort = (name) => [...known].some((whole) => whole.startsWith(name));
  const longs = words.filter((name) => !isCutShort(name) && !isRefused(bin, name));
  const letters = LETTERS.map((letter) => `-${letter}`);
  const shorts = letters.filter((name) => !known.has(name) && !isRefused(bin, name));
  return [...longs, ...shorts];
}

/** What stands behind keeps the tool from acting: it reads all of its options first. */
function isRefused(bin, name) {
  const { text } = run(bin, name === IMPOSSIBLE ? [name] : [name, IMPOSSIBLE]);
  const bare = name.startsWith("--") ? `(--)?${name.slice(2)}` : name[1];
  const kinds = "(unrecogni[sz]ed|unknown|invalid|illegal|bad) (option|argument|switch|flag)";
  const isUnknown = new RegExp(`${kinds}:? (-- )?["'\`]?${bare}["'\`]?(?![\\w-])`, "i");
  return isUnknown.test(text) || text.includes(`option '${name}' is ambiguous`);
}

/** Runs of small letters, digits and dashes between NULs, as C keeps them. */
function wordsIn(file) {
  const text = readFileSync(file, "latin1");
  return [
    ...new Set(
      [...text.matchAll(/\0([a-zA-Z][a-zA-Z0-9_-]{2,30})(?=\0)/g)].map(([, word]) => word),
    ),
  ];
}

function knownNames(dir, bin) {
  if (!existsSync(`${dir}/${bin}.kdl`)) return new Set();
  const [, ...flags] = compileBinary(dir, bin).text.split("\n");
  return new Set(
    flags.flatMap((line) => line.split(" ")).flatMap((flag) => flag.split("=")[0].split(",")),
  );
}
