// Turns one argv of wardctl into the run of one verb, or into what could be typed next.
import { CommanderError } from "commander";
import { EXIT } from "../model/exit-codes.ts";
import { COMPLETE, complete } from "./completing.ts";
import { print, surviveClosedStreams } from "./stdio.ts";
import { wardctlProgram } from "./wardctl-program.ts";

/**
 * Runs one verb.
 * @param words what was typed behind `wardctl`
 * @returns the exit code: the verb's own, 64 for wrong use, 0 for help
 */
export async function wardctl(words: readonly string[]): Promise<number> {
  surviveClosedStreams();
  const [first, ...rest] = words;
  if (first === COMPLETE) return complete(rest);
  let exit: number = EXIT.ok;
  const shown: string[] = [];
  const program = wardctlProgram(
    (code) => {
      exit = code;
    },
    (text) => shown.push(text),
  );
  try {
    await program.parseAsync(words, { from: "user" });
    return exit;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (shown.length > 0) await print(shown.join("").replace(/\n$/, ""));
    return thrown.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}
