// The bytes of a Guardfile → a read file: parsed, with the root words that it speaks of.
import { seenRoots } from "../engine/withhold.ts";
import type { TrustedFile } from "../host/read-file.ts";
import { sha256 } from "../host/sha256.ts";
import type { Parsed, ParseOptions } from "../language/parse.ts";
import type { WardFault } from "../model/fault.ts";
import type { Place } from "../model/policy.ts";
import type { ReadFile } from "./policy.ts";

async function patternCheck(): Promise<ParseOptions> {
  const { checkPattern } = await import("../engine/patterns.ts");
  return { checkPattern };
}

/** kdljs and the engine of patterns are slow to load: only who needs them asks for them. */
async function parse(file: string, source: Uint8Array | string): Promise<Parsed & Roots> {
  const { parseGuardfile } = await import("../language/parse.ts");
  const hasPatterns = Buffer.from(source).includes("allow-arg-re");
  const parsed = parseGuardfile(file, source, hasPatterns ? await patternCheck() : {});
  return { ...parsed, roots: rootsOf(parsed) };
}

interface Roots {
  readonly roots: readonly string[] | null;
}

/** What the file speaks of, valid or not; a misspelt `wrap` may hold any root word. */
function rootsOf({ guardfile, text, diagnostics }: Parsed): readonly string[] | null {
  if (guardfile !== null) return [...new Set(guardfile.wraps.map(({ path }) => path[0] ?? ""))];
  const isMisspelt = diagnostics.some(
    ({ code, hint }) => code === "unknown-node" && hint?.includes('"wrap"') === true,
  );
  return isMisspelt ? null : seenRoots(text);
}

/** A file that was read, through the parser. */
export async function parsed(place: Place, file: string, read: TrustedFile): Promise<ReadFile> {
  const { realpath, sha256, bytes } = read;
  return { place, file, realpath, sha256, ...(await parse(file, bytes)), fault: null };
}

/** A file that could not be read. */
export function unread(place: Place, file: string, fault: WardFault): ReadFile {
  const nothing = { guardfile: null, diagnostics: [], text: "", roots: null };
  return { place, file, realpath: file, sha256: null, ...nothing, fault };
}

/** A text that lies in no file of its own. */
export async function fromText(place: Place, file: string, source: string): Promise<ReadFile> {
  const known = { place, file, realpath: file, sha256: sha256(source) };
  return { ...known, ...(await parse(file, source)), fault: null };
}
