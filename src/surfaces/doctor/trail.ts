// Doctor looks at the audit trail: whether the next call can add to it, whether every row is the one that was written, and whether there is room for more.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { lookAtTrail } from "../../host/audit-look.ts";
import { type TrailPlace, trailPlace } from "../../host/audit-place.ts";
import { usedBytes } from "../../host/audit-space.ts";
import { verifyTrail } from "../../host/audit-verify.ts";
import { freeBytes } from "../../host/free-space.ts";
import { pathWord } from "../../host/path-word.ts";
import { errorCode } from "../../host/system-error.ts";
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

/** What doctor needs to know of the machine to look at its trail. */
type Trailing = Pick<Machine, "directories" | "settings">;

function writing({ directories, settings }: Trailing): Checkup {
  const check = "trail-open";
  const { auditDirectory } = settings;
  try {
    const isThere = lookAtTrail({ directories, auditDirectory });
    const { file } = trailPlace(directories, auditDirectory);
    const says = isThere ? `rows can be added to ${file}` : `the first call makes ${file}`;
    return { check, verdict: "PASS", says, mend: null };
  } catch (thrown) {
    return failed(check, thrown);
  }
}

/** The administrator's file may be one that its user only adds to. */
function unread(check: string, place: TrailPlace, thrown: unknown): Checkup {
  const isClosed = thrown instanceof WardFault && errorCode(thrown.cause) === "EACCES";
  if (!place.isShared || !isClosed) return failed(check, thrown);
  const path = thrown.path ?? place.file;
  const says = `${path} is not readable by you, as its mode says; root checks it with: wardctl audit verify --trail ${pathWord(place.file)}`;
  return { check, verdict: "PASS", says, mend: null };
}

async function chain(machine: Trailing): Promise<Checkup> {
  const check = "trail-chain";
  try {
    return await verified(check, trailPlace(machine.directories, machine.settings.auditDirectory));
  } catch (thrown) {
    return failed(check, thrown);
  }
}

async function verified(check: string, place: TrailPlace): Promise<Checkup> {
  try {
    const found = await withTrail(place, (files) => verifyTrail(files, null, () => {}));
    if (isWhole(found)) {
      const says = `${found.rows} row${found.rows === 1 ? "" : "s"}, each as it was written`;
      return { check, verdict: "PASS", says, mend: null };
    }
    const says = `${found.findings.length} row${found.findings.length === 1 ? "" : "s"} not as they were written`;
    return { check, verdict: "FAIL", says, mend: "wardctl audit verify" };
  } catch (thrown) {
    return unread(check, place, thrown);
  }
}

interface Room {
  readonly bytes: number;
  /** Completes "<n> MiB are free …". */
  readonly where: string;
  readonly mend: string;
}

/** Of the file system, and of what the settings give the trail. */
function rooms(place: TrailPlace, auditSpace: number | null): readonly Room[] {
  const directory = dirname(place.file);
  const free = freeBytes(directory);
  const onDisk = {
    where: "on the disk",
    mend: `make room in ${pathWord(directory)}: without it no call runs`,
  };
  const inSettings = {
    where: "in its audit-space",
    mend: `raise audit-space in config.kdl, or keep the oldest files of ${pathWord(directory)} elsewhere: without room no call runs`,
  };
  return [
    ...(free === null ? [] : [{ bytes: free, ...onDisk }]),
    ...(auditSpace === null
      ? []
      : [{ bytes: Math.max(0, auditSpace - spentBytes(place)), ...inSettings }]),
  ];
}

function spentBytes(place: TrailPlace): number {
  return existsSync(dirname(place.file)) ? usedBytes(place) : 0;
}

function space(machine: Trailing): readonly Checkup[] {
  const check = "trail-space";
  const { auditDirectory, auditSpace } = machine.settings;
  try {
    const place = trailPlace(machine.directories, auditDirectory);
    return rooms(place, auditSpace).map(({ bytes, where, mend }): Checkup => {
      const says = `${Math.floor(bytes / 1024 / 1024)} MiB are free for the trail ${where}`;
      if (bytes >= LITTLE) return { check, verdict: "PASS", says, mend: null };
      return { check, verdict: bytes < NONE ? "FAIL" : "WARN", says, mend };
    });
  } catch (thrown) {
    return [failed(check, thrown)];
  }
}

export async function checkTrail(machine: Trailing): Promise<readonly Checkup[]> {
  return [writing(machine), await chain(machine), ...space(machine)];
}
