// A trail → how many rows it has and the newest one's hash, without looking into the rows.

import { blocksOf, type OpenFile, type Progress } from "./audit-stream.ts";

export interface TrailHead {
  readonly rows: number;
  /** Null where there are no rows. */
  readonly hash: string | null;
}

const HASH = /,"hash":"([0-9a-f]{64})"\}$/gm;

/**
 * @param files open, the current one last
 * @param tell hears how far the reading is
 * @throws WardFault `audit-unreadable`, exit 125
 */
export async function countRows(
  files: readonly OpenFile[],
  tell: (progress: Progress) => void,
): Promise<TrailHead> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let rows = 0;
  let hash: string | null = null;
  let before = 0;
  for (const file of files) {
    for await (const { bytes, read } of blocksOf(file)) {
      for (const [, found = ""] of bytes.toString("latin1").matchAll(HASH)) {
        rows += 1;
        hash = found;
      }
      tell({ done: before + read, total });
    }
    before += file.size;
  }
  return { rows, hash };
}
