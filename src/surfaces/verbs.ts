// The verbs of wardctl, in the order of its help.
import type { Verb } from "./verb.ts";
import { auditTail } from "./verbs/audit-tail.ts";
import { check } from "./verbs/check.ts";
import { explain } from "./verbs/explain.ts";
import { init } from "./verbs/init.ts";
import { list } from "./verbs/list.ts";
import { test } from "./verbs/test.ts";

export const VERBS: readonly Verb[] = [check, explain, test, list, init, auditTail];
