// `cwd "<directory>"`: where a leaf's child starts.

import { once } from "../arguments.ts";
import { badBound, onlyText, pathProblem } from "../bounds.ts";
import type { KdlNode } from "../document.ts";
import type { GrantDraft, WrapDraft } from "../drafts.ts";
import type { NodeSpec, Reading } from "../reading.ts";

function read(node: KdlNode, { bounds }: GrantDraft | WrapDraft, reading: Reading): void {
  const given = onlyText(node, reading, "directory");
  if (given === null) return;
  const problem = pathProblem(given.text);
  if (problem === null) bounds.cwd = once(reading, bounds.cwd, node, given.text);
  else badBound(node, given, problem, reading);
}

export const cwd: NodeSpec = {
  name: "cwd",
  args: '"<directory>"',
  meaning:
    "Starts the child in this directory: absolute, or relative to the one that the Guardfile lies in.",
  example: 'cwd "/srv/site"',
  readers: { wrap: read, grant: read },
};
