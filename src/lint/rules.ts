// The lint rules, in the order of their pages: the gravest first.

import type { LintRule } from "./rule.ts";
import { allowArgReUnanchoredIntent } from "./rules/allow-arg-re-unanchored-intent.ts";
import { argReOpenFlags } from "./rules/arg-re-open-flags.ts";
import { binaryMissing } from "./rules/binary-missing.ts";
import { clusterDenied } from "./rules/cluster-denied.ts";
import { dashlessOpen } from "./rules/dashless-open.ts";
import { deadRule } from "./rules/dead-rule.ts";
import { denyListIncomplete } from "./rules/deny-list-incomplete.ts";
import { hazardConfig } from "./rules/hazard-config.ts";
import { hazardExec } from "./rules/hazard-exec.ts";
import { hazardIdentity } from "./rules/hazard-identity.ts";
import { hazardInteractive } from "./rules/hazard-interactive.ts";
import { hazardNetwork } from "./rules/hazard-network.ts";
import { hazardRead } from "./rules/hazard-read.ts";
import { hazardWrite } from "./rules/hazard-write.ts";
import { joinerDefault } from "./rules/joiner-default.ts";
import { keepRunsCode } from "./rules/keep-runs-code.ts";
import { launcherOpen } from "./rules/launcher-open.ts";
import { neverUnknownWord } from "./rules/never-unknown-word.ts";
import { noExample } from "./rules/no-example.ts";
import { nonAsciiName } from "./rules/non-ascii-name.ts";
import { oneNameDenied } from "./rules/one-name-denied.ts";
import { patternSlow } from "./rules/pattern-slow.ts";
import { pinnedNegatable } from "./rules/pinned-negatable.ts";
import { prefixOverridable } from "./rules/prefix-overridable.ts";
import { prefixWithoutSeparator } from "./rules/prefix-without-separator.ts";
import { repoConfigExec } from "./rules/repo-config-exec.ts";
import { secretInGuardfile } from "./rules/secret-in-guardfile.ts";
import { shellPrefixCallerToken } from "./rules/shell-prefix-caller-token.ts";
import { sshConfig } from "./rules/ssh-config.ts";
import { stdinProgram } from "./rules/stdin-program.ts";
import { textRefused } from "./rules/text-refused.ts";
import { unknownLintRule } from "./rules/unknown-lint-rule.ts";
import { wildcardOnRemote } from "./rules/wildcard-on-remote.ts";
import { writableBinary } from "./rules/writable-binary.ts";

export const RULES: readonly LintRule[] = [
  hazardExec,
  hazardWrite,
  hazardConfig,
  hazardIdentity,
  hazardNetwork,
  hazardInteractive,
  hazardRead,
  launcherOpen,
  stdinProgram,
  repoConfigExec,
  denyListIncomplete,
  clusterDenied,
  dashlessOpen,
  keepRunsCode,
  wildcardOnRemote,
  joinerDefault,
  prefixOverridable,
  prefixWithoutSeparator,
  pinnedNegatable,
  shellPrefixCallerToken,
  neverUnknownWord,
  oneNameDenied,
  deadRule,
  argReOpenFlags,
  allowArgReUnanchoredIntent,
  patternSlow,
  textRefused,
  secretInGuardfile,
  nonAsciiName,
  binaryMissing,
  writableBinary,
  sshConfig,
  noExample,
  unknownLintRule,
];
