// wardctl doctor: looks at everything around a call that can be wrong, and names what mends it.
import type { Command } from "commander";
import type { Checkup } from "../../model/checkup.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { renderCheckups } from "../../render/checkup.ts";
import { jsonPage } from "../../render/json.ts";
import { checkAgents } from "../doctor/agent.ts";
import { checkBinaries } from "../doctor/binaries.ts";
import { checkCompiled } from "../doctor/compiled.ts";
import { checkDirectories, checkSettings, checkStore } from "../doctor/directories.ts";
import { checkPolicy } from "../doctor/policy.ts";
import { checkProgram } from "../doctor/program.ts";
import { checkSandbox } from "../doctor/sandbox.ts";
import { checkSearchPath } from "../doctor/search-path.ts";
import { checkTrail } from "../doctor/trail.ts";
import type { Machine } from "../machine.ts";
import { readOwnMachine } from "../own-machine.ts";
import type { Policy } from "../policy.ts";
import { readPolicy } from "../read-policy.ts";
import { canColor, complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

/** All that only a policy that was read can tell. */
async function examinePolicy(policy: Policy, machine: Machine): Promise<readonly Checkup[]> {
  return [
    ...checkPolicy(policy),
    ...checkCompiled(policy, machine),
    ...checkAgents(policy, machine),
    ...checkBinaries(policy, machine),
    await checkSandbox(policy, machine),
  ];
}

async function examine(machine: Machine): Promise<readonly Checkup[]> {
  const store = checkStore(machine);
  // A store that can't be believed gives no policy to look at.
  const isRefused = store.some(({ verdict }) => verdict === "FAIL");
  const policy = isRefused ? null : await readPolicy(machine);
  return [
    ...checkProgram(machine),
    ...checkDirectories(machine),
    ...checkSettings(machine),
    ...store,
    ...checkSearchPath(machine),
    ...(policy === null ? [] : await examinePolicy(policy, machine)),
    ...(await checkTrail(machine)),
  ];
}

export const doctor: Verb = {
  name: "doctor",
  summary: "look at everything around a call that can be wrong, and name what mends it",
  example: "wardctl doctor --json",
  declare(command: Command) {
    command.option("--json", "print what was found as JSON");
  },
  async run(command: Command) {
    const { json } = command.opts<{ json?: true }>();
    const all = await examine(await readOwnMachine());
    const color = canColor(process.stdout);
    await print(json ? jsonPage(all) : renderCheckups(all, { color }));
    const count = (wanted: string) => all.filter(({ verdict }) => verdict === wanted).length;
    complain(`wardctl: ${count("PASS")} passed, ${count("WARN")} warned, ${count("FAIL")} failed`);
    return count("FAIL") > 0 ? EXIT.found : EXIT.ok;
  },
};
