// Doctor looks at the directories, settings and the trust store: whose they are, who else may write them, whether they can be read.
import { type Ownership, ownershipOf, ROOT_ONLY } from "../../host/ownership.ts";
import { statePath } from "../../host/path-flaws.ts";
import { pathWord } from "../../host/path-word.ts";
import { realpathOr } from "../../host/real-path.ts";
import { readStore } from "../../host/trust-store.ts";
import type { Checkup } from "../../model/checkup.ts";
import { WardFault } from "../../model/fault.ts";
import type { Machine } from "../machine.ts";
import { flawOf, flawText } from "../overrule.ts";
import { trustAround } from "../trust/around.ts";

function directory(check: string, path: string, ownership: Ownership, absent: string): Checkup {
  const state = statePath(path, ownership);
  if (state.kind === "sound") {
    return {
      check,
      verdict: "PASS",
      says: `${path} belongs to ${ownership.name} alone`,
      mend: null,
    };
  }
  if (state.kind === "absent") {
    return { check, verdict: "PASS", says: `${path} does not exist: ${absent}`, mend: null };
  }
  const { path: at, what, hint } = state.flaw;
  return { check, verdict: "FAIL", says: `${at} ${what}`, mend: hint };
}

/** Policies that were put below another HOME are not found, and nothing else says why. */
function otherHome({ env, directories }: Machine): readonly Checkup[] {
  const { account, config } = directories;
  const named = env.HOME ?? "";
  if (account === null || named === "" || realpathOr(named) === realpathOr(account.home)) return [];
  const says = `HOME is set to ${named} and does not count: ward's home directory is ${account.home}, by the password database`;
  const mend = `keep your policies in ${pathWord(config ?? account.home)}, or run: export HOME=${pathWord(account.home)}`;
  return [{ check: "home-variable", verdict: "WARN", says, mend }];
}

export function checkDirectories(machine: Machine): readonly Checkup[] {
  const { directories } = machine;
  const { system, config, state, account } = directories;
  const own = ownershipOf(account);
  const none = {
    check: "user-directory",
    verdict: "WARN",
    says: "this user id has no entry in the password database, so it has no policy of its own",
    mend: "give the user id an entry, or put policy into /etc/ward",
  } as const;
  return [
    ...otherHome(machine),
    directory("system-directory", system, ROOT_ONLY, "there is no administrator's policy"),
    config === null ? none : directory("user-directory", config, own, "`wardctl init` makes it"),
    ...(state === null
      ? []
      : [directory("state-directory", state, own, "the first call makes it")]),
  ];
}

export function checkSettings(machine: Machine): readonly Checkup[] {
  const { problems, configs } = machine;
  const bad = problems.map((problem): Checkup => {
    const mend = `wardctl check ${pathWord(problem.path)}`;
    return { check: "settings", verdict: "FAIL", says: flawText(flawOf(problem)), mend };
  });
  if (bad.length > 0) return bad;
  const files = configs.map(({ file }) => file.path).join(", ");
  const says =
    files === "" ? "there is no config.kdl, so the usual settings hold" : `${files} can be read`;
  return [{ check: "settings", verdict: "PASS", says, mend: null }];
}

export function checkStore(machine: Machine): readonly Checkup[] {
  const check = "trust-store";
  const { store } = trustAround(machine);
  if (store === null) {
    return [
      {
        check,
        verdict: "PASS",
        says: "there is no user directory to keep decisions in",
        mend: null,
      },
    ];
  }
  try {
    const { records, warnings } = readStore(store);
    const count = `${records.size} decision${records.size === 1 ? "" : "s"}`;
    const bad = warnings.map((says): Checkup => {
      return { check, verdict: "WARN", says, mend: "wardctl trust list" };
    });
    return bad.length > 0
      ? bad
      : [{ check, verdict: "PASS", says: `${store.file} holds ${count}`, mend: null }];
  } catch (thrown) {
    if (!(thrown instanceof WardFault)) throw thrown;
    const mend = thrown.hint ?? `look at: ls -ld ${pathWord(store.directory)}`;
    return [{ check, verdict: "FAIL", says: thrown.message, mend }];
  }
}
