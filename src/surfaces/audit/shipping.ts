// The rows behind a saved place → a target that has taken them, batch by batch; what it does not take is tried again, later and later.
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { TrailPlace } from "../../host/audit-place.ts";
import { keepRejected, readOffset, writeOffset } from "../../host/ship-offset.ts";
import { rowsToShip, type ShipBatch } from "../../host/ship-rows.ts";
import { ShipError, send } from "../../host/ship-send.ts";
import type { ShipTarget } from "../../host/ship-target.ts";
import type { Linked } from "../../model/audit-row.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { WardFault } from "../../model/fault.ts";
import { otlpRequest } from "../../render/export-otlp.ts";
import { syslogMessage } from "../../render/export-syslog.ts";
import { printable } from "../../render/printable.ts";
import { complain } from "../stdio.ts";
import { shownRows } from "./shown-row.ts";
import { type Sifted, sift } from "./sifting.ts";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
/** How often a call that does not follow tries before it gives up: half a minute in all. */
const MOST_TRIES = 7;
const PAUSE_MS = 500;

export interface Shipping {
  readonly place: TrailPlace;
  /** As config.kdl has it. */
  readonly url: string;
  readonly target: ShipTarget;
  /** Goes on with rows that come, and never gives up. */
  readonly isFollowing: boolean;
  /** Hears how many rows were taken so far. */
  readonly tell: (rows: number) => void;
}

/** A copy in a file is the rows as they stand, so that it can be verified like the trail. */
function messagesOf({ kind }: ShipTarget, rows: readonly Linked[]): string[] {
  if (rows.length === 0) return [];
  if (kind === "file") return rows.map((row) => JSON.stringify(row));
  if (kind === "syslog") return rows.map((row) => syslogMessage(row, hostname()));
  return [JSON.stringify(otlpRequest(rows, hostname(), WARD_VERSION))];
}

function givenUp(url: string, error: ShipError): WardFault {
  const message = `${url} has not taken the rows: ${error.message}`;
  const hint = "what was taken is remembered: the next `wardctl audit ship` goes on there";
  return new WardFault({ code: "ship-failed", exit: EXIT.ownFailure, message, hint, cause: error });
}

async function waitFor(milliseconds: number, url: string, { message }: ShipError): Promise<void> {
  const next = Math.min(LONGEST_WAIT_MS, milliseconds);
  const said = `${url}: ${message}; trying again in ${(next / 1000).toFixed(1)} s`;
  complain(`wardctl: ${printable(said)}`);
  await pause(next);
}

/** Sends until it is taken; what is said of the rows themselves is for the caller to hear. */
async function deliver(messages: readonly string[], { url, target, isFollowing }: Shipping) {
  let wait = FIRST_WAIT_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      await send(target, { messages });
      return;
    } catch (error) {
      if (!(error instanceof ShipError)) throw error;
      if (error.rejected !== null) throw error;
      if (error.isFinal || (!isFollowing && tries >= MOST_TRIES)) throw givenUp(url, error);
      await waitFor(Math.max(wait, error.waitMs ?? 0), url, error);
      wait *= 2;
    }
  }
}

function sayLost({ isLost }: ShipBatch, url: string): void {
  if (!isLost) return;
  const said = `the place where shipping to ${url} had stopped is no longer on record; all that is kept is sent`;
  complain(`wardctl: ${printable(said)}`);
}

/** Of rejected rows, by name; more of them are counted. */
const MOST_NAMED = 5;

/** What the target takes on no account is kept beside the place, so that it keeps nothing else up and is not lost. */
function setAside({ rejected, said }: Sifted, { place, url }: Shipping): void {
  if (rejected.length === 0) return;
  const lines = rejected.map((row) => JSON.stringify(row));
  const path = keepRejected(place, url, lines);
  const names = rejected.slice(0, MOST_NAMED).map(({ id, phase }) => `${id} ${phase}`);
  const more = rejected.length > names.length ? ` and ${rejected.length - names.length} more` : "";
  const rows = `${rejected.length} row${rejected.length === 1 ? "" : "s"}`;
  const text = `${url} rejects ${rows} for good, kept in ${path}: ${names.join(", ")}${more} (${said})`;
  complain(`wardctl: ${printable(text)}`);
}

export interface Shipped {
  readonly sent: number;
  /** Rows that the target takes on no account, and that are kept beside the place. */
  readonly rejected: number;
}

/** Sends a batch and saves the place behind it. */
async function shipBatch(rows: readonly Linked[], { next }: ShipBatch, shipping: Shipping) {
  const { place, url, target } = shipping;
  const sifted = await sift(rows, (some) => deliver(messagesOf(target, some), shipping));
  setAside(sifted, shipping);
  writeOffset(place, url, next);
  return sifted.rejected.length;
}

/**
 * Sends everything behind the saved place. The place is saved behind each batch that was taken, so that a kill at any
 * moment sends some rows twice and loses none. Where it follows, a target that takes none of a batch is tried again,
 * with the rows that came meanwhile.
 * @returns never where it follows
 * @throws WardFault `ship-failed`, `ship-offset` or `audit-unreadable`, exit 125
 */
export async function ship(shipping: Shipping): Promise<Shipped> {
  const { place, url, isFollowing, tell } = shipping;
  const shown = shownRows(place);
  let sent = 0;
  let rejected = 0;
  let wait = FIRST_WAIT_MS;
  for (;;) {
    let isFirst = true;
    try {
      for await (const batch of rowsToShip(place, readOffset(place, url))) {
        if (isFirst) sayLost(batch, url);
        isFirst = false;
        const aside = await shipBatch(batch.rows.map(shown.row), batch, shipping);
        wait = FIRST_WAIT_MS;
        rejected += aside;
        sent += batch.rows.length - aside;
        tell(sent);
      }
    } catch (error) {
      if (!(error instanceof ShipError)) throw error;
      if (!isFollowing) throw givenUp(url, error);
      await waitFor(wait, url, error);
      wait = Math.min(LONGEST_WAIT_MS, wait * 2);
      continue;
    }
    if (!isFollowing) return { sent, rejected };
    await pause(PAUSE_MS);
  }
}
