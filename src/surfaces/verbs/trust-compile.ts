// wardctl trust compile: keeps the user's, the approved or the system's policy compiled, so that no call has to parse it.
import type { Command } from "commander";
import { EXIT } from "../../model/exit-codes.ts";
import { jsonPage } from "../../render/json.ts";
import { printable } from "../../render/printable.ts";
import { flawText } from "../overrule.ts";
import { readOwnMachine } from "../own-machine.ts";
import { complain, print } from "../stdio.ts";
import { type Compiling, compileAll, compileSystem } from "../trust/compiling.ts";
import { refuseAgent } from "../trust/recorder.ts";
import type { Verb } from "../verb.ts";

async function tell({ sources, flawed }: Compiling, isJson: boolean): Promise<number> {
  for (const one of flawed) complain(`wardctl: ${printable(`${flawText(one)}; it is left out`)}`);
  const told = sources.map(({ path, sha256 }) => ({ path, sha256 }));
  if (isJson) await print(jsonPage(told));
  else complain(`wardctl: ${told.length} file${told.length === 1 ? "" : "s"} compiled`);
  return flawed.length > 0 ? EXIT.badGuardfile : EXIT.ok;
}

export const trustCompile: Verb = {
  name: "trust compile",
  summary: "keep policy compiled: the user's files and the approved ones around here",
  example: "sudo wardctl trust compile --system",
  declare(command: Command) {
    command.argument("[path]", "one Guardfile alone");
    command.option("--system", "compile the files of /etc/ward; root alone can");
    command.option("--json", "print what was compiled as JSON");
  },
  async run(command: Command) {
    const { system, json } = command.opts<{ system?: true; json?: true }>();
    const machine = await readOwnMachine();
    const refused = refuseAgent("trust compile", machine);
    if (refused !== null) return refused;
    const compiling = system
      ? await compileSystem(machine)
      : await compileAll(machine, command.args[0]);
    return tell(compiling, json === true);
  },
};
