// A grant on ssh, and what the account's own ssh configuration runs when it connects.

import type { Finding } from "../../model/finding.ts";
import type { LintedLeaf } from "../linted-leaf.ts";
import { remark } from "../note.ts";
import type { LintRule, Subject } from "../rule.ts";

const NAME = "ssh-config";
const PROGRAMS: ReadonlySet<string> = new Set([
  "ssh",
  "scp",
  "sftp",
  "rsync",
  "mosh",
  "autossh",
  "sshpass",
]);
const RUNS =
  /^\s*(?:(proxycommand|localcommand|knownhostscommand|pkcs11provider|securitykeyprovider)\s|match\s.*\bexec\b)/i;

function keysThatRun(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => RUNS.test(line));
  const keys = lines.map((line) =>
    /^\s*match/i.test(line) ? "Match exec" : (line.trim().split(/[\s=]/)[0] ?? ""),
  );
  return [...new Set(keys)];
}

/** `-F none` or `-F /dev/null` among the fixed words. */
function hasOwnConfig({ leaf }: LintedLeaf): boolean {
  const { prefix } = leaf.exec;
  return prefix.some(
    (word, at) => word.startsWith("-F") && (word.length > 2 || prefix[at + 1] !== undefined),
  );
}

function find(subject: Subject): readonly Finding[] {
  const keys = keysThatRun(subject.world.sshConfig ?? "");
  const said = new Set<unknown>();
  return subject.leaves.flatMap((linted) => {
    const { leaf } = linted;
    const name = leaf.exec.bin.split("/").at(-1) ?? "";
    if (keys.length === 0 || !PROGRAMS.has(name) || hasOwnConfig(linted) || said.has(leaf.exec))
      return [];
    said.add(leaf.exec);
    return [
      remark(subject, {
        ...{ rule: NAME, severity: "note", at: leaf.exec.rule, linted, effect: "exec" },
        message: `\`${name}\` obeys ~/.ssh/config, which runs programs here: ${keys.join(", ")}`,
        fix: 'put `"-F" "none"` and what the host needs into `argv-prefix`',
      }),
    ];
  });
}

export const sshConfig: LintRule = {
  name: NAME,
  summary: "The account's own ssh configuration runs programs when the granted ssh connects.",
  why: `\`ProxyCommand\`, \`LocalCommand\`, \`KnownHostsCommand\` and \`Match exec\` of ~/.ssh/config start programs on this machine, whatever the
policy says of the arguments. Whoever can write that file decides what runs.

Say \`lint-allow ssh-config\` where the file is out of a caller's reach.`,
  find,
};
