// The language: every node of a Guardfile, in the order in which a reader meets them.

import { nodeClass } from "../model/node-classes.ts";
import { allow } from "./nodes/allow.ts";
import { allowArgRe } from "./nodes/allow-arg-re.ts";
import { allowFlag } from "./nodes/allow-flag.ts";
import { allows } from "./nodes/allows.ts";
import { argv } from "./nodes/argv.ts";
import { argvPrefix } from "./nodes/argv-prefix.ts";
import { bin } from "./nodes/bin.ts";
import { canRun } from "./nodes/can-run.ts";
import { confine } from "./nodes/confine.ts";
import { cwd } from "./nodes/cwd.ts";
import { denyFlag } from "./nodes/deny-flag.ts";
import { denyWhen } from "./nodes/deny-when.ts";
import { describe } from "./nodes/describe.ts";
import { description } from "./nodes/description.ts";
import { docLink } from "./nodes/doc-link.ts";
import { drop } from "./nodes/drop.ts";
import { env } from "./nodes/env.ts";
import { environment } from "./nodes/environment.ts";
import { exec } from "./nodes/exec.ts";
import { hide } from "./nodes/hide.ts";
import { keep } from "./nodes/keep.ts";
import { lintAllow } from "./nodes/lint-allow.ts";
import { mayRepeat } from "./nodes/may-repeat.ts";
import { metacharacters } from "./nodes/metacharacters.ts";
import { network } from "./nodes/network.ts";
import { neverPass } from "./nodes/never-pass.ts";
import { neverRun } from "./nodes/never-run.ts";
import { onlyPass } from "./nodes/only-pass.ts";
import { options } from "./nodes/options.ts";
import { outputLimit } from "./nodes/output-limit.ts";
import { passthrough } from "./nodes/passthrough.ts";
import { read } from "./nodes/read.ts";
import { redactFlag } from "./nodes/redact-flag.ts";
import { refuses } from "./nodes/refuses.ts";
import { remoteShell } from "./nodes/remote-shell.ts";
import { required } from "./nodes/required.ts";
import { sealed } from "./nodes/sealed.ts";
import { socket } from "./nodes/socket.ts";
import { stdin } from "./nodes/stdin.ts";
import { textFlag } from "./nodes/text-flag.ts";
import { timeout } from "./nodes/timeout.ts";
import { value } from "./nodes/value.ts";
import { valueFlag } from "./nodes/value-flag.ts";
import { when } from "./nodes/when.ts";
import { wrap } from "./nodes/wrap.ts";
import { write } from "./nodes/write.ts";
import type { NodeSpec } from "./reading.ts";

/**
 * Holds back a node of which nobody said yet what an approval makes of it: it does not parse until somebody has.
 * @param specs nodes with their readers
 * @returns those that model/node-classes.ts knows
 */
export function classified(specs: readonly NodeSpec[]): readonly NodeSpec[] {
  return specs.filter(({ name }) => nodeClass(name) !== null);
}

export const NODES: readonly NodeSpec[] = classified([
  description,
  wrap,
  describe,
  docLink,
  exec,
  argvPrefix,
  env,
  value,
  environment,
  keep,
  drop,
  remoteShell,
  options,
  metacharacters,
  canRun,
  neverRun,
  argv,
  sealed,
  bin,
  denyFlag,
  allowFlag,
  mayRepeat,
  valueFlag,
  textFlag,
  redactFlag,
  allowArgRe,
  timeout,
  outputLimit,
  cwd,
  stdin,
  confine,
  write,
  read,
  hide,
  socket,
  network,
  required,
  when,
  denyWhen,
  neverPass,
  onlyPass,
  passthrough,
  allow,
  allows,
  refuses,
  lintAllow,
]);
