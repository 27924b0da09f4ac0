// Messages and a target → messages that the target has taken; or why it has not.
//
// - A stream is ended behind each batch, and counts as taken when the receiver has ended it behind that: it has read all of it.
// - Datagrams count as taken when nobody refused them: nothing more can be known.
// - A request counts as taken when it is answered with success.

import { connect as connectTcp, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { appendLines } from "./append-lines.ts";
import { steadyClock } from "./clock.ts";
import { NotRegular, readReady } from "./ready-file.ts";
import type { OtlpTarget, ShipTarget, SyslogTarget } from "./ship-target.ts";
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
  /** How many of the rows are rejected for good, whatever else is; null where nothing is said of rows. */
  readonly rejected: number | null;

  constructor(
    message: string,
    isFinal = false,
    waitMs: number | null = null,
    rejected: number | null = null,
  ) {
    super(message);
    this.rejected = rejected;
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

/** Answers that speak of what was sent: bad data, too much of it, data that can't be worked on. */
const OF_ROWS: ReadonlySet<number> = new Set([400, 413, 422]);

function judgeAnswer(status: number, body: string, retryAfter: string | undefined): void {
  if (status >= 200 && status < 300) {
    const rejected = /"rejectedLogRecords"\s*:\s*"?([1-9]\d*)/.exec(body)?.[1];
    if (rejected === undefined) return;
    const count = Number(rejected);
    const said = `the receiver rejected ${count} row${count === 1 ? "" : "s"}: ${body.slice(0, 300)}`;
    throw new ShipError(said, true, null, count);
  }
  const isFinal = status < 500 && status !== 429 && status !== 408;
  const isOfRows = OF_ROWS.has(status);
  const said = isOfRows && body !== "" ? `${status}: ${body.slice(0, 300)}` : status;
  const rejected = isOfRows ? Number.POSITIVE_INFINITY : null;
  throw new ShipError(`the receiver answered ${said}`, isFinal, waitAsked(retryAfter), rejected);
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

/**
 * @param target where to
 * @param messages in the target's own format
 * @throws ShipError where it has not taken all of them
 */
export async function send(target: ShipTarget, { messages }: Payload): Promise<void> {
  try {
    if (target.kind === "syslog") await sendSyslog(target, messages);
    else if (target.kind === "otlp") for (const body of messages) await post(target, body);
    else appendLines(target.path, messages);
  } catch (error) {
    if (error instanceof ShipError) throw error;
    const isFinal = error instanceof NotRegular || errorCode(error) === "EISDIR";
    throw new ShipError(errorWords(error), isFinal);
  }
}
