// Policies of 10, 1,000 and 10,000 leaves → microseconds a decision, in this process.
//
// Each is measured with a few calls again and again, which shows what the number of leaves costs, and with thousands of
// different ones, which adds that the processor finds none of their leaves in its caches.
import { readFileSync } from "node:fs";
import { median, table } from "./measure.mjs";
import { calls, policies } from "./policies.mjs";
import { rooms } from "./rooms.mjs";

const SIZES = [
  { leaves: 10, files: 2 },
  { leaves: 1000, files: 10 },
  { leaves: 10_000, files: 20 },
];
const BATCH = 4000;
const FEW = 16;

function planted(parts, files) {
  const placed = files.map(({ name, text }) => {
    const { guardfile, diagnostics } = parts.parseGuardfile(name, text);
    if (!guardfile) throw new Error(JSON.stringify(diagnostics[0]));
    return { place: "user", guardfile };
  });
  return parts.plant(placed).tree;
}

function factsOf({ catalogueOf, matchWhole, readFacts }) {
  const catalogue = catalogueOf(readFacts);
  return { catalogue, matchWhole, shell: new Map(), env: new Map() };
}

/** Microseconds of processor time a decision in one batch: what else the machine does is not in it. */
function batch(decide, tree, words, facts) {
  const start = process.cpuUsage();
  for (const one of words) decide(tree, { words: one }, facts);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / words.length;
}

const GIT = [
  ["commit", "-am", "feat(x): a; b"],
  ["log", "--oneline", "-20", "--graph", "main..dev"],
  ["push", "-u", "origin", "feature/x"],
  ["push", "--force", "origin", "main"],
  ["diff", "--stat", "--cached"],
  ["commit", "--no-verif", "-m", "x"],
].map((words) => ["ward", "git", ...words]);

/** The first time that a binary's facts are read, milliseconds; medians of fresh catalogues. */
function factsLoad({ catalogueOf, readFacts }, bin) {
  const once = () => {
    const start = process.hrtime.bigint();
    catalogueOf(readFacts)(bin);
    return Number(process.hrtime.bigint() - start) / 1e6;
  };
  return median(Array.from({ length: 30 }, once));
}

/** Of each size: a tree, some calls to it over and over, and as many different ones as there is room for. */
function subjectsOf(parts) {
  const sized = SIZES.map(({ leaves, files }) => {
    const all = calls(leaves, files, BATCH);
    const tree = planted(parts, policies(leaves, files, "true"));
    const name = `${leaves.toLocaleString("en")} leaves, ${files} files`;
    return { name, tree, all, few: repeated(all.slice(0, FEW)) };
  });
  const text = readFileSync(new URL("../guardfiles/git.kdl", import.meta.url), "utf8");
  const tree = planted(parts, [{ name: "git.kdl", text }]);
  const git = repeated(GIT);
  return [...sized, { name: "shipped git, catalogue loaded", tree, all: git, few: git }];
}

const repeated = (some) => Array.from({ length: BATCH }, (_, index) => some[index % some.length]);

/** @param {number} rounds batches of each policy, taken in turn */
export async function decisions(rounds) {
  const parts = await rooms();
  const facts = factsOf(parts);
  const subjects = subjectsOf(parts);
  const taken = subjects.map(() => ({ few: [], all: [] }));
  for (let round = -2; round < rounds; round += 1) {
    for (const [index, { tree, few, all }] of subjects.entries()) {
      const measured = { few: batch(parts.decide, tree, few, facts) };
      measured.all = batch(parts.decide, tree, all, facts);
      if (round < 0) continue;
      taken[index].few.push(measured.few);
      taken[index].all.push(measured.all);
    }
  }
  const [first] = taken;
  const ratio = (values, kind) => median(values.map((value, round) => value / first[kind][round]));
  const cells = (values, kind) => [
    `${median(values).toFixed(2)} µs`,
    `${ratio(values, kind).toFixed(2)}x`,
  ];
  const rows = subjects.map(({ name }, index) => [
    name,
    ...cells(taken[index].few, "few"),
    ...cells(taken[index].all, "all"),
  ]);
  const head = ["", `${FEW} calls`, "", `${BATCH.toLocaleString("en")} calls`, ""];
  return [
    `processor time of a decision, medians of ${rounds} alternating batches`,
    table([head, ...rows]),
    `reading git's facts for the first time: ${factsLoad(parts, "git").toFixed(2)} ms`,
  ].join("\n");
}
