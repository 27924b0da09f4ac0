// A child's two output streams → the first bytes of each, with a flag where there were more; all of it is read.
// - The child is never held up or killed for what it prints, and what is dropped takes no memory.

import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Captured, Output } from "../model/output.ts";

/** What each stream keeps where the policy says nothing, in bytes. */
export const DEFAULT_LIMIT = 64 * 1024;
/** More than a row takes: the name of a secret that is cut off at its front is found further up. */
const TAIL_BYTES = 16 * 1024;
/** Who still holds a stream when the run is over, from a session of its own, is waited for no longer. */
const CLOSE_MS = 200;

class Sink {
  readonly #limit: number;
  readonly #stream: Readable;
  readonly #kept: Buffer[] = [];
  #room: number;
  #isTruncated = false;
  #tail = Buffer.alloc(0);

  constructor(stream: Readable, limit: number) {
    this.#stream = stream;
    this.#limit = limit;
    this.#room = limit;
    stream.on("data", (chunk: Buffer) => this.#take(chunk));
    // A stream that breaks ends, and what came before is what there is.
    stream.on("error", () => {});
  }

  #take(chunk: Buffer): void {
    const part = chunk.subarray(0, this.#room);
    // A copy: a part would keep the whole chunk alive.
    if (part.length > 0) this.#kept.push(Buffer.from(part));
    this.#room -= part.length;
    if (part.length < chunk.length) this.#isTruncated = true;
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
  }

  async closed(): Promise<void> {
    const stream = this.#stream;
    if (!stream.closed) await Promise.race([once(stream, "close"), this.#patience()]);
    stream.destroy();
  }

  /** What lies in the pipe is read before the time counts as over. */
  async #patience(): Promise<void> {
    await pause(CLOSE_MS, null, { ref: false });
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  }

  captured(): Captured {
    const size = this.#limit - this.#room;
    return { bytes: Buffer.concat(this.#kept, size), isTruncated: this.#isTruncated };
  }

  tail(): string {
    return this.#tail.toString("utf8");
  }
}

/** Reads both streams from now on. */
export class Capture {
  readonly #stdout: Sink;
  readonly #stderr: Sink;

  /** @param limit bytes kept of each stream */
  constructor(stdout: Readable, stderr: Readable, limit: number) {
    this.#stdout = new Sink(stdout, limit);
    this.#stderr = new Sink(stderr, limit);
  }

  /** Waits for what is still on its way when nobody is left to write. */
  async output(): Promise<Output> {
    await Promise.all([this.#stdout.closed(), this.#stderr.closed()]);
    return { stdout: this.#stdout.captured(), stderr: this.#stderr.captured() };
  }

  /** The last 16 KiB of standard error. */
  stderrTail(): string {
    return this.#stderr.tail();
  }
}
