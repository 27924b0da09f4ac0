// A hazard and a leaf → whether something that the policy fixes makes it moot, and the sentence that would.

import { ownWords } from "../engine/invocation.ts";
import type { Hazard } from "../model/hazard.ts";
import type { Exec, Leaf } from "../model/policy.ts";
import type { LintedLeaf } from "./linted-leaf.ts";

/** Whether a fixed flag, variable or setting of the leaf takes the hazard away. */
export function isMoot(hazard: Hazard, linted: LintedLeaf): boolean {
  const { leaf } = linted;
  if (hazard.kind === "stdin" && leaf.bounds?.stdin === "none") return true;
  const isPrompt = hazard.effect === "interactive" && hazard.kind === "bare";
  if (isPrompt && isElsewhere(linted) && !asksForTerminal(leaf)) return true;
  return [...hazard.unless, ...hazard.notWith].some((pin) => isPinned(pin, linted));
}

/** Whether the program runs on another host or in a container, where no variable of this leaf's reaches it. */
export function isElsewhere({ leaf, reader }: LintedLeaf): boolean {
  const starts = ["exec", "run", "shell"];
  const isContained = leaf.exec.prefix.some((word) => starts.includes(word));
  return !reader.isLocal && (leaf.exec.remote === "posix" || isContained);
}

/** `ssh -t`, `docker exec -it`: without it nothing over there opens a pager or asks. */
function asksForTerminal({ exec }: Leaf): boolean {
  return exec.prefix.some((word) => /^-[A-Za-z]*t|^--tty/.test(word));
}

function isPinned(pin: string, linted: LintedLeaf): boolean {
  const { leaf } = linted;
  if (pin.startsWith("config:")) return hasSetting(leaf.exec, pin.slice("config:".length));
  if (!pin.startsWith("-")) return !isElsewhere(linted) && hasVariable(leaf.exec, pin);
  const fixed = [...leaf.exec.prefix, ...ownWords(leaf)];
  return fixed.some((word) => word === pin || word.startsWith(`${pin}=`));
}

/** `git -c KEY=value`; the key's case does not count. */
function hasSetting({ prefix }: Exec, key: string): boolean {
  const wanted = `${key.toLowerCase()}=`;
  return prefix.some(
    (word, at) => prefix[at - 1] === "-c" && word.toLowerCase().startsWith(wanted),
  );
}

/** `NAME=` for any value, `NAME=value` for that one. */
function hasVariable({ env }: Exec, pin: string): boolean {
  const at = pin.indexOf("=");
  const name = pin.slice(0, at);
  const value = pin.slice(at + 1);
  return env.some((rule) => {
    if (rule.name !== name) return false;
    return value === "" || (rule.source.kind === "literal" && rule.source.value === value);
  });
}

/** The values that make a setting or a variable harmless. */
const TAME: Readonly<Record<string, string>> = {
  "core.fsmonitor": "false",
  "core.pager": "cat",
  "core.editor": "false",
  "gpg.program": "gpg",
  "credential.helper": "",
  LESSSECURE: "1",
  GIT_EDITOR: "false",
  PAGER: "cat",
  SYSTEMD_PAGER: "cat",
};

/** A sentence for the leaf's `exec`, or words for its `argv`. */
export type Pin =
  | { readonly kind: "exec"; readonly sentence: string }
  | { readonly kind: "argv"; readonly flag: string };

/** @returns the first thing that could be fixed to make the hazard moot; null where there is none */
export function pinFor({ unless }: Hazard, linted: LintedLeaf): Pin | null {
  const isFar = isElsewhere(linted);
  const pin = unless.find((one) => !isFar || one.startsWith("-"));
  if (pin === undefined) return null;
  if (pin.startsWith("config:")) {
    const key = pin.slice("config:".length);
    return { kind: "exec", sentence: `argv-prefix "-c" "${key}=${TAME[key] ?? ""}"` };
  }
  if (pin.startsWith("-")) return { kind: "argv", flag: pin };
  const [name = "", value = ""] = pin.split("=");
  return { kind: "exec", sentence: `env ${name} "${value || (TAME[name] ?? "1")}"` };
}
