// A file that rows are added to → the rows that come, also over the moment at which another process begins a new file.

import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { type ParsedRows, parseRows } from "./audit-parse.ts";
import type { Position } from "./audit-read.ts";
import { readFault } from "./audit-stream.ts";
import { errorCode, errorWords } from "./system-error.ts";

const CHUNK = 1024 * 1024;

/** Looks at a trail again and again; holds its file open, so that nothing is lost when that is renamed. */
export class Follower {
  readonly #file: string;
  #fd: number | null = null;
  #offset = 0;

  /**
   * @param file that rows are added to
   * @param from behind the last row that is known
   */
  constructor(file: string, from: Position) {
    this.#file = file;
    this.#open();
    if (this.#fd !== null && fstatSync(this.#fd).ino === from.inode) this.#offset = from.offset;
  }

  /**
   * @returns the rows added since the last time; a line without its end is left for the next time
   * @throws WardFault `audit-unreadable`, exit 125
   */
  take(): ParsedRows {
    try {
      if (this.#fd === null) this.#open();
      const own = this.#read();
      if (!this.#isReplaced()) return own;
      this.close();
      this.#open();
      const { rows, damaged } = this.#read();
      return { rows: [...own.rows, ...rows], damaged: own.damaged + damaged };
    } catch (cause) {
      throw readFault(this.#file, `can't be read: ${errorWords(cause)}`, cause);
    }
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
    this.#offset = 0;
  }

  #open(): void {
    try {
      this.#fd = openSync(this.#file, constants.O_RDONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }

  #isReplaced(): boolean {
    const there = statSync(this.#file, { throwIfNoEntry: false });
    if (there === undefined || this.#fd === null) return false;
    const mine = fstatSync(this.#fd);
    return there.ino !== mine.ino || there.size < this.#offset;
  }

  #read(): ParsedRows {
    const parts: Buffer[] = [];
    if (this.#fd === null) return { rows: [], damaged: 0 };
    for (let at = this.#offset; ; ) {
      const bytes = Buffer.alloc(CHUNK);
      const got = readSync(this.#fd, bytes, 0, CHUNK, at);
      if (got === 0) break;
      parts.push(bytes.subarray(0, got));
      at += got;
    }
    const bytes = Buffer.concat(parts);
    const whole = bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
    this.#offset += whole.length;
    return parseRows(whole.toString("utf8"));
  }
}
