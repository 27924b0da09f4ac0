// wardctl completions: the script that makes a shell complete ward and wardctl.
import { Argument, type Command } from "commander";
import { EXIT } from "../../model/exit-codes.ts";
import { completionScript, SHELLS, type Shell } from "../../render/completions.ts";
import { print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

export const completions: Verb = {
  name: "completions",
  summary: "print the script that makes a shell complete ward and wardctl",
  example: "source <(wardctl completions bash)",
  declare(command: Command) {
    command.addArgument(new Argument("<shell>", "whose script").choices(SHELLS));
  },
  async run(command: Command) {
    const [shell] = command.args;
    await print(completionScript(shell as Shell).trimEnd());
    return EXIT.ok;
  },
};
