// A request that a program makes → why ward can't carry it out, beyond the contract's own rules for it.

import { isAbsolute, relative } from "node:path";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { type Request, validateRequest } from "../model/request.ts";
import { POLICY_VERSION } from "../model/trust.ts";

function isInside(directory: string, root: string): boolean {
  const way = relative(root, directory);
  return way === "" || !(way === ".." || way.startsWith("../") || isAbsolute(way));
}

function problemOf(request: Request): string | null {
  const { mode, command, workingDirectory, workspaceRoots, approval } = request;
  const { args = [], env = [] } = command;
  const version = approval.policyVersion;
  if (mode === "durable") return "a durable run needs a surface that keeps it, and there is none";
  if (version !== POLICY_VERSION) {
    return `the request was made for policy version ${version}, and this is ${POLICY_VERSION}`;
  }
  const relatives = [workingDirectory, ...workspaceRoots].filter((path) => !isAbsolute(path));
  if (relatives.length > 0) return `${JSON.stringify(relatives[0])} is no absolute path`;
  if (!workspaceRoots.some((root) => isInside(workingDirectory, root))) {
    return `the working directory ${workingDirectory} is in none of the workspace roots`;
  }
  const shapeless = env.find((entry) => !/^[^=]+=/.test(entry));
  if (shapeless !== undefined) return "a variable has no name, or no value";
  const hasNul = [command.name, ...args, ...env].some((text) => text.includes("\0"));
  return hasNul ? "an argument or a variable holds a NUL character" : null;
}

/**
 * @throws WardFault 125 `bad-request` for a request that is not valid, or that this version can't carry out
 */
export function requireRequest(request: Request): void {
  const problem = validateRequest(request) ?? problemOf(request);
  if (problem === null) return;
  const hint = "correct the options that were given to `run`";
  throw new WardFault({ code: "bad-request", message: problem, hint, exit: EXIT.ownFailure });
}
