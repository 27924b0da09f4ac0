// A hazard and a leaf → whether something that the policy fixes makes it moot, and the sentence that would.

import { ownWords } from "../engine/invocation.ts";
import type { Hazard } from "../model/hazard.ts";
import type { Exec, Leaf } from "../model/policy.ts";

/** Whether a fixed flag, variable or setting of the leaf takes the hazard away. */
export function isMoot(hazard: Hazard, leaf: Leaf): boolean {
  if (hazard.kind === "stdin" && leaf.bounds?.stdin === "none") return true;
  return [...hazard.unless, ...hazard.notWith].some((pin) => isPinned(pin, leaf));
}

function isPinned(pin: string, leaf: Leaf): boolean {
  if (pin.startsWith("config:")) return hasSetting(leaf.exec, pin.slice("config:".length));
  if (!pin.startsWith("-")) return hasVariable(leaf.exec, pin);
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
export function pinFor({ unless }: Hazard): Pin | null {
  const [pin] = unless;
  if (pin === undefined) return null;
  if (pin.startsWith("config:")) {
    const key = pin.slice("config:".length);
    return { kind: "exec", sentence: `argv-prefix "-c" "${key}=${TAME[key] ?? ""}"` };
  }
  if (pin.startsWith("-")) return { kind: "argv", flag: pin };
  const [name = "", value = ""] = pin.split("=");
  return { kind: "exec", sentence: `env ${name} "${value || (TAME[name] ?? "1")}"` };
}
