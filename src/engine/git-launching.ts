// What a leaf on git fixes → the word, setting or variable through which git would start another program, if there is one.
//
// - A word that is no command of git is looked up as an alias, in settings that the caller or the checkout may write.
// - A setting is harmless only by name: a new one that runs a program must not slip through a list of bad ones.
// - Empty values switch off what they stand for.
// Sources: git(1), git-config(1), `git --list-cmds=main` of 2.39 and the release notes since.

import type { EnvRule } from "../model/policy.ts";

const COMMANDS = new Set(
  [
    "add add--interactive am annotate apply archimport archive backfill bisect bisect--helper blame branch",
    "bugreport bundle cat-file check-attr check-ignore check-mailmap check-ref-format checkout checkout--worker",
    "checkout-index cherry cherry-pick citool clean clone column commit commit-graph commit-tree config",
    "count-objects credential credential-cache credential-cache--daemon credential-store cvsexportcommit",
    "cvsimport cvsserver daemon describe diagnose diff diff-files diff-index diff-pairs diff-tree difftool",
    "difftool--helper env--helper fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg",
    "for-each-ref for-each-repo format-patch fsck fsck-objects fsmonitor--daemon gc get-tar-commit-id grep gui",
    "hash-object help history hook http-backend http-fetch http-push imap-send index-pack init init-db instaweb",
    "interpret-trailers last-modified log ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge",
    "merge-base merge-file merge-index merge-octopus merge-one-file merge-ours merge-recursive",
    "merge-recursive-ours merge-recursive-theirs merge-resolve merge-subtree merge-tree mergetool mktag mktree",
    "multi-pack-index mv name-rev notes p4 pack-objects pack-redundant pack-refs patch-id pickaxe prune",
    "prune-packed pull push quiltimport range-diff read-tree rebase receive-pack reflog refs remote remote-ext",
    "remote-fd remote-ftp remote-ftps remote-http remote-https repack replace replay repo request-pull rerere",
    "reset restore rev-list rev-parse revert rm send-email send-pack sh-i18n--envsubst shell shortlog show",
    "show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule submodule--helper",
    "subtree svn switch symbolic-ref tag unpack-file unpack-objects update-index update-ref update-server-info",
    "upload-archive upload-archive--writer upload-pack url-parse var verify-commit verify-pack verify-tag version",
    "web--browse whatchanged worktree write-tree",
  ]
    .join(" ")
    .split(" "),
);

/** Settings that name no program, by section and name in lower case. */
const HARMLESS =
  /^(?:(?:color|column|advice|user|author|committer|status|pretty)\.|init\.defaultbranch$|log\.(?:abbrevcommit|date|decorate|follow)$|branch\.sort$|tag\.sort$|push\.default$|pull\.(?:ff|rebase)$|fetch\.prune$|merge\.(?:conflictstyle|ff)$|rebase\.(?:autosquash|autostash)$|diff\.(?:algorithm|colormoved|context|mnemonicprefix|noprefix|renames|renamelimit)$|core\.(?:abbrev|autocrlf|bare|commentchar|filemode|ignorecase|precomposeunicode|quotepath|safecrlf|whitespace)$|safe\.barerepository=explicit$)/;
/** Settings that may name a program, at values that do not. */
const SWITCHED_OFF =
  /^(?:core\.fsmonitor=(?:false|no|off|0)|core\.hookspath=\/dev\/null|(?:core\.pager|pager\.[^=]*)=(?:cat|false)|(?:core|sequence)\.editor=(?:true|:)|protocol(?:\.[^=]*)?\.allow=never|(?:diff|interactive)\.[^=]*=false|gc\.auto=0|maintenance\.auto=false|submodule\.recurse=false|(?:commit|tag|log)\.[a-z]*sign[a-z]*=false)$/;

/** Variables by which git, ssh or the loader start what they name, or find settings that do. */
const STARTING =
  /^(?:GIT_CONFIG.*|GIT_SSH.*|GIT_EXTERNAL_DIFF|GIT_PAGER|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_ASKPASS|GIT_PROXY_COMMAND|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_ALLOW_PROTOCOL|GIT_PROTOCOL_FROM_USER|GIT_DIR|GIT_COMMON_DIR|SSH_ASKPASS.*|PAGER|EDITOR|VISUAL|BROWSER|PATH|HOME|XDG_CONFIG_HOME|SHELL|BASH_ENV|ENV|LD_.*|DYLD_.*|PERL5.*|PYTHON.*)$/;
const INERT_VALUES = new Set(["", "cat", "true", ":", "/dev/null", "/bin/true", "/usr/bin/true"]);

/**
 * @param fixed what the Guardfile fixes behind the binary
 * @param command the part of it from git's command on
 * @param env that the Guardfile sets
 * @returns what starts another program, as a message names it; null where nothing does
 */
export function startedByGit(
  fixed: readonly string[],
  command: readonly string[],
  env: readonly EnvRule[],
): string | null {
  const [word = ""] = command;
  if (!COMMANDS.has(word)) return `git ${word}`;
  const option = startingOption(fixed.slice(0, fixed.length - command.length));
  if (option !== null) return `git ${option}`;
  return env.find((rule) => isStarting(rule))?.name ?? null;
}

/** Options of git itself, before its command. */
function startingOption(options: readonly string[]): string | null {
  for (const [at, option] of options.entries()) {
    if (/^--(?:config-env|exec-path)(?:=|$)/.test(option)) return option;
    if (option !== "-c") continue;
    const setting = options[at + 1] ?? "";
    if (!isHarmless(setting)) return `-c ${setting}`;
  }
  return null;
}

function isHarmless(setting: string): boolean {
  const at = setting.indexOf("=");
  const key = (at < 0 ? setting : setting.slice(0, at)).toLowerCase();
  const value = at < 0 ? "true" : setting.slice(at + 1);
  if (value === "" && !key.startsWith("alias.")) return true;
  const isNamed = HARMLESS.test(`${key}=${value}`) || HARMLESS.test(key);
  return isNamed || SWITCHED_OFF.test(`${key}=${value}`);
}

function isStarting({ name, source }: EnvRule): boolean {
  if (!STARTING.test(name)) return false;
  return !(source.kind === "literal" && INERT_VALUES.has(source.value));
}
