// What a leaf on ssh fixes → the option through which ssh would start another program on this machine, if there is one.
//
// A setting is harmless only by name, as for git. Source: ssh(1), ssh_config(5) of OpenSSH 9.

import { readSsh } from "./ssh.ts";

/** Settings that name no program and no file with settings; lower case. */
const HARMLESS =
  /^(?:addkeystoagent|addressfamily|batchmode|bind(?:address|interface)|canonical\w*|casignaturealgorithms|certificatefile|checkhostip|ciphers|clearallforwardings|compression|connect(?:ionattempts|timeout)|control(?:master|path|persist)|enableescapecommandline|escapechar|exitonforwardfailure|fingerprinthash|forkafterauthentication|forward(?:agent|x11\w*)|gatewayports|globalknownhostsfile|gssapi\w*|hashknownhosts|host(?:based\w*|key\w*|name)|identit(?:iesonly|yfile)|ipqos|kbdinteractive\w*|kexalgorithms|loglevel|macs|nohostauthenticationforlocalhost|numberofpasswordprompts|passwordauthentication|port|preferredauthentications|proxyjump|pubkey\w*|rekeylimit|requesttty|requiredrsasize|sendenv|serveralive\w*|sessiontype|setenv|stdinnull|streamlocalbind\w*|stricthostkeychecking|syslogfacility|tcpkeepalive|updatehostkeys|user|userknownhostsfile|verifyhostkeydns|visualhostkey)$/;

/** `-F` reads settings from a file, `-I` loads a library. */
const LOADING = /[FI]/;

/**
 * @param fixed what the Guardfile fixes behind the binary
 * @returns the option, as a message names it; null where none starts a program
 */
export function startedBySsh(fixed: readonly string[]): string | null {
  const { kinds, letters } = readSsh(fixed);
  for (const [at, word] of fixed.entries()) {
    const own = letters[at] ?? "";
    if (kinds[at] === "option") {
      const valued = word.search(LOADING);
      if (LOADING.test(own) && valued > 0) return `ssh ${word}`;
      if (own.includes("o") && !isHarmless(word.slice(word.indexOf("o") + 1))) return `ssh ${word}`;
    } else if (kinds[at] === "value" && own === "o" && !isHarmless(word)) return `ssh -o ${word}`;
  }
  return null;
}

/** An option word may end in `o`: its setting is then the next word. */
function isHarmless(setting: string): boolean {
  return (
    setting === "" || HARMLESS.test((/^[a-z0-9]*/i.exec(setting.trim())?.[0] ?? "").toLowerCase())
  );
}
