// A surface → the digest that an approval is bound to.

import { canonicalJson, UnencodableError } from "../model/canonical.ts";
import type { Guardfile } from "../model/policy.ts";
import type { Site } from "../model/trust.ts";
import { execSurface, LARGEST_SURFACE, type Sha256, surfaceSize } from "./surface.ts";

const PREFIX = "ward-exec-surface/v1\0";
const LEAF_PREFIX = "ward-exec-leaf/v1\0";

export type Digest =
  | { readonly ok: true; readonly digest: string }
  | { readonly ok: false; readonly problem: string };

export type Surface =
  | { readonly ok: true; readonly digest: string; readonly sites: readonly Site[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads the surface that a person would approve.
 * @param guardfile a valid Guardfile
 * @param sha256 of a text's UTF-8 bytes, in hex
 * @returns sites and digest, or why the Guardfile must be refused: no canonical form, or more than anybody can read
 */
export function readSurface(guardfile: Guardfile, sha256: Sha256): Surface {
  const size = surfaceSize(guardfile);
  if (size > LARGEST_SURFACE) {
    const problem = `its grants come to ${size} words, flags and guards, more than the ${LARGEST_SURFACE} that can be reviewed`;
    return { ok: false, problem };
  }
  return guarded(() => {
    const sites = execSurface(guardfile, sha256);
    return { ok: true, digest: digestOf(PREFIX, sites, sha256), sites };
  });
}

/**
 * @param sites a whole surface, in any order
 * @param sha256 of a text's UTF-8 bytes, in hex
 * @returns 64 hex digits, the empty string for an empty surface, or why it has no canonical form
 */
export function surfaceDigest(sites: readonly Site[], sha256: Sha256): Digest {
  return guarded(() => ({ ok: true, digest: digestOf(PREFIX, sites, sha256) }));
}

/** As `surfaceDigest`, over the sites that one leaf rests on (`leafSurface`). */
export function leafDigest(sites: readonly Site[], sha256: Sha256): Digest {
  return guarded(() => ({ ok: true, digest: digestOf(LEAF_PREFIX, sites, sha256) }));
}

function digestOf(prefix: string, sites: readonly Site[], sha256: Sha256): string {
  if (sites.length === 0) return "";
  const texts = sites.map((site) => canonicalJson(site)).sort();
  return sha256(`${prefix}[${texts.join(",")}]`);
}

function guarded<T>(read: () => T): T | { ok: false; problem: string } {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnencodableError)) throw error;
    return { ok: false, problem: `it has no canonical form: ${error.message}` };
  }
}
