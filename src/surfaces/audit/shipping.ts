// The rows behind a saved place → a target that has taken them, batch by batch; what it does not take is tried again, later and later.
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { TrailPlace } from "../../host/audit-place.ts";
import { readOffset, writeOffset } from "../../host/ship-offset.ts";
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

/** Sends until it is taken. */
async function deliver(messages: readonly string[], { url, target, isFollowing }: Shipping) {
  let wait = FIRST_WAIT_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      await send(target, { messages });
      return;
    } catch (error) {
      if (!(error instanceof ShipError)) throw error;
      if (error.isFinal || (!isFollowing && tries >= MOST_TRIES)) throw givenUp(url, error);
      const next = Math.min(LONGEST_WAIT_MS, Math.max(wait, error.waitMs ?? 0));
      const said = `${url}: ${error.message}; trying again in ${(next / 1000).toFixed(1)} s`;
      complain(`wardctl: ${printable(said)}`);
      await pause(next);
      wait = Math.min(LONGEST_WAIT_MS, wait * 2);
    }
  }
}

function sayLost({ isLost }: ShipBatch, url: string): void {
  if (!isLost) return;
  const said = `the place where shipping to ${url} had stopped is no longer on record; all that is kept is sent`;
  complain(`wardctl: ${printable(said)}`);
}

/**
 * Sends everything behind the saved place. The place is saved behind each batch that was taken, so that a kill at any
 * moment sends some rows twice and loses none.
 * @returns the rows that were sent; never where it follows
 * @throws WardFault `ship-failed`, `ship-offset` or `audit-unreadable`, exit 125
 */
export async function ship(shipping: Shipping): Promise<number> {
  const { place, url, target, isFollowing, tell } = shipping;
  const shown = shownRows(place);
  let sent = 0;
  for (;;) {
    let isFirst = true;
    for await (const batch of rowsToShip(place, readOffset(place, url))) {
      if (isFirst) sayLost(batch, url);
      isFirst = false;
      await deliver(messagesOf(target, batch.rows.map(shown.row)), shipping);
      writeOffset(place, url, batch.next);
      sent += batch.rows.length;
      tell(sent);
    }
    if (!isFollowing) return sent;
    await pause(PAUSE_MS);
  }
}
