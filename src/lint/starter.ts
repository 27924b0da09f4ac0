// A program that the catalogue knows → a Guardfile for it that only looks: hazards closed, examples included, lint has nothing to say.
//
// Each grant is tried alone first; one that lint would still speak of is left out. Where nothing is left, the version is granted.

import type { Look } from "../catalogue/hazards.ts";
import { decide } from "../engine/decide.ts";
import { plant } from "../engine/tree.ts";
import { joinerProblem } from "../language/binary.ts";
import { parseGuardfile } from "../language/parse.ts";
import { quote } from "../language/sentence.ts";
import { PLAIN_PATH } from "../model/plain-path.ts";
import type { Guardfile } from "../model/policy.ts";
import { applyFixes, lint } from "./lint.ts";
import type { Knowledge } from "./linted-leaf.ts";
import { harmlessFlags, versionLooks } from "./looking-flags.ts";
import { NO_WORLD } from "./rule.ts";

const WIDTH = 100;
const MOST_ROUNDS = 4;
const MOST_REFUSALS = 3;
const VERSION: Look = { words: "--version", example: "--version", isSealed: true };

/**
 * @param bin bare name
 * @param looks what of it only looks; empty where nobody said
 * @returns the text, with a final newline
 */
export function starter(bin: string, looks: readonly Look[], knowledge: Knowledge): string {
  const all = [...looks, ...versionLooks(bin, looks, knowledge)];
  const kept = all.filter((look) => closed(bin, [look], knowledge) !== null);
  const text = kept.length > 0 ? closed(bin, kept, knowledge) : null;
  return text ?? closed(bin, [VERSION], knowledge) ?? written(bin, [VERSION], knowledge);
}

/** Calls that would use the program's gravest hazards, from the group's own words: what the starter is there to refuse. */
function refusals(bin: string, knowledge: Knowledge): readonly string[] {
  const text = [...head(bin), '    can run "*"', "}", ""].join("\n");
  const { guardfile } = parseGuardfile(`${bin}.kdl`, text);
  const findings = guardfile === null ? [] : lint(guardfile, text, knowledge, NO_WORLD);
  const grave = findings.filter(({ effect }) => effect === "exec" || effect === "write");
  const calls = grave.flatMap(({ argv }) => (argv === null ? [] : [shellText(argv.slice(1))]));
  return [...new Set(calls)].slice(0, MOST_REFUSALS);
}

function shellText(words: readonly string[]): string {
  const isPlain = /^[\w@%+=:,./-]+$/;
  const quoted = words.map((word) => {
    return isPlain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
  });
  return quoted.join(" ");
}

/** The text with all that closes its hazards; null where something stays open or an example does not hold. */
function closed(bin: string, looks: readonly Look[], knowledge: Knowledge): string | null {
  let text = written(bin, looks, knowledge);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { guardfile } = parseGuardfile(`${bin}.kdl`, text);
    if (guardfile === null) return null;
    const findings = lint(guardfile, text, knowledge, NO_WORLD);
    if (findings.length === 0) return hold(guardfile, knowledge) ? text : null;
    const next = applyFixes(text, findings);
    if (next === text) return null;
    text = next;
  }
  return null;
}

function hold(guardfile: Guardfile, { facts }: Knowledge): boolean {
  const { tree } = plant([{ place: "user", guardfile }]);
  const examples = guardfile.wraps.flatMap(({ leaves }) => leaves.flatMap((leaf) => leaf.examples));
  return examples.every(({ words, expect }) => {
    const isRefused = decide(tree, { words }, facts).decision === "deny";
    return isRefused === (expect === "refuses");
  });
}

function head(bin: string): readonly string[] {
  return [
    `wrap ward ${quote(bin)} {`,
    `    exec ${quote(bin)}${joinerProblem(bin, []) === null ? "" : " { remote-shell none }"}`,
  ];
}

function written(bin: string, looks: readonly Look[], knowledge: Knowledge): string {
  return [
    `// ${bin}, for looking only: made by \`wardctl init ${bin}\` from what the catalogue knows of it.`,
    "// Put in what you need, then: wardctl check, wardctl lint.",
    `description ${quote(`${bin}, for looking only.`)}`,
    "",
    ...head(bin),
    ...looks.flatMap((look) => grant(bin, look, knowledge)),
    ...refusals(bin, knowledge).map((call) => `    refuses ${quote(call)}`),
    "}",
    "",
  ].join("\n");
}

function grant(bin: string, look: Look, knowledge: Knowledge): readonly string[] {
  const { words, example, isSealed } = look;
  const own = words.split(" ").filter((word) => word !== "");
  const leaf = own.length === 0 ? '"*"' : quote(words);
  if (isSealed) {
    const argv = own.map(quote).join(" ");
    return [`    can run ${leaf} { argv ${argv}; sealed; allows ${quote(words)} }`];
  }
  const isOption = own[0]?.startsWith("-") === true;
  return [
    `    can run ${leaf} {`,
    ...(isOption ? [`        argv ${own.map(quote).join(" ")}`] : []),
    ...lines(harmlessFlags(bin, look, knowledge)).map((line) => `        allow-flag ${line}`),
    `        allow-arg-re ${patterns(look).map(quote).join(" ")}`,
    `        allows ${quote(example)}`,
    `        refuses ${quote([...own, "/etc/passwd"].join(" "))}`,
    "    }",
  ];
}

function patterns({ like, besides }: Look): readonly string[] {
  return [like ?? PLAIN_PATH, ...(besides === undefined ? [] : [besides])];
}

function lines(flags: readonly string[]): readonly string[] {
  const all: string[] = [];
  for (const flag of flags.map(quote)) {
    const last = all.at(-1);
    if (last !== undefined && last.length + flag.length < WIDTH) all.push(`${all.pop()} ${flag}`);
    else all.push(flag);
  }
  return all;
}
