// Doctor looks at where binaries are looked for: directories that are not there, that others may write, that a project brings.
import { existsSync } from "node:fs";
import { DEFAULT_SEARCH_PATH } from "../../host/resolve-binary.ts";
import { chooseSearchPath } from "../../host/search-path.ts";
import type { Checkup } from "../../model/checkup.ts";
import type { Machine } from "../machine.ts";

const CHECK = "search-path";

export function checkSearchPath({ settings, searchPath, directories }: Machine): Checkup[] {
  const isChosen = settings.searchPath !== null;
  // Of the usual directories, each system lacks some.
  const judged = isChosen ? searchPath : searchPath.filter((entry) => existsSync(entry));
  const { leftOut } = chooseSearchPath(judged.join(":"), DEFAULT_SEARCH_PATH, directories.account);
  const bad = leftOut.map(({ entry, why, mend }): Checkup => {
    const isAbsent = !existsSync(entry);
    return {
      check: CHECK,
      verdict: isAbsent ? "WARN" : "FAIL",
      says: `${entry} ${isAbsent ? "does not exist" : why}`,
      mend: isAbsent ? "take it out of `search-path` in config.kdl" : mend,
    };
  });
  if (bad.length > 0) return bad;
  const whose = isChosen ? "of config.kdl" : "that hold without a `search-path`";
  const says = `binaries come from the directories ${whose}, which nobody else can write`;
  return [{ check: CHECK, verdict: "PASS", says, mend: null }];
}
