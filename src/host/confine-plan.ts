// A confined leaf → all that its sandbox shows, in order, and what that leaves open, in words.

import { closeSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Confine } from "../model/policy.ts";
import {
  confineFault,
  isCovered,
  makeViews,
  realPath,
  type View,
  viewOf,
} from "./confine-views.ts";
import type { FixedFile } from "./fixed-file.ts";
import { otherSockets } from "./other-sockets.ts";
import { beside } from "./own-place.ts";
import { openHandle } from "./path-handle.ts";
import type { Confining, Prepared } from "./prepare.ts";
import { type ProtectedPlace, type Protection, protections } from "./protected-paths.ts";
import { repositoryFiles } from "./repository-files.ts";
import type { Mount } from "./sandbox.ts";

/** What a confined run will see, found and checked before anything is opened for it. */
export interface ConfinePlan {
  readonly views: readonly View[];
  /** Real paths. */
  readonly sockets: readonly string[];
  readonly protections: readonly Protection[];
  readonly notices: readonly string[];
}

/** The directory that ward's own program lies in. */
const PROGRAM = beside(".");

/**
 * @param confining what surrounds the run
 * @param cwd absolute and real
 * @throws WardFault 125 `confine-path`
 */
export function planConfinement(confining: Confining, cwd: string): ConfinePlan {
  const { confine, own, guardfile } = confining;
  const views = makeViews(confine, cwd);
  const sockets = confine.socket.map((path) => namedSocket(path, cwd));
  const written = views.filter(({ kind }) => kind === "write").map(({ path }) => path);
  const starts = [cwd, ...written, ...guardfile.map((file) => dirname(file))];
  const places: ProtectedPlace[] = [
    ...[...own, PROGRAM].map((path) => ({ path, isDirectory: true })),
    ...guardfile.map((path) => ({ path, isDirectory: false })),
    ...[...new Set(starts)].flatMap(repositoryFiles),
  ];
  const kept = written.length === 0 ? [] : protections(views, places);
  return { views, sockets, protections: kept, notices: noticesOf(confine, views, sockets) };
}

function namedSocket(named: string, cwd: string): string {
  const path = realPath(named, cwd);
  if (statSync(path).isSocket()) return path;
  throw confineFault(path, "is no unix socket", "correct the `socket` in the Guardfile");
}

/** A socket without a file is its network's: no mount covers it. */
function unnamed(network: Confine["network"]): string {
  const more = network === "inherit" ? "all that have a name and no file, and " : "";
  return `${more}unix sockets`;
}

/** What a person should know of what is left open, whatever else he reads. */
function noticesOf(
  { network }: Confine,
  views: readonly View[],
  sockets: readonly string[],
): readonly string[] {
  const pathsOf = (kind: View["kind"]) =>
    views.filter((view) => view.kind === kind).map(({ path }) => path);
  const written = pathsOf("write");
  const hidden = pathsOf("hide");
  const save = hidden.length === 0 ? "" : `, save ${hidden.join(", ")}`;
  return [
    `all that this user can read stays visible${save}`,
    ...(written.length === 0 ? [] : [`it can write to ${written.join(", ")}`]),
    ...(network === "inherit" ? ["it has the network that ward has"] : []),
    ...(sockets.length === 0
      ? []
      : [
          `it can reach ${sockets.join(", ")}, and ${unnamed(network)} that are made while it runs`,
        ]),
  ];
}

/** Files that were opened for one start. */
export interface OpenedMounts {
  readonly mounts: readonly Mount[];
  release(): void;
}

/**
 * Opens what is shown from a handle, each checked to be what was planned.
 * @param prepared whose file has to be visible
 * @param fixed the same file, open where its bytes were approved
 * @throws WardFault 125 `confine-path` where something changed since
 */
export function openMounts(plan: ConfinePlan, prepared: Prepared, fixed: FixedFile): OpenedMounts {
  const opened: number[] = [];
  const release = () => {
    for (const fd of opened) closeSync(fd);
  };
  const show = (at: string, mayWrite = false, path = at): Mount => {
    const fd = openHandle(path);
    opened.push(fd);
    return { kind: "handle", at, fd, mayWrite };
  };
  try {
    const { views, sockets } = plan;
    const mounts = [
      ...views.map((view) => mountOf(view, show)),
      ...temporary(views, prepared),
      ...program(views, prepared, fixed, show),
      ...resolver(views, prepared).map((path) => show(path)),
      ...sockets.map((path) => show(path)),
      ...(sockets.length === 0 ? [] : otherSockets(views, sockets)).map(
        (at): Mount => ({ kind: "covered", at }),
      ),
      ...plan.protections.map(({ path, mayWrite }) => show(path, mayWrite)),
    ];
    return { mounts, release };
  } catch (error) {
    release();
    throw error;
  }
}

type Show = (at: string, mayWrite?: boolean, path?: string) => Mount;

function mountOf({ path, kind, isDirectory }: View, show: Show): Mount {
  if (path === "/") return { kind: "machine", at: "/", mayWrite: kind === "write" };
  switch (kind) {
    case "scratch":
    case "devices":
    case "processes":
      return { kind, at: path };
    case "hide":
      return { kind: isDirectory ? "empty" : "covered", at: path };
    default:
      return show(path, kind === "write");
  }
}

/** Where the child's environment says that it may put temporary files, a place of its own is. */
function temporary(views: readonly View[], { environment }: Prepared): Mount[] {
  const { TMPDIR = "" } = environment.env;
  const isInside = /^\/[^/]/.test(TMPDIR) && !/\/\.{1,2}(?:\/|$)/.test(TMPDIR);
  if (!isInside) return [];
  const view = viewOf(views, TMPDIR);
  return view.kind === "scratch" && view.path !== TMPDIR ? [{ kind: "scratch", at: TMPDIR }] : [];
}

/** The program is visible wherever it lies; one whose bytes were approved is mounted from the handle that was hashed. */
function program(
  views: readonly View[],
  { file }: Prepared,
  { handle }: FixedFile,
  show: Show,
): Mount[] {
  const real = realpathSync(file);
  const isHidden = (path: string) => isCovered(views, path);
  const places = new Set([file, real].filter(isHidden));
  if (handle === null) return [...places].map((at) => show(at, false, real));
  places.add(real);
  return [...places].map((at) => ({ kind: "handle", at, fd: handle, mayWrite: false }));
}

/** Names are looked up through a file that often lies in /run. */
function resolver(views: readonly View[], { confining }: Prepared): string[] {
  if (confining?.confine.network !== "inherit") return [];
  try {
    const path = realpathSync("/etc/resolv.conf");
    return isCovered(views, path) ? [path] : [];
  } catch {
    return [];
  }
}
