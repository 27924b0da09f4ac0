// The machine → what every question of trust is asked with: store, opt-in, whose surface it is, where files are looked for.
import type { Surroundings } from "../../host/authorize.ts";
import { readOptIn } from "../../host/opt-in.ts";
import { outermostProject, type Project } from "../../host/project.ts";
import { storePlace } from "../../host/trust-place.ts";
import type { Machine } from "../machine.ts";

/** All but the answer, which nobody has given yet. */
export type TrustAround = Omit<Surroundings, "answer">;

const outermosts = new WeakMap<Project, string>();

/** Looked up once a call: the store is read at several of its steps. */
function outermostOf(project: Project, home: string | null): string {
  const known = outermosts.get(project);
  if (known !== undefined) return known;
  const outermost = outermostProject(project.root, home) ?? project.root;
  outermosts.set(project, outermost);
  return outermost;
}

export function trustAround(machine: Machine): TrustAround {
  const { directories, project, cwd, home, searchPath, signs, workspaceRoots = [] } = machine;
  const root = project?.root ?? null;
  const outside = () => [
    ...(project === null ? [] : [outermostOf(project, home)]),
    ...workspaceRoots,
  ];
  return {
    store: storePlace(directories, outside),
    optIn: readOptIn(machine.env, machine),
    isAgent: signs.markers.length > 0,
    pins: { cwd: cwd ?? "/", project: root ?? cwd ?? "/", searchPath },
  };
}
