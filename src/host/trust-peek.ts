// The store's bytes → whether it may hold something, without reading what: for calls that need no answer of it.
import { WardFault } from "../model/fault.ts";
import { type StorePlace, seeStoreBytes } from "./trust-place.ts";

/** A store that can't be believed says nothing here. */
function bytesOf(place: StorePlace): Buffer | null {
  try {
    return seeStoreBytes(place);
  } catch (error) {
    if (error instanceof WardFault) return null;
    throw error;
  }
}

/** Whether a notice of a migration may be waiting. */
export function peekNotice(place: StorePlace): boolean {
  return bytesOf(place)?.includes('"noticePending": true') === true;
}

/** Whether a record may be there of a file right in one of these directories. */
export function peekRecords(place: StorePlace, directories: readonly string[]): boolean {
  const bytes = bytesOf(place);
  return directories.some(
    (one) => bytes?.includes(`${JSON.stringify(one).slice(0, -1)}/`) === true,
  );
}
