// A trail → whether every row is the one that was written, in the place that it was written to.
//
// - Each row is hashed again, and its line must be byte for byte what ward writes for that row.
// - Rows are linked inside of a file, then files to each other (audit-branches.ts).
// - A torn line counts as damage unless the row behind it names its length and hash.

import { createHash } from "node:crypto";
import type { TornLine } from "../model/audit-row.ts";
import type { ChainEnd, Finding, RowPlace, Verification } from "../model/trail.ts";
import { type FileReport, fileFindings, newestOf, startsOf } from "./audit-branches.ts";
import { hashedText, isCutShort } from "./audit-chain.ts";
import { type ChainRow, Links } from "./audit-links.ts";
import { blocksOf, type OpenFile, type Progress } from "./audit-stream.ts";
import { errorWords } from "./system-error.ts";

const MOST_FINDINGS = 100;
const NEWLINE = 10;

interface Tally {
  readonly findings: Finding[];
  count: number;
  torn: number;
  /** Rows since the one asked for; null until it is met. */
  sinceHead: number | null;
}

interface ParsedLine {
  readonly place: RowPlace;
  readonly prev: string | null;
  readonly hash: string;
  readonly computed: string;
  readonly isExact: boolean;
  readonly torn: TornLine | null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The row on a line; null where there is none that claims a hash. */
function parseLine(file: string, line: number, bytes: Buffer): ParsedLine | null {
  const text = bytes.toString("utf8");
  let row: Record<string, unknown>;
  try {
    row = JSON.parse(text);
  } catch {
    return null;
  }
  const hash = textOf(row?.hash);
  if (typeof row !== "object" || row === null || hash === null) return null;
  const written = JSON.stringify(row);
  // What is no UTF-8 reads as U+FFFD, which the row may also hold.
  const isExact = written === text && (!text.includes("\ufffd") || bytes.equals(Buffer.from(text)));
  const { id, phase, verb, at, prev, torn } = row;
  const place = {
    ...{ file, line },
    ...{ id: textOf(id), phase: textOf(phase), verb: textOf(verb), at: textOf(at) },
  };
  const declared = typeof torn === "object" && torn !== null ? (torn as TornLine) : null;
  const computed = safeHash(row);
  return { place, prev: textOf(prev), hash, computed, isExact, torn: declared };
}

/** A row that was edited into something without canonical form hashes to nothing. */
function safeHash(row: object): string {
  try {
    return createHash("sha256").update(hashedText(row)).digest("hex");
  } catch {
    return "";
  }
}

/** What a line that is no row any more says of itself. */
function brokenPlace(file: string, line: number, bytes: Buffer): RowPlace {
  const text = bytes.toString("utf8");
  const found = (name: string) => new RegExp(`"${name}":"([^"\\\\]{0,200})"`).exec(text)?.[1];
  const [id, phase, verb, at] = ["id", "phase", "verb", "at"].map((name) => found(name) ?? null);
  return {
    ...{ file, line },
    ...{ id: id ?? null, phase: phase ?? null, verb: verb ?? null, at: at ?? null },
  };
}

/** One file, line by line. */
class FileCheck {
  readonly #file: OpenFile;
  readonly #tally: Tally;
  readonly #head: string | null;
  readonly #links: Links;
  /** Lines in front of the next row that are no rows. */
  #broken: { bytes: Buffer; line: number }[] = [];
  #line = 0;
  #rows = 0;
  #first: ChainEnd | null = null;
  #last: ChainEnd | null = null;

  constructor(file: OpenFile, tally: Tally, head: string | null) {
    this.#file = file;
    this.#tally = tally;
    this.#head = head;
    this.#links = new Links((finding) => this.#report(finding));
  }

  #report(finding: Finding): void {
    this.#tally.count += 1;
    if (this.#tally.findings.length < MOST_FINDINGS) this.#tally.findings.push(finding);
  }

