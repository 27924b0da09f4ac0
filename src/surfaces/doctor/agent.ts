// Doctor looks at agents: whether one is typing, and which of the user's files would serve one.
import { isRecorded } from "../../host/authorize.ts";
import { readStore } from "../../host/trust-store.ts";
import type { Checkup } from "../../model/checkup.ts";
import type { Machine } from "../machine.ts";
import type { Policy } from "../policy.ts";
import { trustAround } from "../trust/around.ts";

function typing({ signs, settings }: Machine): Checkup {
  const check = "agent-markers";
  const { markers } = signs;
  if (markers.length === 0) {
    const own = settings.agentMarkers.join(", ");
    const also = own === "" ? "" : `, and of ${own}`;
    const says = `none of the variables that agents set is set here: a person is typing; ward knows those of the common agents${also}`;
    return { check, verdict: "PASS", says, mend: null };
  }
  const says = `${markers.join(", ")} ${markers.length === 1 ? "is" : "are"} set, so an agent is typing: nothing is asked, and verbs that answer refuse`;
  const mend = "where a person is typing, use a terminal of their own, or run: unset";
  return { check, verdict: "WARN", says, mend: `${mend} ${markers.join(" ")}` };
}

function recorded({ files }: Policy, machine: Machine): Checkup {
  const check = "files-for-agents";
  const { records } = readStore(trustAround(machine).store);
  const own = [
    ...files
      .filter(({ place, guardfile }) => place === "user" && guardfile !== null)
      .map(({ file, realpath, sha256 }) => ({ file, realpath, sha256: sha256 ?? "" })),
    ...machine.configs
      .filter(({ place }) => place === "user")
      .map(({ file }) => ({ file: file.path, realpath: file.realpath, sha256: file.sha256 })),
  ];
  const unknown = own.filter((one) => !isRecorded(records, one)).map(({ file }) => file);
  if (unknown.length === 0) {
    const says = "each file of yours is as a person last checked it, so it serves agents too";
    return { check, verdict: "PASS", says, mend: null };
  }
  const says = `an agent is refused what is in files that no person has checked as they are now: ${unknown.join(", ")}`;
  const mend = "read them, then on a terminal of your own: wardctl check";
  return { check, verdict: "WARN", says, mend };
}

export function checkAgents(policy: Policy, machine: Machine): readonly Checkup[] {
  return [typing(machine), recorded(policy, machine)];
}
