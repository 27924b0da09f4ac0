// Doctor looks at where binaries are looked for: directories that are not there, that others may write, that a project brings.
import { existsSync } from "node:fs";
import { DEFAULT_SEARCH_PATH } from "../../host/resolve-binary.ts";
import { chooseSearchPath, type LeftOut } from "../../host/search-path.ts";
import type { Checkup } from "../../model/checkup.ts";
import type { Machine } from "../machine.ts";

const CHECK = "search-path";

function judgement({ entry, why, mend, isProjects }: LeftOut): Checkup {
  if (!existsSync(entry)) {
    const says = `${entry} does not exist`;
    return {
      check: CHECK,
      verdict: "WARN",
      says,
      mend: "take it out of `search-path` in config.kdl",
    };
  }
  if (isProjects) {
    const says = `${entry} ${why}, and whoever writes that project decides what is run`;
    const other = "name another directory in its place, unless that is nobody but you";
    return { check: CHECK, verdict: "WARN", says, mend: other };
  }
  return { check: CHECK, verdict: "FAIL", says: `${entry} ${why}`, mend };
}

export function checkSearchPath({ settings, searchPath, directories }: Machine): Checkup[] {
  const isChosen = settings.searchPath !== null;
  // Of the usual directories, each system lacks some.
  const judged = isChosen ? searchPath : searchPath.filter((entry) => existsSync(entry));
  const { leftOut } = chooseSearchPath(judged.join(":"), DEFAULT_SEARCH_PATH, directories.account);
  const bad = leftOut.map(judgement);
  if (bad.length > 0) return bad;
  const whose = isChosen ? "of config.kdl" : "that hold without a `search-path`";
  const says = `binaries come from the directories ${whose}, which nobody else can write`;
  return [{ check: CHECK, verdict: "PASS", says, mend: null }];
}
