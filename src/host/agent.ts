// An environment → whether an agent is typing, what session it claims to be, and whether CI runs it.
// Absence of a marker proves nothing; a marker takes rights away and never gives any.

import type { Environment } from "./directories.ts";

export interface AgentMarker {
  readonly name: string;
  readonly reason: string;
}

/** Variables that an agent's harness sets for the commands it runs, and that no editor's terminal sets for a person. */
export const AGENT_MARKERS: readonly AgentMarker[] = [
  { name: "CLAUDECODE", reason: "Claude Code sets it for every command that it runs" },
  { name: "CLAUDE_CODE_CHILD_SESSION", reason: "Claude Code sets it for sessions under a session" },
  { name: "CODEX_THREAD_ID", reason: "Codex sets it for the commands of a thread" },
  { name: "CODEX_SANDBOX", reason: "Codex names its sandbox to what runs inside" },
  {
    name: "CODEX_SANDBOX_NETWORK_DISABLED",
    reason: "Codex tells a command that the network is shut",
  },
  { name: "GEMINI_CLI", reason: "Gemini CLI sets it for its shell tool" },
  {
    name: "QWEN_CODE",
    reason: "Qwen Code sets it for its shell tool, as its ancestor Gemini CLI does",
  },
  { name: "CURSOR_AGENT", reason: "Cursor sets it where its agent types, not in its terminals" },
  { name: "OPENCODE", reason: "opencode sets it for its own process and all below" },
  { name: "CLINE_ACTIVE", reason: "Cline sets it in the terminals that its agent types in" },
  { name: "GOOSE_TERMINAL", reason: "Goose sets it in the shell of its developer tools" },
  { name: "AUGMENT_AGENT", reason: "Augment's agent sets it for its commands" },
  { name: "AI_AGENT", reason: "the name that several harnesses agreed on" },
  { name: "WARD_AGENT", reason: "ward's own, for a harness that sets none" },
];

/** Variables that name the session; labels for the trail, never permissions. */
export const SESSION_LABELS: readonly string[] = [
  "CLAUDE_CODE_SESSION_ID",
  "CODEX_THREAD_ID",
  "AMP_CURRENT_THREAD_ID",
  "OPENCODE_SESSION_ID",
  "WARD_SESSION_ID",
];

export interface AgentSigns {
  /** Names of the markers that are set; empty on a person's surface. */
  readonly markers: readonly string[];
  readonly session: Readonly<Record<string, string>>;
  readonly isCi: boolean;
}

function globPattern(glob: string): RegExp {
  const parts = glob.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*?")}$`);
}

/**
 * A variable that is set to nothing counts as not set, as `NAME= command` is the usual way to unset one.
 * @param env the environment ward was started with
 * @param more names and globs (`*`) of `agent-marker` lines
 * @returns the signs found
 */
export function readAgent(env: Environment, more: readonly string[]): AgentSigns {
  const known = new Set(AGENT_MARKERS.map((marker) => marker.name));
  const globs = more.map(globPattern);
  const isMarker = (name: string) => known.has(name) || globs.some((glob) => glob.test(name));
  const labels = SESSION_LABELS.map((name) => [name, env[name] ?? ""] as const);
  return {
    markers: Object.keys(env)
      .filter((name) => env[name] && isMarker(name))
      .sort(),
    session: Object.fromEntries(labels.filter(([, value]) => value !== "")),
    isCi: !["", "0", "false"].includes((env.CI ?? "").toLowerCase()),
  };
}
