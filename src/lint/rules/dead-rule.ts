// A sentence that no call can meet: it reads as a bound, and bounds nothing.

import { commandPath } from "../../engine/flag-table.ts";
import type { Finding } from "../../model/finding.ts";
import type { Rule } from "../../model/policy.ts";
import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "dead-rule";

interface Dead {
  readonly at: Rule;
  readonly why: string;
}

function sealed({ leaf }: LintedLeaf): readonly Dead[] {
  if (!leaf.isSealed) return [];
  const why = "the grant is sealed, so no caller's word ever meets this";
  const sentences = [...leaf.denyFlags, ...leaf.allowFlags, ...leaf.patterns, ...leaf.mayRepeat];
  return sentences.map(({ rule }) => ({ at: rule, why }));
}

/** A flag that the allow list leaves out is refused already, unless an operand can mean it. */
function denied(linted: LintedLeaf): readonly Dead[] {
  const { leaf, facts, position } = linted;
  if (leaf.isSealed) return [];
  const flags = [...commandPath(facts, position.path).chain.flatMap((step) => step.flags)];
  const names = (flag: string) => flags.find((fact) => fact.names.includes(flag))?.names ?? [flag];
  const isAllowed = (flag: string) =>
    leaf.allowFlags.some((allowed) => names(allowed.flag).includes(flag));
  const hasDashless = (flag: string) =>
    flags.some((fact) => fact.names.includes(flag) && (fact.dashless ?? []).length > 0);
  if (leaf.allowFlags.length === 0) return [];
  return leaf.denyFlags
    .filter(({ flag }) => flag.startsWith("-") && !isAllowed(flag) && !hasDashless(flag))
    .map(({ flag, rule }) => ({
      at: rule,
      why: `\`${flag}\` is not on the allow list, so it is refused anyway`,
    }));
}

function shadowed(linted: LintedLeaf): readonly Dead[] {
  const decision = linted.decide([]);
  if (decision.decision !== "deny" || decision.reason !== "never") return [];
  const why = `no call of it passes: ${decision.message}`;
  return [{ at: linted.leaf.rule, why }];
}

/** A condition on an argument of a call that may have none. */
function unmet({ leaf }: LintedLeaf): readonly Dead[] {
  const guards = leaf.guards.filter(({ selector }) => selector.kind !== "shell");
  if (leaf.isSealed) {
    const why = "the grant is sealed, so there is no argument that this could match";
    return guards.map(({ rule }) => ({ at: rule, why }));
  }
  return guards.flatMap(({ effect, selector, rule }) => {
    if (effect !== "require" || selector.kind !== "flag" || leaf.allowFlags.length === 0) return [];
    const flag = [...selector.name].length === 1 ? `-${selector.name}` : `--${selector.name}`;
    const isAllowed = leaf.allowFlags.some((allowed) => allowed.flag === flag);
    const why = `\`${flag}\` must match and is not on the allow list, so no call passes`;
    return isAllowed ? [] : [{ at: rule, why }];
  });
}

function find(subject: Subject): readonly Finding[] {
  return subject.leaves.flatMap((linted) =>
    [sealed, denied, shadowed, unmet].flatMap((look) =>
      look(linted).map(({ at, why }) =>
        remark(subject, {
          ...{ rule: NAME, severity: "warning", at, linted },
          message: `\`${at.text}\` decides nothing here: ${why}`,
          fix: "take it out, or say what was meant",
        }),
      ),
    ),
  );
}

export const deadRule: LintRule = {
  name: NAME,
  summary: "A sentence that no call can ever meet.",
  why: `A \`deny-flag\` beside an allow list that does not hold the flag, a condition on the argument of a sealed call, a grant that a
\`never run\` takes back: whoever reads the policy believes in a bound or a grant that is not there.

Say \`lint-allow dead-rule\` where the sentence is kept for readers.`,
  find,
};
