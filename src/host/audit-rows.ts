// The blocks of a trail → its rows as they stand there, block by block.

import type { Linked } from "../model/audit-row.ts";
import { parseRows } from "./audit-parse.ts";
import { blocksOf, type OpenFile, type Progress } from "./audit-stream.ts";

/**
 * @param files open, the current one last
 * @param tell hears how far the reading is
 * @throws WardFault `audit-unreadable`, exit 125
 */
export async function* readAllRows(
  files: readonly OpenFile[],
  tell: (progress: Progress) => void,
): AsyncGenerator<readonly Linked[]> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const file of files) {
    for await (const { bytes, read } of blocksOf(file)) {
      yield parseRows(bytes.toString("utf8")).rows;
      tell({ done: before + read, total });
    }
    before += file.size;
  }
}
