// The verbs of wardctl, in the order of its help.
import type { Verb } from "./verb.ts";
import { auditExport } from "./verbs/audit-export.ts";
import { auditHead } from "./verbs/audit-head.ts";
import { auditList } from "./verbs/audit-list.ts";
import { auditReplay } from "./verbs/audit-replay.ts";
import { auditShip } from "./verbs/audit-ship.ts";
import { auditShow } from "./verbs/audit-show.ts";
import { auditStats } from "./verbs/audit-stats.ts";
import { auditTail } from "./verbs/audit-tail.ts";
import { auditVerify } from "./verbs/audit-verify.ts";
import { check } from "./verbs/check.ts";
import { completions } from "./verbs/completions.ts";
import { docs } from "./verbs/docs.ts";
import { doctor } from "./verbs/doctor.ts";
import { explain } from "./verbs/explain.ts";
import { init } from "./verbs/init.ts";
import { lint } from "./verbs/lint.ts";
import { list } from "./verbs/list.ts";
import { test } from "./verbs/test.ts";
import { trustAllow } from "./verbs/trust-allow.ts";
import { trustCompile } from "./verbs/trust-compile.ts";
import { trustDeny } from "./verbs/trust-deny.ts";
import { trustForget } from "./verbs/trust-forget.ts";
import { trustIgnore } from "./verbs/trust-ignore.ts";
import { trustList } from "./verbs/trust-list.ts";
import { trustReview } from "./verbs/trust-review.ts";
import { trustStatus } from "./verbs/trust-status.ts";

export const VERBS: readonly Verb[] = [
  check,
  lint,
  explain,
  test,
  list,
  init,
  docs,
  completions,
  doctor,
  trustList,
  trustStatus,
  trustReview,
  trustAllow,
  trustDeny,
  trustIgnore,
  trustForget,
  trustCompile,
  auditTail,
  auditList,
  auditShow,
  auditStats,
  auditVerify,
  auditHead,
  auditReplay,
  auditExport,
  auditShip,
];
