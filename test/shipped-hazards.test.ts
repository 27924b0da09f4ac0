// No flag that is known to run a program or to write a file gets through a shipped Guardfile, in any of its spellings.
//
// The list of hazards is data (test/cases/hazards.jsonl); each of its flags is tried behind every leaf that reaches it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readShipped, type Shipped, type ShippedLeaf, shippedNames } from "./shipped-policies.ts";

interface Hazard {
  readonly bin: string;
  readonly subcommand: string;
  readonly kind: string;
  readonly flags?: readonly string[];
  readonly effect: string;
  readonly how: string | null;
}

const CONFIG = [
  "config --get --global",
  "config --get-all --global",
  "config get --global",
  "config --global",
  ...["config --get", "config --get-all", "config get", "config"].flatMap((words) => [
    `${words} --system`,
    `${words} --local`,
  ]),
];

/** What gets through, and why that is right; the reason stands in the comment of the Guardfile. */
const MEANT: readonly { readonly call: string; readonly comment: string }[] = [
  { call: "ward git log --format", comment: "log and show --format: %G? verifies a signature" },
  { call: "ward git log --pretty", comment: "log and show --format: %G? verifies a signature" },
  ...CONFIG.map((call) => ({
    call: `ward git ${call}`,
    comment: "config --get looks, whatever scope",
  })),
];

const hazards = readFileSync("test/cases/hazards.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Hazard)
  .filter(({ kind, effect }) => kind === "flag" && (effect === "exec" || effect === "write"));

/** Rows that speak of one verb, though every verb of the tool reads the flag. */
const EVERY_VERB = ["kubectl get", "kubectl version", "npm run", "systemctl status"];

/** git reads these before its subcommand only, where no leaf can stand yet. */
const isGitGlobal = ({ bin, subcommand, flags = [], how }: Hazard) =>
  bin === "git" && (subcommand === "" || (how?.startsWith(`git ${flags[0]} `) ?? false));

function reaches(hazard: Hazard, { bin, leaf }: ShippedLeaf): boolean {
  if (hazard.bin !== bin) return false;
  const wanted = hazard.subcommand.split(" ").filter((word) => word !== "");
  const isEvery = EVERY_VERB.includes(`${bin} ${hazard.subcommand}`);
  return isEvery || wanted.every((word, index) => leaf.words[index] === word);
}

/** Each spelling stands before and behind an operand, and behind `--`. */
function spellings(flag: string): readonly (readonly string[])[] {
  const isLong = flag.startsWith("--");
  const forms = isLong ? [[flag], [flag, "x"], [`${flag}=x`]] : [[flag], [flag, "x"], [`${flag}x`]];
  return forms.flatMap((form) => [form, ["a", ...form], ["--", ...form]]);
}

interface Tried {
  readonly count: number;
  /** The flags that got through, as calls. */
  readonly passed: readonly string[];
}

function tryHazards({ leaves, decide }: Shipped): Tried {
  const passed = new Set<string>();
  let count = 0;
  const attempt = (words: readonly string[], shown: string) => {
    count += 1;
    if (decide(words).decision !== "deny") passed.add(shown);
  };
  for (const hazard of hazards) {
    for (const leaf of leaves.filter((one) => reaches(hazard, one))) {
      for (const flag of hazard.flags ?? []) {
        const group = leaf.wrap.path;
        const own = leaf.words.slice(group.length);
        attempt([...group, flag, "x", ...own], `${group.join(" ")} ${flag}`);
        if (isGitGlobal(hazard)) continue;
        for (const spelling of spellings(flag)) {
          attempt([...leaf.words, ...spelling], [...leaf.words, flag].join(" "));
        }
      }
    }
  }
  return { count, passed: [...passed] };
}

test("what the list knows to run programs or write files is refused, save what a comment gives the reason for", () => {
  const tried = shippedNames.map((name) => ({ shipped: readShipped(name), name }));
  const results = tried.map(({ shipped, name }) => ({ name, ...tryHazards(shipped) }));
  const passed = results.flatMap((result) => result.passed);
  assert.deepEqual(
    passed,
    MEANT.map(({ call }) => call),
  );
  const unsaid = MEANT.filter(
    ({ call, comment }) => !readShipped(call.split(" ")[1] ?? "").comment.includes(comment),
  );
  assert.deepEqual(unsaid, []);
  const reached = results.filter(({ count }) => count > 0).map(({ name }) => name);
  assert.deepEqual(reached, ["docker", "forgejo-admin", "git", "kubectl", "npm", "systemctl"]);
});

test("the test itself sees a hole: the same policy with the flag on its list lets it through", () => {
  const git = readShipped("git");
  const open = git.decide(["ward", "git", "log", "--format", "x"]);
  const shut = git.decide(["ward", "git", "log", "--output", "x"]);
  assert.deepEqual([open.decision, shut.decision], ["allow", "deny"]);
});
