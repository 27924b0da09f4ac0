// Doctor looks at the audit trail: whether every row is the one that was written, and whether there is room for more.
import { dirname } from "node:path";
import { trailPlace } from "../../host/audit-place.ts";
import { verifyTrail } from "../../host/audit-verify.ts";
import { freeBytes } from "../../host/free-space.ts";
import type { Checkup } from "../../model/checkup.ts";
import { WardFault } from "../../model/fault.ts";
import { isWhole } from "../../render/verification.ts";
import { withTrail } from "../audit/opened.ts";
import type { Machine } from "../machine.ts";

/** Bytes below which a trail is likely to end a working day. */
const LITTLE = 100 * 1024 * 1024;
const NONE = 1024 * 1024;

function failed(check: string, thrown: unknown): Checkup {
  if (!(thrown instanceof WardFault)) throw thrown;
  return { check, verdict: "FAIL", says: thrown.message, mend: thrown.hint ?? null };
}

async function chain(machine: Machine): Promise<Checkup> {
  const check = "trail-chain";
  try {
    const place = trailPlace(machine.directories, machine.settings.auditDirectory);
    const found = await withTrail(place, (files) => verifyTrail(files, null, () => {}));
    if (isWhole(found)) {
      const says = `${found.rows} row${found.rows === 1 ? "" : "s"}, each as it was written`;
      return { check, verdict: "PASS", says, mend: null };
    }
    const says = `${found.findings.length} row${found.findings.length === 1 ? "" : "s"} not as they were written`;
    return { check, verdict: "FAIL", says, mend: "wardctl audit verify" };
  } catch (thrown) {
    return failed(check, thrown);
  }
}

function space(machine: Machine): readonly Checkup[] {
  const check = "trail-space";
  try {
    const { file } = trailPlace(machine.directories, machine.settings.auditDirectory);
    const free = freeBytes(dirname(file));
    if (free === null) return [];
    const says = `${Math.floor(free / 1024 / 1024)} MiB are free for the trail`;
    if (free >= LITTLE) return [{ check, verdict: "PASS", says, mend: null }];
    const mend = `make room in ${dirname(file)}: without it no call runs`;
    return [{ check, verdict: free < NONE ? "FAIL" : "WARN", says, mend }];
  } catch (thrown) {
    return [failed(check, thrown)];
  }
}

export async function checkTrail(machine: Machine): Promise<readonly Checkup[]> {
  return [await chain(machine), ...space(machine)];
}
