// A variable that `keep` hands on and that makes the program run code or load configuration.

import type { Finding } from "../../model/finding.ts";
import type { Hazard } from "../../model/hazard.ts";
import { reachesChild } from "../environment.ts";
import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "keep-runs-code";
const NOTHING_KEPT = { keep: [], drop: [] };

interface Kept {
  readonly name: string;
  readonly says: string;
  readonly effect: Hazard["effect"];
}

/** What the hazards and the catalogue say of the variables that this leaf's rule lets through. */
function keptOf(linted: LintedLeaf): readonly Kept[] {
  const { leaf, reached, facts } = linted;
  const hazards = reached.filter(({ hazard }) => hazard.kind === "env").map(({ hazard }) => hazard);
  const known = hazards.flatMap(({ names, says, effect }) =>
    names.map((name) => ({ name, says, effect })),
  );
  const others = (facts?.codeVariables ?? [])
    .filter((name) => !known.some((one) => one.name === name))
    .map(
      (name) =>
        ({ name, says: "Makes it run code or load configuration.", effect: "exec" }) as const,
    );
  const { environment } = leaf.exec;
  // What every child gets is spoken of only where a hazard says what it is good for.
  const asked = others.filter(({ name }) => reachesChild(name, NOTHING_KEPT) === null);
  return [...known, ...asked].flatMap((one) => {
    const kept = reachesChild(one.name, environment);
    return kept === null ? [] : [{ ...one, name: kept }];
  });
}

function find(subject: Subject): readonly Finding[] {
  const said = new Set<string>();
  return subject.leaves.flatMap((linted) =>
    keptOf(linted).flatMap(({ name, says, effect }) => {
      const { leaf, wrap } = linted;
      const isSet = leaf.exec.env.some((rule) => rule.name === name);
      const key = JSON.stringify([wrap.path, leaf.exec.rule.line, name, effect]);
      if (isSet || said.has(key)) return [];
      said.add(key);
      const message = `the caller's \`${name}\` reaches \`${linted.reader.bin}\`: ${says.charAt(0).toLowerCase()}${says.slice(1, -1)}`;
      const isGrave = effect === "exec" || effect === "write" || effect === "config";
      return [
        remark(subject, {
          ...{ rule: NAME, at: leaf.exec.rule, message, linted, effect },
          severity: isGrave ? "error" : "note",
          fix: `take \`${name}\` out of \`keep\`, or \`environment { drop "${name}" }\``,
          argv: linted.call,
        }),
      ];
    }),
  );
}

export const keepRunsCode: LintRule = {
  name: NAME,
  summary:
    "A kept variable of the caller makes the program run code, load configuration or use another login.",
  why: `Variables are flags that no policy looks at: \`GIT_SSH_COMMAND\` is a program, \`KUBECONFIG\` names a file that may name one.
ward drops what is not on its list; \`keep\` puts a name on it for this wrap.

Set the variable in the wrap with \`env\` where its value is known. Say \`lint-allow keep-runs-code\` where the caller is meant to
choose.`,
  find,
};
