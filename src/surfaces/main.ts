// Runs a program's body and turns what it throws into a message and an exit code, once and in one place.
import { endByBrokenPipe } from "../host/broken-pipe.ts";
import { ownFileOf } from "../host/own-place.ts";
import { errorCode, errorWords } from "../host/system-error.ts";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { renderBug, renderFault } from "../render/fault.ts";
import { complain } from "./stdio.ts";

/** Files of ward's own are the host's, which throws a WardFault: a bare failure to write is standard output's. */
function isLostOutput(thrown: unknown): boolean {
  return thrown instanceof Error && "syscall" in thrown && thrown.syscall === "write";
}

function report(program: string, thrown: unknown): number {
  if (thrown instanceof WardFault) {
    complain(renderFault(program, thrown));
    return thrown.exit;
  }
  if (isLostOutput(thrown)) {
    if (errorCode(thrown) === "EPIPE") return endByBrokenPipe();
    complain(`${program}: standard output can't be written: ${errorWords(thrown)}`);
    return EXIT.ownFailure;
  }
  complain(lostPart(program, thrown) ?? renderBug(program, thrown));
  return EXIT.ownFailure;
}

/** A file that came with the program and is gone or can't be read; null for anything else. */
function lostPart(program: string, thrown: unknown): string | null {
  const path = ownFileOf(thrown);
  if (path === null) return null;
  const message = `${path} is a part of this installation and can't be read: ${errorWords(thrown)}`;
  const hint = "install ward again";
  return renderFault(
    program,
    new WardFault({ code: "installation", path, exit: EXIT.ownFailure, message, hint }),
  );
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
