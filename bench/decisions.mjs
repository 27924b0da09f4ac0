// Policies of 10, 1,000 and 10,000 leaves → microseconds a decision, in this process.
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

/** @param {number} rounds batches of each policy, taken in turn */
export async function decisions(rounds) {
  const parts = await rooms();
  const facts = factsOf(parts);
  const subjects = SIZES.map(({ leaves, files }) => ({
    name: `${leaves.toLocaleString("en")} leaves, ${files} files`,
    tree: planted(parts, policies(leaves, files, "true")),
    words: calls(leaves, files, BATCH),
  }));
  const text = readFileSync(new URL("../guardfiles/git.kdl", import.meta.url), "utf8");
  const words = Array.from({ length: BATCH }, (_, index) => GIT[index % GIT.length]);
  const tree = planted(parts, [{ name: "git.kdl", text }]);
  subjects.push({ name: "shipped git, catalogue loaded", tree, words });
  const taken = subjects.map(() => []);
  for (let round = -2; round < rounds; round += 1) {
    subjects.forEach((subject, index) => {
      const microseconds = batch(parts.decide, subject.tree, subject.words, facts);
      if (round >= 0) taken[index].push(microseconds);
    });
  }
  const rows = subjects.map(({ name }, index) => [
    name,
    `${median(taken[index]).toFixed(2)} µs`,
    `${median(taken[index].map((value, round) => value / taken[0][round])).toFixed(2)}x`,
  ]);
  return [
    `processor time of a decision, medians of ${rounds} alternating batches of ${BATCH.toLocaleString("en")} calls`,
    table(rows),
    `reading git's facts for the first time: ${factsLoad(parts, "git").toFixed(2)} ms`,
  ].join("\n");
}
