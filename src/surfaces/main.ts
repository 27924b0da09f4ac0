// Runs a program's body and turns what it throws into a message and an exit code, once and in one place.
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { renderBug, renderFault } from "../render/fault.ts";
import { complain } from "./stdio.ts";

function isBrokenPipe(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "EPIPE";
}

function report(program: string, thrown: unknown): number {
  if (thrown instanceof WardFault) {
    complain(renderFault(program, thrown));
    return thrown.exit;
  }
  if (isBrokenPipe(thrown)) {
    complain(`${program}: nobody reads standard output any more, so not all of it was written`);
    return EXIT.ownFailure;
  }
  complain(renderBug(program, thrown));
  return EXIT.ownFailure;
}

/**
 * @param program the name that messages begin with
 * @param body does the work and says how to exit
 */
export async function main(program: string, body: () => Promise<number>): Promise<void> {
  // Holds where the body waits for something that never comes: node would end with 0 then.
  process.exitCode = EXIT.ownFailure;
  // What is thrown outside of the body is a bug all the same, and must not look like a child's exit 1.
  process.on("uncaughtException", (thrown) => process.exit(report(program, thrown)));
  try {
    process.exitCode = await body();
  } catch (thrown) {
    process.exitCode = report(program, thrown);
  }
}
