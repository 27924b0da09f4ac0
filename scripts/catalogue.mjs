// Regenerates catalogue files from the tools that are installed, compares them with what stands there, or counts.
//
// npm run catalogue -- [BINARY[:COMMAND,…]…]           writes src/catalogue/<binary>.kdl
// npm run catalogue -- --check [BINARY[:COMMAND,…]…]   prints what changed; 1 where the tool has the file's own version
// npm run catalogue -- --count [--json]
// npm run catalogue -- --names [BINARY…]                writes src/catalogue/names/<binary>.kdl: names of one flag; without a binary, those that stand there
// npm run catalogue -- --hidden BINARY…                 names that the tool reads and neither it nor the catalogue tells
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { catalogued } from "./catalogue/build.mjs";
import { compareCatalogue } from "./catalogue/compare.mjs";
import { countCatalogue } from "./catalogue/count.mjs";
import { generators } from "./catalogue/generators.mjs";
import { hiddenNames } from "./catalogue/hidden.mjs";
import { namesFacts } from "./catalogue/names.mjs";
import { writeCatalogue } from "./catalogue/write.mjs";

const dir = new URL("../src/catalogue", import.meta.url).pathname;
const options = process.argv.slice(2).filter((word) => word.startsWith("--"));
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const asked = (words.length > 0 ? words : Object.keys(generators)).map((word) => {
  const [bin, commands] = word.split(":");
  return { bin, commands: commands?.split(",") ?? [] };
});

if (options.includes("--count")) count();
else if (options.includes("--names"))
  for (const bin of words.length > 0 ? words : catalogued(`${dir}/names`)) writeNames(bin);
else if (options.includes("--hidden"))
  for (const bin of words)
    console.log(`${bin}: ${hiddenNames(dir, bin)?.join(" ") ?? "can't be asked"}`);
else for (const { bin, commands } of asked) regenerate(bin, commands);

/** A tool whose whole table is generated has its names there. */
function writeNames(bin) {
  const facts = Object.hasOwn(generators, bin) ? null : namesFacts(bin);
  if (facts === null) return;
  mkdirSync(`${dir}/names`, { recursive: true });
  writeFileSync(`${dir}/names/${bin}.kdl`, writeCatalogue(facts));
}

function regenerate(bin, commands) {
  if (!Object.hasOwn(generators, bin))
    throw new Error(`${bin}: no tool prints its facts, they are written by hand`);
  const facts = generators[bin](commands);
  if (facts === null) console.log(`${bin}: not installed`);
  else if (options.includes("--check")) check(bin, writeCatalogue(facts), commands);
  else if (commands.length > 0) throw new Error(`${bin}: only --check takes single commands`);
  else writeFileSync(`${dir}/${bin}.kdl`, writeCatalogue(facts));
}

function check(bin, text, commands) {
  const path = `${dir}/${bin}.kdl`;
  if (!existsSync(path)) throw new Error(`${path}: missing`);
  const { written, here, differences } = compareCatalogue(path, text, commands);
  const isSame = written === here;
  const verdict = differences.length === 0 ? "the same" : `${differences.length} differences`;
  console.log(`${bin}: ${verdict}${isSame ? "" : ` (file: ${written}; here: ${here})`}`);
  for (const line of differences) console.log(`  ${line}`);
  if (isSame && differences.length > 0) process.exitCode = 1;
}

function count() {
  const { rows, total } = countCatalogue(dir);
  if (options.includes("--json")) return console.log(JSON.stringify(total));
  for (const row of rows) {
    const by = row.isGenerated ? `${row.generatedFlags} printed by the tool` : "by hand";
    console.log(`${row.bin}: ${row.subcommands} subcommands, ${row.flags} flags (${by})`);
  }
  const { binaries, names, subcommands, flags, exactNames, generatedBinaries, generatedFlags } =
    total;
  const { joinedBinaries, joinedFlags } = total;
  console.log(
    `${binaries} binaries under ${names} names, ${subcommands} subcommands, ${flags} flags with ${exactNames} exact names;`,
  );
  console.log(
    `${generatedFlags} flags of ${generatedBinaries} binaries were printed by the tool itself;`,
  );
  console.log(
    `of ${joinedFlags} flags of ${joinedBinaries} programs the names are joined as a help text shows them.`,
  );
}
