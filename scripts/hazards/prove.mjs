// Tries the hazards of the programs that are installed here, and keeps the outcome with each entry: `npm run hazards:prove -- [--check] [FILE…]`.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { getLocation } from "@bgotink/kdl";
import { hazardFiles } from "./build.mjs";
import { disprove } from "./proof.mjs";
import { readHazardsText } from "./read.mjs";

const dir = new URL("../../src/catalogue/hazards/", import.meta.url).pathname;
const installed = new Map();

/** `git 2.39.5`; null where the program is not installed. */
function versionOf(bin) {
  if (!installed.has(bin)) installed.set(bin, askVersion(bin));
  return installed.get(bin);
}

function askVersion(bin) {
  const options = { encoding: "utf8", timeout: 10_000, input: "" };
  if (spawnSync("which", [bin]).status !== 0) return null;
  for (const word of ["--version", "-V", "version", "-version"]) {
    const { stdout = "", stderr = "" } = spawnSync(bin, [word], options);
    const found = /\d+(?:\.\d+)+\w*/.exec(`${stdout}${stderr}`);
    if (found) return `${bin} ${found[0]}`;
  }
  return `${bin} of this system`;
}

/** The tries of an entry, each with the subcommand and the program that it is for. */
function triesOf(entry, names) {
  const [first] = entry.only ?? names;
  return entry.tries.flatMap((one) => {
    const bin = one.member ?? first;
    const isFor = entry.tries.some(({ for: sub }) => sub !== undefined);
    const subs = entry.subcommands.filter((sub) =>
      isFor ? (one.for ?? entry.subcommands[0]) === sub : true,
    );
    return subs.map((sub) => ({ bin, sub, one }));
  });
}

/** What is kept with the entry: null to leave it as it is. */
function outcomeOf(entry, names, shown) {
  const tries = triesOf(entry, names);
  const here = tries.filter(({ bin }) => versionOf(bin) !== null);
  if (here.length === 0) return null;
  const proven = new Set();
  for (const { bin, sub, one } of here) {
    const problem = disprove(bin, entry, sub, one);
    if (problem === null) proven.add(versionOf(bin));
    else console.error(`${shown} ${bin} ${sub} ${one.words.join(" ")}: ${problem}`);
    if (problem !== null) return { proven: [], failed: true };
  }
  return { proven: [...proven], failed: false };
}

/** Puts `proven` into the entry's block in place of the one that is there. */
function withOutcome(text, node, proven) {
  const { start, end } = getLocation(node);
  const source = text.slice(start.offset, end.offset);
  const line = `proven ${proven.map((one) => JSON.stringify(one)).join(" ")}`;
  const bare = source.replace(
    /[ \t]*\n[ \t]*proven [^\n]*(?=\n)|;? proven (?:"[^"]*" ?)+;?(?= \}$)/g,
    "",
  );
  const isLong = bare.includes("\n");
  const closed = isLong
    ? bare.replace(/\n([ \t]*)\}$/, `\n$1    ${line}\n$1}`)
    : bare.replace(/;? ?\}$/, `; ${line} }`);
  return text.slice(0, start.offset) + closed + text.slice(end.offset);
}

const args = process.argv.slice(2).filter((word) => word !== "--check");
const isCheck = process.argv.includes("--check");
let failures = 0;
let count = 0;
for (const file of args.length > 0 ? args : hazardFiles(dir)) {
  const path = `${dir}${file}.kdl`;
  let text = readFileSync(path, "utf8");
  const { names, entries } = readHazardsText(text, file);
  for (const entry of [...entries].reverse()) {
    if (entry.tries.length === 0) continue;
    const shown = `${file}:${getLocation(entry.node).start.line}`;
    const outcome = outcomeOf(entry, names, shown);
    if (outcome === null) continue;
    count += 1;
    if (outcome.failed) failures += 1;
    else text = withOutcome(text, entry.node, outcome.proven);
  }
  if (!isCheck) writeFileSync(path, text);
}
console.error(`${count} hazards tried, ${count - failures} proven`);
process.exitCode = failures === 0 ? 0 : 1;
