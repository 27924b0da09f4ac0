// What stands behind ssh → what ssh takes each word for, and which word of a caller is refused; from the tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSsh, readSsh, type SshOffence, type SshStop } from "../src/engine/ssh.ts";
import { rowsOf } from "./fixtures/rows.ts";

interface Reading {
  readonly name: string;
  readonly argv: readonly string[];
  readonly hasTags?: boolean;
  /** One letter a word: option, value, host, separator, remote. */
  readonly kinds: string;
  readonly remoteStart?: number;
  readonly stop?: SshStop;
  readonly isSubsystem?: boolean;
}

for (const row of rowsOf<Reading>("test/cases/remote/readings.jsonl")) {
  test(`reading of ssh: ${row.name}`, () => {
    const reading = readSsh(row.argv, row.hasTags === undefined ? {} : { hasTags: row.hasTags });
    const start = row.kinds.indexOf("r");
    assert.deepEqual(
      {
        kinds: reading.kinds.map((kind) => kind[0]).join(""),
        remoteStart: reading.remoteStart,
        stop: reading.stop,
        isSubsystem: reading.isSubsystem,
      },
      {
        kinds: row.kinds,
        remoteStart: row.remoteStart ?? (start < 0 ? row.argv.length : start),
        stop: row.stop ?? null,
        isSubsystem: row.isSubsystem ?? false,
      },
    );
  });
}

interface Offence {
  readonly name: string;
  readonly fixed: readonly string[];
  readonly caller: readonly string[];
  readonly allow?: readonly string[];
  readonly offence: SshOffence | null;
}

for (const row of rowsOf<Offence>("test/cases/remote/offences.jsonl")) {
  test(`ssh's own options: ${row.name}`, () => {
    assert.deepEqual(judgeSsh(row.fixed, row.caller, row.allow ?? []), row.offence);
  });
}
