// Doctor looks at ward itself: node's version, which `ward` a shell would find, how it starts node, and who may choose the policy.
import { headOf, programsOnPath, siblingOf } from "../../host/launcher-file.ts";
import { pathWord } from "../../host/path-word.ts";
import type { Checkup } from "../../model/checkup.ts";
import type { Machine } from "../machine.ts";

/** The oldest node that ward runs on. */
const OLDEST = [20, 5] as const;

function node(): Checkup {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isNewEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  const says = `node ${process.versions.node} at ${process.execPath}`;
  const mend = isNewEnough ? null : `install node ${OLDEST.join(".")} or newer`;
  return { check: "node-version", verdict: isNewEnough ? "PASS" : "FAIL", says, mend };
}

/** What stands there may be a link to ward.js itself, which must not be written through. */
function launcherMend(file: string, own: string | null): string {
  const [ward, node] = [own ?? "/path/to/ward.js", process.execPath].map(pathWord);
  return `remove ${pathWord(file)} and write a launcher there: #!/bin/sh, then exec env -u NODE_OPTIONS -u NODE_PATH ${node} ${ward} "$@"`;
}

/** Of a launcher's text: whether it names node by its path, and takes node's variables away. */
function starts(file: string, head: string, own: string | null): Checkup {
  const check = "launcher";
  const [line = ""] = head.split("\n");
  const isScript = line.startsWith("#!");
  const namesNode = /^#!\s*\/\S*node\b/.test(line) || /(?:^|\s)\/\S*\/node(?:\s|$)/m.test(head);
  const clears = /\benv\s+(?:-i|-u)\b|\bunset\s+NODE_OPTIONS\b|\bNODE_OPTIONS=(?:\s|$)/.test(head);
  if (!isScript)
    return { check, verdict: "PASS", says: `${file} is a program of its own`, mend: null };
  if (namesNode && clears) {
    return {
      check,
      verdict: "PASS",
      says: `${file} names node and clears its variables`,
      mend: null,
    };
  }
  const what = namesNode
    ? "does not take NODE_OPTIONS away, and that loads code before ward's own"
    : "takes node from the caller's PATH";
  return { check, verdict: "WARN", says: `${file} ${what}`, mend: launcherMend(file, own) };
}

/** What a shell finds under the name, and whether it is the one that belongs to this program. */
function shadowing({ env }: Machine): readonly Checkup[] {
  const check = "ward-on-path";
  const own = siblingOf(process.argv[1] ?? "", "ward.js");
  const found = programsOnPath("ward", env.PATH ?? "");
  const [first] = found;
  if (first === undefined) {
    const mend = "add the directory of ward to PATH, or install it with npm install --global";
    return [{ check, verdict: "WARN", says: "there is no `ward` on this PATH", mend }];
  }
  const head = headOf(first.realpath) ?? "";
  const isOwn = first.realpath === own || (own !== null && head.includes(own));
  const others = found.slice(1).map(({ file }) => file);
  const shown: Checkup = isOwn
    ? { check, verdict: "PASS", says: `${first.file} is this ward`, mend: null }
    : {
        check,
        verdict: others.length > 0 ? "FAIL" : "WARN",
        says: `${first.file} is not the ward of this wardctl${others.length > 0 ? `, and hides ${others.join(", ")}` : ""}`,
        mend: `look at: ls -l ${pathWord(first.file)}; take its directory out of PATH, or behind that of ward`,
      };
  return [shown, starts(first.file, head, own)];
}

function choosing({ fixedBecause }: Machine): Checkup {
  const check = "environment-may-choose";
  if (fixedBecause !== null) {
    return {
      check,
      verdict: "PASS",
      says: `the environment does not choose the policy: ${fixedBecause}`,
      mend: null,
    };
  }
  return {
    check,
    verdict: "WARN",
    says: "whoever sets WARD_CONFIG_DIR or XDG_CONFIG_HOME chooses the policy of this account's calls",
    mend: "write into config.kdl: environment-may-choose #false",
  };
}

export function checkProgram(machine: Machine): readonly Checkup[] {
  return [node(), ...shadowing(machine), choosing(machine)];
}