  line(bytes: Buffer): void {
    this.#line += 1;
    const parsed = parseLine(this.#file.path, this.#line, bytes);
    if (parsed === null) this.#broken.push({ bytes, line: this.#line });
    else this.#row(parsed);
  }

  #row(parsed: ParsedLine): void {
    const { place, prev, hash, computed, isExact } = parsed;
    const isExcused = this.#settleBroken(parsed);
    const isEdited = computed !== hash || !isExact;
    if (isEdited) this.#report({ ...place, kind: "edited", detail: null });
    const hashes = computed === hash ? [hash] : [hash, computed];
    const row: ChainRow = { place, prev, hashes, isEdited: computed !== hash };
    this.#links.add(row, isExcused);
    this.#rows += 1;
    this.#last = { place, hash, prev };
    this.#first ??= this.#last;
    const { sinceHead } = this.#tally;
    if (hash === this.#head && !isEdited) this.#tally.sinceHead = 0;
    else if (sinceHead !== null) this.#tally.sinceHead = sinceHead + 1;
  }

  /** @returns whether what stood in front of the row is reason enough for it to follow nothing */
  #settleBroken({ torn, place }: ParsedLine): boolean {
    const broken = this.#broken;
    const block = this.#block();
    this.#broken = [];
    const sha256 = createHash("sha256").update(block).digest("hex");
    if (torn !== null && torn.bytes === block.length && (torn.sha256 ?? sha256) === sha256) {
      this.#tally.torn += 1;
      return false;
    }
    if (torn !== null && broken.length === 0) {
      this.#report({ ...place, kind: "removed", detail: "a torn line stood in front of it" });
    }
    this.#reportBroken(broken);
    return broken.length > 0;
  }

  /** The lines that are no rows, as they stand in the file. */
  #block(): Buffer {
    const newline = Buffer.from("\n");
    return Buffer.concat(
      this.#broken.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [newline, bytes])),
    );
  }

  #reportBroken(broken: readonly { bytes: Buffer; line: number }[]): void {
    for (const { bytes, line } of broken) {
      const detail = bytes.length === 0 ? "the line is empty" : null;
      this.#report({
        ...brokenPlace(this.#file.path, line, bytes),
        ...{ kind: "broken", detail },
      });
    }
  }

  unreadable(words: string): void {
    const line = this.#line + 1;
    const nothing = { id: null, phase: null, verb: null, at: null };
    const finding = { file: this.#file.path, line, ...nothing };
    this.#report({ ...finding, kind: "unreadable", detail: words });
  }

  /** @param isOpen whether the last line has no newline */
  end(isOpen: boolean): FileReport {
    const ends = this.#links.end();
    // The newest line of all may be one that its writer did not live to end.
    const isTorn = isOpen && this.#file.isCurrent && isCutShort(this.#block());
    if (isTorn && this.#broken.length > 0) this.#tally.torn += 1;
    this.#reportBroken(isTorn ? [] : this.#broken);
    return { file: this.#file, first: this.#first, last: this.#last, ends, rows: this.#rows };
  }
}

async function checkFile(
  file: OpenFile,
  tally: Tally,
  head: string | null,
  tell: (bytes: number) => void,
): Promise<FileReport> {
  const check = new FileCheck(file, tally, head);
  let isOpen = false;
  try {
    for await (const { bytes, read } of blocksOf(file)) {
      for (let start = 0; start < bytes.length; ) {
        const at = bytes.indexOf(NEWLINE, start);
        const end = at < 0 ? bytes.length : at;
        check.line(bytes.subarray(start, end));
        start = end + 1;
      }
      isOpen = bytes.at(-1) !== NEWLINE;
      tell(read);
    }
  } catch (error) {
    check.unreadable(errorWords(error instanceof Error ? (error.cause ?? error) : error));
  }
  return check.end(isOpen);
}

/**
 * @param files open, the current one last
 * @param head a hash that was kept elsewhere; null where none was
 * @param tell hears how far the reading is
 * @returns what was found; a file that can't be read to its end is a finding
 */
export async function verifyTrail(
  files: readonly OpenFile[],
  head: string | null,
  tell: (progress: Progress) => void,
): Promise<Verification> {
  const tally: Tally = { findings: [], count: 0, torn: 0, sinceHead: null };
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const reports: FileReport[] = [];
  let before = 0;
  for (const file of files) {
    const report = await checkFile(file, tally, head, (read) =>
      tell({ done: before + read, total }),
    );
    reports.push(report);
    before += file.size;
  }
  const loose = fileFindings(reports);
  return {
    files: reports.filter(({ rows }) => rows > 0).length,
    rows: reports.reduce((sum, { rows }) => sum + rows, 0),
    torn: tally.torn,
    start: startsOf(reports)[0]?.first ?? null,
    newest: newestOf(reports)?.last ?? null,
    sinceHead: head === null ? null : (tally.sinceHead ?? -1),
    findings: [...tally.findings, ...loose],
    findingCount: tally.count + loose.length,
  };
}
