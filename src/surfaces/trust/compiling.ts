// The Guardfiles and settings that may be kept compiled → their trees, written; and what is wrong with the others.
import { packGuardfile } from "../../engine/pack-policy.ts";
import { wallClock } from "../../host/clock.ts";
import { compile, type Source } from "../../host/compile.ts";
import { type CompiledPlace, stampOf } from "../../host/compiled.ts";
import { hashFile } from "../../host/seen-file.ts";
import { trustKey } from "../../host/trust-key.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { WardFault } from "../../model/fault.ts";
import { digestOf } from "../digest.ts";
import { compiledPlaceOf, settledStamp } from "../kept.ts";
import type { Machine } from "../machine.ts";
import type { ReadFile } from "../policy.ts";
import { readPolicy } from "../read-policy.ts";
import { trustAround } from "./around.ts";

export interface Compiling {
  readonly sources: readonly Source[];
  readonly flawed: readonly ReadFile[];
}

/** The stamp of a file that still holds these bytes; else one that fits nothing. */
function stampOfBytes(file: string, sha256: string): string {
  const stamp = settledStamp(stampOf(file), wallClock());
  return hashFile(file) === sha256 ? stamp : "";
}

/** Null where the file is not valid. */
function sourceOf(read: ReadFile): Source | null {
  const { guardfile, sha256, file } = read;
  const digest = digestOf(read);
  if (guardfile === null || sha256 === null || digest === null) return null;
  return {
    path: file,
    sha256,
    stamp: stampOfBytes(file, sha256),
    paths: guardfile.wraps.map(({ path }) => path),
    tree: { digest, text: packGuardfile(guardfile) },
  };
}

function write(place: CompiledPlace | null, sources: readonly Source[]): void {
  if (place === null || sources.length === 0) return;
  try {
    compile(place, sources);
  } catch (cause) {
    if (cause instanceof WardFault) throw cause;
    const message = `${place.directory} can't be written to: ${(cause as Error).message}`;
    const details = { code: "compile-unwritable", path: place.directory, exit: EXIT.ownFailure };
    throw new WardFault({ ...details, message, cause });
  }
}

function settled(
  reads: readonly ReadFile[],
  configs: readonly Source[],
  place: CompiledPlace | null,
): Compiling {
  const own = reads.flatMap((read) => sourceOf(read) ?? []);
  const sources = [...configs, ...own];
  write(place, sources);
  return { sources, flawed: reads.filter((read) => sourceOf(read) === null) };
}

function configsIn(machine: Machine, place: CompiledPlace | null): readonly Source[] {
  const own = machine.unkept.filter((one) => one.place.directory === place?.directory);
  return own.map(({ source }) => source);
}

/**
 * @param path one file alone; undefined for the user's, and the approved ones around the working directory
 * @throws WardFault 64 where nothing of that name counts here, 125 where the trees can't be written
 */
export async function compileAll(machine: Machine, path: string | undefined): Promise<Compiling> {
  const { files, unapproved } = await readPolicy(machine);
  // What the environment vouches for is on no record.
  const { isGiven } = trustAround(machine).optIn;
  const counting = files.filter(
    (read) =>
      read.place === "user" || (read.place === "project" && !isGiven && !unapproved.includes(read)),
  );
  const place = compiledPlaceOf("user", machine.directories);
  if (path === undefined) return settled(counting, configsIn(machine, place), place);
  const named = counting.filter(({ realpath }) => realpath === trustKey(path));
  if (named.length > 0) return settled(named, [], place);
  throw new WardFault({
    code: "not-served",
    exit: EXIT.usage,
    message: `${path} is neither a file of the user's nor an approved one around here`,
    hint: "approve it first: wardctl trust review",
  });
}

/** @throws WardFault 125 for anybody but root */
export async function compileSystem(machine: Machine): Promise<Compiling> {
  if (process.geteuid?.() !== 0) {
    throw new WardFault({
      code: "not-root",
      exit: EXIT.ownFailure,
      message: `only root compiles the files of ${machine.directories.system}`,
      hint: "run: sudo wardctl trust compile --system",
    });
  }
  const { files } = await readPolicy(machine);
  const place = compiledPlaceOf("system", machine.directories);
  const own = files.filter((read) => read.place === "system");
  return settled(own, configsIn(machine, place), place);
}
