// Judges the examples of a Guardfile with its own policy; each one that comes out otherwise is an error at its place.
import { decide } from "../engine/decide.ts";
import type { Facts } from "../engine/facts.ts";
import { plant } from "../engine/tree.ts";
import type { Decision } from "../model/decision.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Example, Guardfile } from "../model/policy.ts";
import { invocationText } from "../render/invocation.ts";

function isMet(example: Example, decision: Decision): boolean {
  const isRefused = decision.decision === "deny";
  return example.expect === "refuses" ? isRefused : !isRefused;
}

function gotText(decision: Decision): string {
  if (decision.decision === "deny") return `refused (${decision.reason}): ${decision.message}`;
  const runs = `\`${invocationText(decision.exec.argv)}\``;
  const isLeft = decision.decision === "undecided";
  return isLeft ? `left to the host: ${decision.message}` : `allowed: it runs ${runs}`;
}

function hintOf(decision: Decision): string {
  if (decision.rule === null) return "no sentence of this file grants it";
  return `line ${decision.rule.line} decided: ${decision.rule.text}`;
}

/**
 * @param guardfile a valid file, judged alone
 * @param facts without answers of the host: an example never asks anything
 * @returns one error for each example whose decision is not the one that it states
 */
export function judgeExamples(guardfile: Guardfile, facts: Facts): readonly Diagnostic[] {
  const { tree } = plant([{ place: "user", guardfile }]);
  const examples = guardfile.wraps.flatMap((wrap) => [
    ...wrap.examples,
    ...wrap.leaves.flatMap((leaf) => leaf.examples),
  ]);
  return examples.flatMap((example) => {
    const decision = decide(tree, { words: example.words }, facts);
    if (isMet(example, decision)) return [];
    const wanted = example.expect === "allows" ? "be allowed" : "be refused";
    return {
      code: "example",
      severity: "error",
      file: guardfile.file,
      span: example.span,
      message: `this call should ${wanted}, but it is ${gotText(decision)}`,
      hint: hintOf(decision),
    };
  });
}
