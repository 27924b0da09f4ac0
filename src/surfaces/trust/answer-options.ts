// The arguments and options of every verb that records an answer.
import type { Command } from "commander";

export function declareAnswer(command: Command): void {
  command.argument("[path]", "a Guardfile or its directory; else the one around here");
  command.option("--digest <hex>", "record without a terminal, if this is the current digest");
  command.option("--json", "print what was recorded as JSON");
}
