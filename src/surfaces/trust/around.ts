// The machine → what every question of trust is asked with: store, opt-in, whose surface it is, where files are looked for.
import type { Surroundings } from "../../host/authorize.ts";
import { readOptIn } from "../../host/opt-in.ts";
import { projectAround } from "../../host/project.ts";
import { storePlace } from "../../host/trust-place.ts";
import type { Machine } from "../machine.ts";

/** All but the answer, which nobody has given yet. */
export type TrustAround = Omit<Surroundings, "answer">;

export function trustAround(machine: Machine): TrustAround {
  const { directories, project, cwd, searchPath, signs, workspaceRoots = [] } = machine;
  const root = project?.root ?? null;
  const home = directories.account?.home ?? null;
  const outside = (file: string) => [
    ...(project === null ? [] : [projectAround(project.root, home, file) ?? project.root]),
    ...workspaceRoots,
  ];
  return {
    store: storePlace(directories, outside),
    optIn: readOptIn(machine.env, machine),
    isAgent: signs.markers.length > 0,
    pins: { cwd: cwd ?? "/", project: root ?? cwd ?? "/", searchPath },
  };
}
