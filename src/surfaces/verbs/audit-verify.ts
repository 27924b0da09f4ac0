// wardctl audit verify: says whether every row of the trail is the one that was written, and names each that is not.

import { type Command, InvalidArgumentError } from "commander";
import { verifyTrail } from "../../host/audit-verify.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { isSha256 } from "../../model/hash.ts";
import { jsonText } from "../../render/json.ts";
import { isWhole, renderVerification } from "../../render/verification.ts";
import { declareTrail, trailOf, withTrail } from "../audit/opened.ts";
import { progressLine } from "../audit/progress.ts";
import { print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

function toHash(text: string): string {
  const hash = text.trim().toLowerCase();
  if (isSha256(hash)) return hash;
  throw new InvalidArgumentError("give the 64 hex digits that `wardctl audit head` printed.");
}

export const auditVerify: Verb = {
  name: "audit verify",
  summary: "check that no row was edited, removed, moved or put in",
  example: "wardctl audit verify --head 9f2c…",
  declare(command: Command) {
    command.option("--head <hash>", "a head that was kept elsewhere: finds a cut-off end", toHash);
    command.option("--json", "print what was found as JSON");
    declareTrail(command);
  },
  async run(command: Command) {
    const { head, json } = command.opts<{ head?: string; json?: true }>();
    const { place, machine } = await trailOf(command);
    const line = progressLine("verifying the trail");
    const found = await withTrail(place, (files) => verifyTrail(files, head ?? null, line.tell));
    line.end();
    await print(json ? jsonText(found) : renderVerification(found, machine.home));
    return isWhole(found) ? EXIT.ok : EXIT.found;
  },
};
