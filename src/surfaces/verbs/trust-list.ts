// wardctl trust list: every answer on record.
import type { Command } from "commander";
import { readStore } from "../../host/trust-store.ts";
import { EXIT } from "../../model/exit-codes.ts";
import type { TrustRecord } from "../../model/trust.ts";
import { jsonPage } from "../../render/json.ts";
import { printable } from "../../render/printable.ts";
import { readOwnMachine } from "../own-machine.ts";
import { complain, print } from "../stdio.ts";
import { trustAround } from "../trust/around.ts";
import type { Verb } from "../verb.ts";

function line([path, { decision, recordedAt, pins }]: [string, TrustRecord]): string {
  const hashed = pins.filter(({ sha256 }) => sha256 !== null).length;
  const pinned = hashed === 0 ? "" : `  ${hashed} pinned`;
  return `${decision.padEnd(6)}  ${recordedAt}  ${path}${pinned}`;
}

function fields([path, record]: [string, TrustRecord]): unknown {
  const { decision, digest, digestVersion, fileSha256, recordedAt, pins, sites, agents } = record;
  return {
    path,
    ...{ decision, recordedAt, digest, digestVersion, fileSha256, pins, agents },
    sites: sites.length,
  };
}

export const trustList: Verb = {
  name: "trust list",
  summary: "show every answer on record",
  example: "wardctl trust list --json",
  declare(command: Command) {
    command.option("--json", "print the answers as JSON");
  },
  async run(command: Command) {
    const { json } = command.opts<{ json?: true }>();
    const { records, warnings } = readStore(trustAround(await readOwnMachine()).store);
    for (const warning of warnings) complain(`wardctl: ${printable(warning)}`);
    const all = [...records];
    const text = all.map((entry) => printable(line(entry))).join("\n");
    if (json) await print(jsonPage(all.map(fields)));
    else if (all.length > 0) await print(text);
    else complain("wardctl: nothing is on record");
    return EXIT.ok;
  },
};
