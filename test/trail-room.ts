// A test → a trail of its own, written by the real writer in this process, and what verifying it finds.
import { closeSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { readAccount } from "../src/host/account.ts";
import { closeRow, openRow, type RowEntry, recordRefusal } from "../src/host/audit.ts";
import { rowHash } from "../src/host/audit-chain.ts";
import { type TrailPlace, trailPlace } from "../src/host/audit-place.ts";
import { openFiles } from "../src/host/audit-stream.ts";
import {
  openTrail,
  type Recorder,
  type TrailLimits,
  USUAL_LIMITS,
} from "../src/host/audit-trail.ts";
import { verifyTrail } from "../src/host/audit-verify.ts";
import type { AuditRow, Linked } from "../src/model/audit-row.ts";
import type { Outcome } from "../src/model/outcome.ts";
import type { Verification } from "../src/model/trail.ts";
import { ownDirectory } from "./host-place.ts";

export const SUCCESS: Outcome = {
  state: "completed",
  kind: "success",
  exit: { code: 0 },
  enforcement: {},
  launched: true,
};

export const ENTRY: Omit<RowEntry, "decision"> = {
  verb: "ward.x",
  reason: null,
  rule: "/x.kdl:1",
  argv: ["ward", "x"],
  exec: { bin: "/bin/x", argv: ["x"] },
  env_set: [],
  env_dropped: [],
  guardfile: null,
  digest: null,
  trust: "installed",
  shell_facts: [],
  policy_hash: "00",
};

export class TrailRoom {
  readonly state: string;
  readonly recorder: Recorder;
  readonly place: TrailPlace;

  constructor(
    t: TestContext,
    limits: Partial<TrailLimits> = {},
    auditDirectory: string | null = null,
    directory: string | null = null,
  ) {
    this.state = directory ?? join(ownDirectory(t), "state");
    const { state } = this;
    this.recorder = {
      directories: {
        system: "/etc/ward",
        account: readAccount(),
        config: null,
        state,
        notices: [],
      },
      auditDirectory,
      limits: { ...USUAL_LIMITS, ...limits },
      signs: { markers: [], session: {}, isCi: false },
      cwd: "/",
    };
    this.place = trailPlace(this.recorder.directories, auditDirectory);
  }

  /** A call that ran: two rows. */
  run(word: string, entry: Partial<RowEntry> = {}): string {
    const trail = openTrail(this.recorder);
    const argv = ["ward", "x", word];
    const row = openRow({ ...ENTRY, argv, ...entry, decision: "allow" }, trail);
    const problem = closeRow(row, SUCCESS);
    if (problem !== null) throw problem;
    return row.id;
  }

  /** A call that began and did not end: one row. */
  begin(word: string): void {
    const trail = openTrail(this.recorder);
    openRow({ ...ENTRY, argv: ["ward", "x", word], decision: "allow" }, trail);
    closeSync(trail.fd);
  }

  refuse(word: string, entry: Partial<RowEntry> = {}): void {
    const argv = ["ward", "x", word];
    const denied = { ...ENTRY, argv, exec: null, reason: "never" as const, ...entry };
    recordRefusal({ ...denied, decision: "deny" }, openTrail(this.recorder));
  }

  lines(file = this.place.file): string[] {
    return readFileSync(file, "utf8").split("\n").slice(0, -1);
  }

  rows(file = this.place.file): Linked<AuditRow>[] {
    return this.lines(file)
      .filter((line) => line.startsWith("{") && line.endsWith("}"))
      .map((line) => JSON.parse(line));
  }

  write(lines: readonly string[], file = this.place.file): void {
    writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  }

  async verify(head: string | null = null): Promise<Verification> {
    const files = openFiles(this.place);
    try {
      return await verifyTrail(files, head, () => {});
    } finally {
      for (const { fd } of files) closeSync(fd);
    }
  }

  /** What was found, as `kind line id`. */
  async findings(head: string | null = null): Promise<string[]> {
    const { findings } = await this.verify(head);
    return findings.map(({ kind, line, id }) => `${kind} ${line} ${id}`);
  }
}

/** Rows linked anew, as a forger would who knows how: `prev` of the first stays. */
export function rechain(rows: readonly Linked<AuditRow>[]): string[] {
  let prev = rows[0]?.prev ?? null;
  return rows.map(({ hash: _, ...row }) => {
    const linked = { ...row, prev };
    prev = rowHash(linked);
    return JSON.stringify({ ...linked, hash: prev });
  });
}
