// The end of an id → the call that has it, and whether its rows are as they were written where they stand.

import type { DecidedRow, FinishedRow, Linked } from "../model/audit-row.ts";
import type { RecordedCall } from "../model/trail.ts";
import { rowHash } from "./audit-chain.ts";
import { parseRows } from "./audit-parse.ts";
import { blocksOf, type OpenFile, type Progress } from "./audit-stream.ts";

export interface FoundRow {
  readonly row: Linked;
  readonly file: string;
  readonly line: number;
  /** Whether its hash is that of its own text. */
  readonly isIntact: boolean;
  /** Whether it is chained to the row in front of it; null for the first row of a file. */
  readonly isLinked: boolean | null;
}

export interface FoundCall extends RecordedCall {
  readonly rows: readonly FoundRow[];
}

const HASH = /,"hash":"([0-9a-f]{64})"\}$/;

interface Scan {
  line: number;
  before: string | null;
}

/** The rows of one block whose ids end so. */
function matching(text: string, part: string, file: string, scan: Scan): FoundRow[] {
  const found: FoundRow[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    scan.line += 1;
    const isCandidate = line.includes(`${part}"`);
    const [row] = isCandidate ? parseRows(line).rows : [];
    if (row?.id.endsWith(part)) {
      const isIntact = row.hash === rowHash(row);
      const isLinked = scan.before === null ? null : row.prev === scan.before;
      found.push({ row, file, line: scan.line, isIntact, isLinked });
    }
    scan.before = HASH.exec(line)?.[1] ?? scan.before;
  }
  return found;
}

function toCall(id: string, rows: readonly FoundRow[]): FoundCall {
  const of = (phase: string) => rows.find(({ row }) => row.phase === phase)?.row ?? null;
  const decided = of("decided") as Linked<DecidedRow> | null;
  const finished = of("finished") as Linked<FinishedRow> | null;
  const isRefused = decided?.decision === "deny";
  const state = isRefused ? "refused" : finished === null ? "unfinished" : "finished";
  return { id, state, decided, finished, rows };
}

/**
 * @param files open, the current one last
 * @param part of an id: all of it, or as much of its end as tells it from others
 * @param tell hears how far the reading is
 * @returns every call whose id ends so
 * @throws WardFault `audit-unreadable`, exit 125
 */
export async function findCalls(
  files: readonly OpenFile[],
  part: string,
  tell: (progress: Progress) => void,
): Promise<readonly FoundCall[]> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const calls = new Map<string, FoundRow[]>();
  let before = 0;
  for (const file of files) {
    const scan: Scan = { line: 0, before: null };
    for await (const { bytes, read } of blocksOf(file)) {
      for (const found of matching(bytes.toString("utf8"), part, file.path, scan)) {
        if (found.row.phase === "policy-changed") continue;
        calls.set(found.row.id, [...(calls.get(found.row.id) ?? []), found]);
      }
      tell({ done: before + read, total });
    }
    before += file.size;
  }
  return [...calls].map(([id, rows]) => toCall(id, rows));
}
