// Every hazard on file, on open grants: what can be reached is named, and what --fix closes is closed and nothing else.
//
// The list of hazards (test/cases/hazards.jsonl) is data of other people's programs; one grant is made for each program
// and subcommand of it. Plain uses are the first example of each manual page, or what the page is about where it has none. What lint does not name is listed in test/cases/lint-missed.json, with the reason.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { reachesChild } from "../src/lint/environment.ts";
import { applyFixes } from "../src/lint/lint.ts";
import type { Finding } from "../src/model/finding.ts";
import { type HazardRow, hazardRows } from "./fixtures/hazard-rows.ts";
import { rowsOf } from "./fixtures/rows.ts";
import { decider, lintText } from "./lint-place.ts";

interface PlainUse extends Pick<HazardRow, "bin" | "subcommand"> {
  readonly words: readonly string[];
}

const plainUses = rowsOf<PlainUse>("test/cases/lint-plain-uses.jsonl");
const missed = JSON.parse(readFileSync("test/cases/lint-missed.json", "utf8")) as {
  readonly flags: Readonly<Record<string, string>>;
  readonly operands: Readonly<Record<string, string>>;
  /** First examples of a manual that are themselves what lint warns of. */
  readonly plain: Readonly<Record<string, string>>;
};

type Grant = Pick<HazardRow, "bin" | "subcommand">;
const grants = new Map<string, number>();
const keyOf = ({ bin, subcommand }: Grant) => `${bin} ${subcommand}`.trim();
for (const row of hazardRows) if (!grants.has(keyOf(row))) grants.set(keyOf(row), grants.size);
const groupOf = (grant: Grant) => `w${grants.get(keyOf(grant))}`;
const callOf = (grant: Grant) => [
  ...["ward", groupOf(grant)],
  ...grant.subcommand.split(" ").filter((word) => word !== ""),
];

/** One wrap a program and subcommand, with open flags. */
function openGrants(): string {
  const wraps = [...grants.keys()].map((key, index) => {
    const [bin = "", ...words] = key.split(" ");
    const joins = bin === "parallel" ? " { remote-shell none }" : "";
    const leaf = words.length === 0 ? "*" : words.join(" ");
    return `wrap ward w${index} {\n    exec "${bin}"${joins}\n    can run "${leaf}"\n}\n`;
  });
  return wraps.join("");
}

const open = openGrants();
const findings = lintText(open);
const byGroup = grouped(findings);

function grouped(all: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of all) {
    const group = finding.argv?.[1] ?? "";
    groups.set(group, [...(groups.get(group) ?? []), finding]);
  }
  return groups;
}

const found = (row: HazardRow) => byGroup.get(groupOf(row)) ?? [];
const shown = (row: HazardRow) => [keyOf(row), ...(row.flags ?? [])].join(" ");
const isGrave = ({ effect }: HazardRow) => effect === "exec" || effect === "write";
const flagRows = hazardRows.filter((row) => row.kind === "flag" && isGrave(row));

test("every flag that runs or writes and can be reached behind its grant is named, all of its names, with its effect", () => {
  const isNamed = (row: HazardRow) => {
    const mine = found(row).filter(({ effect, flags }) => {
      return effect === row.effect && (row.flags ?? []).some((flag) => flags.includes(flag));
    });
    const all = found(row).flatMap(({ flags }) => flags);
    return mine.length > 0 && (row.flags ?? []).every((flag) => all.includes(flag));
  };
  const missing = flagRows.filter((row) => !isNamed(row)).map(shown);
  assert.deepEqual(missing, Object.keys(missed.flags));
  assert.ok(missing.length / flagRows.length < 0.05);
});

test("operands, plain calls and input are named, with a pattern, a seal or removal as the remedy", () => {
  const isNamed = (row: HazardRow) =>
    found(row).some(({ effect, fix, message }) => {
      const remedy = `${fix?.text} ${message}`;
      return effect === row.effect && /allow-arg-re|sealed|remove|deny-flag/.test(remedy);
    });
  const others = hazardRows.filter(({ kind }) => kind === "positional" || kind === "bare");
  const missing = others.filter((row) => !isNamed(row)).map(shown);
  assert.deepEqual(missing, Object.keys(missed.operands));
});

test("a variable does not reach the child, or is spoken of", () => {
  const nothing = { keep: [], drop: [] };
  const silent = hazardRows
    .filter(({ kind }) => kind === "env")
    .filter((row) => (row.flags ?? []).some((name) => reachesChild(name, nothing) !== null))
    .filter((row) => !found(row).some(({ message }) => message.includes(row.flags?.[0] ?? "")));
  assert.deepEqual(silent.map(shown), []);
});

interface Closed {
  readonly text: string;
  readonly left: readonly Finding[];
}

/** As `wardctl lint --fix` does: until nothing is left that has a line to put in. */
function closed(text: string, said: readonly Finding[]): Closed {
  const next = applyFixes(text, said);
  return next === text ? { text, left: said } : closed(next, lintText(next));
}

test("after --fix no flag is left, every flag that was named is refused as it was used and in other spellings, and plain uses pass", () => {
  const { text, left } = closed(open, findings);
  const decide = decider(text);
  assert.deepEqual(
    left.filter(({ flags }) => flags.length > 0),
    [],
  );
  const used = findings.filter(({ flags }) => flags.length > 0);
  const passing = used.filter(({ argv }) => decide(argv ?? []).decision !== "deny");
  assert.deepEqual(
    passing.map(({ argv }) => argv?.join(" ")),
    [],
  );
  const grave = flagRows.filter((row) => !Object.hasOwn(missed.flags, shown(row)));
  const spelled = grave.flatMap((row) =>
    (row.flags ?? []).flatMap((flag) => {
      const tails = [[flag], [flag, "x"], [`${flag}=x`]];
      return tails.map((tail) => [...callOf(row), ...tail]);
    }),
  );
  assert.deepEqual(
    spelled.filter((call) => decide(call).decision !== "deny").map((call) => call.join(" ")),
    [],
  );
  const before = decider(open);
  const refused = plainUses.flatMap((use) => {
    const call = [...callOf(use), ...use.words];
    const was = before(call);
    const is = decide(call);
    const isLost = was.decision !== "deny" && is.decision === "deny";
    const shown = `${keyOf(use)} ${use.words.join(" ")}`;
    return isLost ? [shown] : [];
  });
  assert.deepEqual(refused.toSorted(), Object.keys(missed.plain).toSorted());
  assert.equal(plainUses.length, grants.size);
});
