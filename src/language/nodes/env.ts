// `env NAME "<literal>"` or `env NAME { value <provider> "<address>" }`: one variable of the child.

import type { EnvSource } from "../../model/policy.ts";
import { hasCount, texts } from "../arguments.ts";
import type { KdlNode } from "../document.ts";
import type { EnvDraft, ExecDraft } from "../drafts.ts";
import type { NodeSpec, Reading } from "../reading.ts";
import { quote } from "../sentence.ts";

/** What decides where ward looks and what it trusts is not a Guardfile's to set (trust.md T27, T47). */
const OWN = new Set(["WARD_CONFIG_DIR", "WARD_STATE_DIR", "WARD_TRUST_EXEC"]);

function readName(node: KdlNode, draft: ExecDraft, reading: Reading): string | null {
  const given = texts(node).find(({ argument }) => argument === node.arguments[0]);
  if (given === undefined) return null;
  const { text: name, argument } = given;
  const error = (message: string) => reading.report.error("bad-env", argument.span, message);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    error(`"env": ${quote(name)} is no variable's name: letters, digits and _, not a digit first`);
    return null;
  }
  if (OWN.has(name)) error(`"env": ${name} is ward's own and can't be set by a Guardfile`);
  const before = draft.env.get(name);
  if (before) {
    reading.report.error("said-twice", node.span, `"env" sets ${name} twice`, {
      hint: "keep one of the two",
      related: reading.report.related(before.node.span, "first set here"),
    });
  }
  return name;
}

function readSource(node: KdlNode, reading: Reading): EnvSource | null {
  const draft: EnvDraft = { sources: [] };
  reading.block(node, "env", draft);
  const [, literal] = texts(node);
  const [source, second] = draft.sources;
  const hint = 'write `env NAME "literal"`, or `env NAME { value env "OTHER" }`';
  const error = (where: KdlNode, message: string) =>
    reading.report.error("bad-env", where.span, message, { hint });
  if (second) error(second.node, '"env" has one value, not several');
  if (literal && node.children !== null) {
    error(node, '"env" takes a literal or a block with a value, not both');
  } else if (literal) return { kind: "literal", value: literal.text };
  else if (source === undefined && node.arguments.length === 1 && !node.children?.length) {
    error(node, '"env" needs a value');
  }
  return source?.value ?? null;
}

/** Such a value never reaches a child, whoever sets it, so a policy that counts on it is wrong (guardfile.md section 6). */
function checkValue(node: KdlNode, source: EnvSource, reading: Reading): void {
  const isLiteral = source.kind === "literal" || source.provider === "literal";
  const text = source.kind === "literal" ? source.value : source.address;
  if (!isLiteral || !text.startsWith("() {")) return;
  const message =
    '"env": a value that starts with `() {` is a function to old shells and never passed on';
  reading.report.error("bad-env", node.span, message, {
    hint: "put the code into a script, and name that",
  });
}

function read(node: KdlNode, draft: ExecDraft, reading: Reading): void {
  if (!hasCount(node, reading, { min: 1, max: 2, what: "word" })) return;
  const name = readName(node, draft, reading);
  const source = readSource(node, reading);
  if (name === null || source === null) return;
  checkValue(node, source, reading);
  // The rule leaves the value out: it is shown and recorded, and a literal may be a secret.
  const rule = reading.rule(node, node.arguments[0]);
  draft.env.set(name, { value: { name, source, rule }, node });
}

export const env: NodeSpec = {
  name: "env",
  args: 'NAME "<literal>", or NAME { value <provider> "<address>" }',
  meaning: "Sets one variable of the child; a provider is asked just before the run.",
  example: 'env PGPASSWORD { value file "/etc/ward/pg-password" }',
  readers: { exec: read, passthrough: read },
};
