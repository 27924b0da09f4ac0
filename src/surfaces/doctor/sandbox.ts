// Doctor looks at what `confine` needs: an adapter that is installed, and a machine that lets it make a sandbox.
import { findAdapter } from "../../host/sandbox-find.ts";
import { whyNoSandbox } from "../../host/sandbox-try.ts";
import type { Checkup } from "../../model/checkup.ts";
import { WardFault } from "../../model/fault.ts";
import type { Machine } from "../machine.ts";
import type { Policy } from "../policy.ts";
import { leavesOf } from "./leaves.ts";

const CHECK = "sandbox-adapter";

/**
 * How bad it is that nothing can be confined.
 * @param isMissing else an adapter is there and fails, which is no downgrade for anybody
 */
function need(policy: Policy, isMissing: boolean) {
  const confined = leavesOf(policy).flatMap(({ leaf }) => leaf.bounds?.confine ?? []);
  if (confined.length === 0) return { verdict: "WARN", who: "no grant asks for it" } as const;
  const required = confined.filter(({ isRequired }) => isRequired || !isMissing).length;
  if (required === 0) {
    return { verdict: "WARN", who: "grants with `confine` run unconfined" } as const;
  }
  const grants = required === 1 ? "a grant that asks for it does" : `${required} grants do`;
  return { verdict: "FAIL", who: `${grants} not run` } as const;
}

const KERNEL =
  "let this account make user namespaces: sysctl kernel.unprivileged_userns_clone kernel.apparmor_restrict_unprivileged_userns user.max_user_namespaces shows what forbids it; in a container, ask who runs it";

interface Found extends Pick<Checkup, "says" | "mend"> {
  readonly isMissing: boolean;
}

async function found(machine: Machine): Promise<Found> {
  try {
    const adapter = findAdapter(machine.searchPath, machine.project?.root ?? null);
    if ("problem" in adapter)
      return { isMissing: true, says: adapter.problem, mend: adapter.remedy };
    const why = await whyNoSandbox(adapter);
    const { file } = adapter;
    if (why === null) return { isMissing: false, says: `${file} makes sandboxes here`, mend: null };
    return { isMissing: false, says: `${file} can't make a sandbox here: ${why}`, mend: KERNEL };
  } catch (thrown) {
    if (!(thrown instanceof WardFault)) throw thrown;
    return { isMissing: false, says: thrown.message, mend: thrown.hint ?? null };
  }
}

/** Starts the adapter once, around `node --version`. */
export async function checkSandbox(policy: Policy, machine: Machine): Promise<Checkup> {
  const { isMissing, says, mend } = await found(machine);
  if (mend === null) return { check: CHECK, verdict: "PASS", says, mend };
  const { verdict, who } = need(policy, isMissing);
  return { check: CHECK, verdict, says: `${says}; ${who}`, mend };
}
