// `shell` guards and env providers, with the host's answers so far → a refusal, what is still to be asked, or values.

import type { Answer, EnvNeed, ShellFact } from "../model/decision.ts";
import type { EnvRule, Guard } from "../model/policy.ts";
import { envKey, type Facts, shellKey } from "./facts.ts";
import { matchGlob, matchGlobStrictly } from "./globs.ts";
import { withReason } from "./guard-messages.ts";
import { code, type Trouble } from "./trouble.ts";

export interface ShellJudgement {
  readonly trouble: Trouble | null;
  /** Each argv once, in the order of the guards. */
  readonly unasked: readonly (readonly string[])[];
  readonly facts: readonly ShellFact[];
}

export function judgeShellGuards(guards: readonly Guard[], facts: Facts): ShellJudgement {
  const unasked = new Map<string, readonly string[]>();
  const asked = new Map<string, ShellFact>();
  let trouble: Trouble | null = null;
  for (const guard of guards) {
    if (guard.selector.kind !== "shell") continue;
    const { argv } = guard.selector;
    const answer = facts.shell.get(shellKey(argv));
    if (!answer) unasked.set(shellKey(argv), argv);
    else {
      if (answer.ok) asked.set(shellKey(argv), { argv, value: answer.value });
      trouble ??= judgeAnswer(guard, argv, answer);
    }
  }
  return { trouble, unasked: [...unasked.values()], facts: [...asked.values()] };
}

function judgeAnswer(guard: Guard, argv: readonly string[], answer: Answer): Trouble | null {
  const command = code(argv.join(" "));
  const globs = guard.globs.map(code).join(" or ");
  const refuse = (message: string): Trouble => ({
    reason: "guard",
    rule: guard.rule,
    message: withReason(guard, message),
    remedy: null,
  });
  if (!answer.ok) return refuse(`${command} gave no answer: ${answer.problem}`);
  const match = guard.effect === "require" ? matchGlobStrictly : matchGlob;
  const isHit = guard.globs.some((glob) => match(glob, answer.value));
  if (isHit === (guard.effect === "require")) return null;
  const verb = isHit ? "matches" : "does not match";
  return refuse(`${command} says ${code(answer.value)}, which ${verb} ${globs}`);
}

export interface EnvJudgement {
  readonly trouble: Trouble | null;
  readonly unasked: readonly EnvNeed[];
  readonly values: Readonly<Record<string, string>>;
}

export function judgeEnv(rules: readonly EnvRule[], facts: Facts): EnvJudgement {
  const values: Record<string, string> = Object.create(null);
  const unasked: EnvNeed[] = [];
  let trouble: Trouble | null = null;
  for (const { name, source, rule } of rules) {
    if (source.kind === "literal") {
      values[name] = source.value;
      continue;
    }
    const { provider, address } = source;
    const answer = facts.env.get(envKey(provider, address));
    if (!answer) unasked.push({ name, provider, address });
    else if (answer.ok) values[name] = answer.value;
    else {
      const message = `${code(name)} has no value: ${answer.problem}`;
      const remedy = "nothing was wrong with the call; mend the source of the value";
      trouble ??= { reason: "env", rule, message, remedy };
    }
  }
  return { trouble, unasked, values };
}
