// The tools that are one program for many commands → what closes a leaf on each, and what the caller may never add.
//
// With its command pinned such a tool is ordinary; open, or with one of these flags, it runs what the caller names.
// Sources: git(1), git-grep(1), git-clone(1), ssh(1), docker(1), kubectl(1), make(1), npm-config(7).

export interface MultiTool {
  /** Flags before the command that take the next token as their value. */
  readonly valued: readonly string[];
  /** Refused behind the command, whatever the command is. */
  readonly denied: readonly string[];
  /** Refused behind these commands, besides. */
  readonly deniedFor: Readonly<Record<string, readonly string[]>>;
  /** Operands that are refused, as globs. */
  readonly deniedOperands: readonly string[];
  /** Flags that a policy can't open to the caller. */
  readonly neverAllowed: readonly string[];
  /** Commands that run what the caller names, so that a leaf on them is a launcher. */
  readonly launching: readonly string[];
}

const none = {
  valued: [],
  denied: [],
  deniedFor: {},
  deniedOperands: [],
  neverAllowed: [],
  launching: [],
};

const git: MultiTool = {
  ...none,
  valued: ["-c", "-C", "--git-dir", "--work-tree", "--namespace", "--config-env", "--attr-source"],
  denied: [
    "--upload-pack",
    "--receive-pack",
    "--exec",
    "--open-files-in-pager",
    "--ext-diff",
    "--textconv",
  ],
  deniedFor: {
    grep: ["-O"],
    clone: ["-u", "-c", "--config", "--template"],
    init: ["--template"],
    rebase: ["-x"],
    "send-email": ["--smtp-server", "--sendmail-cmd", "--to-cmd", "--cc-cmd", "--header-cmd"],
    svn: ["--authors-prog"],
    daemon: ["--access-hook"],
  },
  launching: [
    "bisect run",
    "submodule foreach",
    "filter-branch",
    "difftool",
    "merge-index",
    "remote-ext",
    "web--browse",
    "instaweb",
  ],
};

const ssh: MultiTool = {
  ...none,
  valued: [..."BbcDEeFIiJLlmOoPpQRSWw"].map((letter) => `-${letter}`),
  neverAllowed: ["-o", "-F", "-I", "-E"],
};

const docker: MultiTool = {
  ...none,
  valued: ["--config", "-c", "--context", "-H", "--host", "-l", "--log-level"],
  denied: ["--config", "-H", "--host"],
};

const kubectl: MultiTool = {
  ...none,
  valued: [
    "-n",
    "--namespace",
    "--context",
    "--cluster",
    "--kubeconfig",
    "-s",
    "--server",
    "--user",
  ],
  denied: ["--kubeconfig", "--kuberc", "--enable-alpha-plugins", "--enable-exec", "--helm-command"],
};

const make: MultiTool = {
  ...none,
  valued: ["-C", "-f", "-I", "-o", "-W", "--directory", "--file", "--makefile", "--include-dir"],
  denied: [
    "-f",
    "--file",
    "--makefile",
    "-C",
    "--directory",
    "-I",
    "--include-dir",
    "-E",
    "--eval",
  ],
  deniedOperands: ["*=*"],
};

const npm: MultiTool = {
  ...none,
  valued: ["--prefix", "-C", "-w", "--workspace", "--userconfig", "--globalconfig"],
  denied: [
    "--prefix",
    "-C",
    "--script-shell",
    "--shell",
    "--node-options",
    "--userconfig",
    "--globalconfig",
    "--git",
    "--editor",
    "--viewer",
    "--browser",
    "--call",
    "-c",
    "--init-module",
  ],
  launching: ["exec", "x", "explore", "init", "create", "innit"],
};

/** By normalised name. */
export const MULTI_TOOLS: ReadonlyMap<string, MultiTool> = new Map(
  Object.entries({ git, ssh, docker, kubectl, make, npm }),
);

/**
 * Finds the tool's command among the tokens that a Guardfile fixes.
 * @param tokens what stands behind the binary
 * @returns the tokens from the command on; empty where only options of the tool itself are fixed
 */
export function commandOf(tool: MultiTool, tokens: readonly string[]): readonly string[] {
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at] ?? "";
    if (!token.startsWith("-")) return tokens.slice(at);
    at += tool.valued.includes(token) ? 2 : 1;
  }
  return [];
}
