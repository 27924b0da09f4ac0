// Messages and a target → messages that the target has taken; or why it has not.
//
// - A stream is ended behind each batch, and counts as taken when the receiver has ended it behind that: it has read all of it.
// - Datagrams count as taken when nobody refused them: nothing more can be known.
// - A request counts as taken when it is answered with success.

import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { connect as connectTcp, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { steadyClock } from "./clock.ts";
import { fileKind } from "./file-kind.ts";
import { readReady } from "./ready-file.ts";
import type { FileTarget, OtlpTarget, ShipTarget, SyslogTarget } from "./ship-target.ts";
import { errorCode, errorWords } from "./system-error.ts";

/** What is sent at once: for a request all rows are in one. */
export interface Payload {
  readonly messages: readonly string[];
}

/** Why a target did not take a batch. */
export class ShipError extends Error {
  /** Whether sending the same again can't help. */
  readonly isFinal: boolean;
  /** Milliseconds that the receiver asks to wait; null where it does not say. */
  readonly waitMs: number | null;

  constructor(message: string, isFinal = false, waitMs: number | null = null) {
    super(message);
    this.name = "ShipError";
    this.isFinal = isFinal;
    this.waitMs = waitMs;
  }
}

const PATIENCE_MS = 10_000;
/** How long a refusal of a datagram may take to come back. */
const REFUSAL_MS = 100;

/** RFC 6587 section 3.4.1, and RFC 5425 for TLS: the length, a blank, the message. */
function frame(message: string): string {
  return `${Buffer.byteLength(message)} ${message}`;
}

async function openStream(target: SyslogTarget): Promise<Socket> {
  const { host, port } = target;
  if (target.transport === "tcp") return connectTcp({ host, port });
  const { connect } = await import("node:tls");
  const file = (path: string | null) => (path === null ? {} : readReady(path));
  const servername = /^[\d.]+$|:/.test(host) ? "" : host;
  return connect({
    ...{ host, port, servername, minVersion: "TLSv1.2" as const },
    ...(target.ca === null ? {} : { ca: file(target.ca) as Buffer }),
    ...(target.cert === null ? {} : { cert: file(target.cert) as Buffer }),
    ...(target.key === null ? {} : { key: file(target.key) as Buffer }),
  });
}

/** How long a receiver that hangs up early is heard, beside the way there and back. */
const HANG_UP_MS = 100;
const LONGEST_HANG_UP_MS = 2000;

/** The system's words for it name a call that nobody made: `read ECONNRESET`. */
function brokenOff(error: Error): string {
  const isReset = ["ECONNRESET", "EPIPE"].includes(errorCode(error) ?? "");
  return isReset ? "the receiver broke the connection off" : errorWords(error);
}

/**
 * Sends a text and then ends the stream; the receiver has to end it too, and not before.
 * One that is too busy hangs up as politely before it has read anything.
 */
function sendStream(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const since = steadyClock();
    let [isSent, isEnded] = [false, false];
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    const send = () => {
      const patience = Math.min(LONGEST_HANG_UP_MS, HANG_UP_MS + 2 * (steadyClock() - since));
      socket.write(text, async () => {
        await pause(patience);
        if (isEnded || socket.destroyed) return;
        isSent = true;
        socket.end();
      });
    };
    socket.setTimeout(PATIENCE_MS, () =>
      fail(new ShipError("the receiver does not answer, or does not end the connection")),
    );
    socket.once("error", (error) => fail(new ShipError(brokenOff(error))));
    socket.once("end", () => {
      isEnded = true;
      if (!isSent) fail(new ShipError("the receiver hung up before it had read all"));
    });
    socket.once("close", () => {
      if (isEnded && isSent) resolve();
      else reject(new ShipError("the receiver broke the connection off"));
    });
    socket.resume();
    socket.once("encrypted" in socket ? "secureConnect" : "connect", send);
  });
}

async function sendDatagrams(
  { host, port }: SyslogTarget,
  messages: readonly string[],
): Promise<void> {
  const { createSocket } = await import("node:dgram");
  const { lookup } = await import("node:dns/promises");
  const { address, family } = await lookup(host);
  const socket = createSocket(family === 6 ? "udp6" : "udp4");
  let refused: Error | null = null;
  socket.on("error", (error) => {
    refused = error;
  });
  try {
    await new Promise<void>((resolve) => socket.connect(port, address, resolve));
    for (const message of messages) {
      await new Promise<void>((resolve) =>
        socket.send(message, (error) => {
          refused ??= error;
          resolve();
        }),
      );
      if (refused !== null) break;
    }
    await pause(REFUSAL_MS);
  } finally {
    socket.close();
  }
  if (refused !== null) throw new ShipError(errorWords(refused));
}

async function sendSyslog(target: SyslogTarget, messages: readonly string[]): Promise<void> {
  if (target.transport === "udp") return sendDatagrams(target, messages);
  return sendStream(await openStream(target), messages.map(frame).join(""));
}

function waitAsked(header: string | undefined): number | null {
  const seconds = Number(header);
  return header !== undefined && Number.isFinite(seconds) ? seconds * 1000 : null;
}

function judgeAnswer(status: number, body: string, retryAfter: string | undefined): void {
  if (status >= 200 && status < 300) {
    const rejected = /"rejectedLogRecords"\s*:\s*"?([1-9]\d*)/.exec(body)?.[1];
    if (rejected === undefined) return;
    throw new ShipError(`the receiver rejected ${rejected} rows: ${body.slice(0, 300)}`, true);
  }
  const isFinal = status < 500 && status !== 429 && status !== 408;
  throw new ShipError(`the receiver answered ${status}`, isFinal, waitAsked(retryAfter));
}

async function post({ url }: OtlpTarget, body: string): Promise<void> {
  const { request } = url.startsWith("https:")
    ? await import("node:https")
    : await import("node:http");
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers, timeout: PATIENCE_MS }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        if (text.length < 4096) text += part;
      });
      answer.on("error", (error) => reject(new ShipError(errorWords(error))));
      answer.on("end", () => {
        try {
          judgeAnswer(answer.statusCode ?? 0, text, answer.headers["retry-after"]);
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
    sent.on("timeout", () => sent.destroy(new ShipError("the receiver does not answer")));
    sent.on("error", (error) =>
      reject(error instanceof ShipError ? error : new ShipError(errorWords(error))),
    );
    sent.end(body);
  });
}

/** A copy whose last line was torn by a kill goes on behind a line break. */
function appendLines({ path }: FileTarget, messages: readonly string[]): void {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;
  const fd = openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_RDWR, 0o600);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new ShipError(`it is ${fileKind(stats)}, not a regular file`, true);
    const { size } = stats;
    const last = Buffer.alloc(1);
    const isOpen = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 10;
    const bytes = Buffer.from(
      `${isOpen ? "\n" : ""}${messages.map((line) => `${line}\n`).join("")}`,
    );
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    fdatasyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * @param target where to
 * @param messages in the target's own format
 * @throws ShipError where it has not taken all of them
 */
export async function send(target: ShipTarget, { messages }: Payload): Promise<void> {
  try {
    if (target.kind === "syslog") await sendSyslog(target, messages);
    else if (target.kind === "otlp") for (const body of messages) await post(target, body);
    else appendLines(target, messages);
  } catch (error) {
    if (error instanceof ShipError) throw error;
    throw new ShipError(errorWords(error), errorCode(error) === "EISDIR");
  }
}
