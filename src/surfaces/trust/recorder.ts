// Who may put an answer on record: a person at a terminal, or whoever knows the digest; never an agent.
import { canAsk } from "../../host/terminal.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { printable } from "../../render/printable.ts";
import type { Machine } from "../machine.ts";
import { complain } from "../stdio.ts";

/**
 * Answers and policies are a person's: an agent that could write them would be answering itself.
 * @param verb of wardctl, all its words
 * @returns null where the person may, else the exit code of the refusal, which has been said
 */
export function refuseAgent(verb: string, { signs }: Machine): number | null {
  const [marker] = signs.markers;
  if (marker === undefined) return null;
  const why = `${marker} is set, so an agent is typing; a person runs \`wardctl ${verb}\``;
  complain(`wardctl: refused: ${printable(why)}`);
  return EXIT.refused;
}

/**
 * @param digest what the caller says the surface is; undefined without `--digest`
 * @param current what it is
 * @returns null where the answer may be recorded, else the exit code of the refusal, which has been said
 */
export function refuseUnseen(
  verb: string,
  digest: string | undefined,
  current: string,
  machine: Machine,
): number | null {
  const refused = refuseAgent(`trust ${verb}`, machine);
  if (refused !== null) return refused;
  if (digest === undefined && canAsk(machine.env, machine.signs)) return null;
  if (digest !== undefined && digest !== "" && digest === current) return null;
  const why =
    digest === undefined
      ? "there is no terminal; give --digest with the digest that was read: `wardctl trust status` prints it"
      : "the surface is not the one of --digest; read it again";
  complain(`wardctl: refused: ${why}`);
  return EXIT.refused;
}
