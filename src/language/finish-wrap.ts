// A wrap's draft → the wrap, or the reasons why its sentences don't go together.

import type { Example, Exec, Leaf, Never, Rule, Wrap } from "../model/policy.ts";
import { defaultRemote } from "./binary.ts";
import { finishBounds } from "./bounds.ts";
import type { AllowedName, ExampleDraft, ExecDraft, GrantDraft, WrapDraft } from "./drafts.ts";
import { checkExamples, checkForm, checkGrant, checkJoiner, checkPaths } from "./finish-checks.ts";
import type { Reading } from "./reading.ts";

/** @returns the wrap; null where an error keeps it from being one */
export function finishWrap(draft: WrapDraft, reading: Reading): Wrap | null {
  const form = checkForm(draft, reading);
  checkPaths(draft, reading);
  for (const exec of draft.execs) checkJoiner(exec, reading);
  for (const grant of draft.grants) checkGrant(grant, reading);
  checkExamples(draft.examples, draft.path.slice(1), reading);
  if (form === null) return null;
  const leaves = readLeaves(draft, form, reading);
  const { node } = draft;
  return {
    path: draft.path,
    form,
    leaves,
    nevers: draft.nevers.map(
      (never): Never => ({
        words: never.words,
        describe: never.describe?.value ?? null,
        rule: reading.rule(never.node),
        span: never.node.span,
      }),
    ),
    guards: draft.guards,
    ...redacted(draft),
    describe: draft.describe?.value ?? null,
    docLinks: draft.docLinks,
    examples: finishExamples(draft.examples, draft.path.slice(0, 1), reading),
    lintAllows: draft.lintAllows,
    rule: reading.rule(node),
    span: node.span,
  };
}

function redacted({ redactFlags }: GrantDraft | WrapDraft): Pick<Leaf, "redactFlags"> {
  return redactFlags.length === 0 ? {} : { redactFlags };
}

function readLeaves(draft: WrapDraft, form: Wrap["form"], reading: Reading): readonly Leaf[] {
  if (form === "allow")
    return [...draft.allowed.values()].map((name) => allowedLeaf(draft, name, reading));
  const [execDraft] = form === "exec" ? draft.execs : draft.passthroughs;
  if (execDraft === undefined) return [];
  const exec = finishExec(execDraft, reading);
  if (form === "exec") return draft.grants.map((grant) => grantedLeaf(draft, grant, exec, reading));
  return [wholeLeaf(draft, [], exec, reading.rule(execDraft.node), execDraft.node.span)];
}

function finishExec(draft: ExecDraft, reading: Reading): Exec {
  const { node } = draft;
  return {
    bin: draft.bin,
    prefix: draft.prefix,
    env: [...draft.env.values()].map(({ value }) => value),
    environment: draft.environment?.value ?? { keep: [], drop: [] },
    remote: draft.remote?.value ?? defaultRemote(draft.bin),
    options: draft.options?.value ?? null,
    valueFlags: draft.valueFlags,
    textFlags: draft.textFlags,
    rule: reading.rule(node),
  };
}

/** A leaf with a binary of its own: prefix, style and flag facts belong to the wrap's binary, its variables stay. */
function overridden(exec: Exec, bin: string, rule: Rule): Exec {
  const { env, environment } = exec;
  const own = { prefix: [], options: null, valueFlags: [], textFlags: [] };
  return { ...own, bin, env, environment, remote: defaultRemote(bin), rule };
}

function grantedLeaf(wrap: WrapDraft, grant: GrantDraft, exec: Exec, reading: Reading): Leaf {
  const isWholeBinary = grant.words[0] === "*";
  const words = isWholeBinary ? [] : grant.words;
  const { bin } = grant;
  return {
    words,
    isWholeBinary,
    exec: bin ? overridden(exec, bin.value, reading.rule(bin.node)) : exec,
    argv: grant.argv.length > 0 ? grant.argv.flatMap(({ value }) => value) : null,
    isSealed: grant.sealed !== null,
    metacharacters: grant.metacharacters?.value ?? wrap.metacharacters?.value ?? "refuse",
    denyFlags: grant.denyFlags,
    allowFlags: grant.allowFlags,
    mayRepeat: grant.mayRepeat,
    valueFlags: grant.valueFlags,
    textFlags: grant.textFlags,
    ...redacted(grant),
    patterns: grant.patterns,
    ...finishBounds(wrap.bounds, grant.bounds),
    guards: grant.guards,
    describe: grant.describe?.value ?? null,
    examples: finishExamples(grant.examples, wrap.path, reading),
    lintAllows: grant.lintAllows,
    rule: reading.rule(grant.node),
    span: grant.node.span,
  };
}

function wholeLeaf(
  wrap: WrapDraft,
  words: readonly string[],
  exec: Exec,
  rule: Rule,
  span: Leaf["span"],
): Leaf {
  return {
    words,
    isWholeBinary: true,
    exec,
    argv: null,
    isSealed: false,
    metacharacters: wrap.metacharacters?.value ?? "refuse",
    denyFlags: [],
    allowFlags: [],
    mayRepeat: [],
    valueFlags: [],
    textFlags: [],
    patterns: [],
    ...finishBounds(wrap.bounds, null),
    guards: [],
    describe: null,
    examples: [],
    lintAllows: [],
    rule,
    span,
  };
}

function allowedLeaf(
  wrap: WrapDraft,
  { name, node, argument }: AllowedName,
  reading: Reading,
): Leaf {
  const rule = reading.rule(node, argument);
  const exec: Exec = {
    bin: name,
    prefix: [],
    env: [],
    environment: wrap.environment?.value ?? { keep: [], drop: [] },
    remote: defaultRemote(name),
    options: null,
    valueFlags: [],
    textFlags: [],
    rule,
  };
  return wholeLeaf(wrap, [name], exec, rule, argument.span);
}

function finishExamples(
  drafts: readonly ExampleDraft[],
  before: readonly string[],
  reading: Reading,
): readonly Example[] {
  return drafts.map(({ expect, words, node }) => {
    return { expect, words: [...before, ...words], rule: reading.rule(node), span: node.span };
  });
}
