// Group → the sources that only some calls run, though others import them: each group is a file in dist/parts.
//
// What only these sources import goes with them. Sources of one group must not export the same name. How a fault is told is
// no part: it has to be there when a part can't be read.
export const SELDOM_RUN = {
  approval: [
    "src/engine/launcher-rules.ts",
    "src/engine/surface.ts",
    "src/host/pins.ts",
    "src/host/seen-file.ts",
    "src/host/standing.ts",
    "src/host/trust-format.ts",
    "src/host/trust-store.ts",
  ],
  question: [
    "src/engine/surface-digest.ts",
    "src/host/trust-change.ts",
    "src/host/trust-migration.ts",
    "src/render/question.ts",
    "src/surfaces/trust/ask.ts",
    "src/surfaces/trust/denial.ts",
    "src/surfaces/trust/question-view.ts",
  ],
  bounds: ["src/host/bounding.ts", "src/host/process-table.ts", "src/host/run-target.ts"],
  confinement: ["src/host/confinement.ts", "src/host/sandbox-find.ts"],
  launching: ["src/engine/git-launching.ts", "src/engine/ssh-launching.ts"],
  refusal: [
    "src/engine/allowed-here.ts",
    "src/engine/argument-shape.ts",
    "src/engine/flag-first.ts",
    "src/engine/flag-messages.ts",
    "src/engine/guard-messages.ts",
    "src/engine/no-such-leaf.ts",
    "src/render/invocation.ts",
    "src/render/place.ts",
    "src/surfaces/refuse.ts",
    "src/surfaces/suggest.ts",
  ],
  explanation: [
    "src/render/explain.ts",
    "src/render/group.ts",
    "src/surfaces/explaining.ts",
    "src/surfaces/root-help.ts",
  ],
  remote: ["src/engine/remote.ts", "src/engine/ssh.ts"],
  asking: ["src/host/ask-shell.ts", "src/host/env-providers.ts"],
  compiling: [
    "src/engine/pack-policy.ts",
    "src/host/compile.ts",
    "src/host/replace-file.ts",
    "src/surfaces/parse-file.ts",
  ],
  trouble: ["src/host/file-kind.ts", "src/host/spawn-fault.ts", "src/host/trail-hint.ts"],
};
