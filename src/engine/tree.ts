// Guardfiles in the order of their places → one tree of leaves, in which what was not granted does not exist.
//
// - In one place, a wrap's path or a leaf below another wrap's path is a conflict: an error that names both.
// - Across places, a wrap whose path equals, begins or extends one of a higher place is hidden, not mounted.

import type { Diagnostic, Related, Span } from "../model/diagnostic.ts";
import { type Guardfile, type Leaf, PLACES, type Place, type Wrap } from "../model/policy.ts";

export interface PlacedGuardfile {
  readonly place: Place;
  readonly guardfile: Guardfile;
}

/** A leaf where it hangs in the tree, with the file that granted it. */
export interface Mounted {
  readonly wrap: Wrap;
  readonly leaf: Leaf;
  readonly place: Place;
  readonly file: string;
}

export interface TreeNode {
  readonly children: Map<string, TreeNode>;
  /** Set where a wrap's path ends. */
  wrap: Wrap | null;
  /** Set where a grant's path ends. */
  mounted: Mounted | null;
}

export interface LeafTree {
  readonly root: TreeNode;
}

interface PlacedWrap {
  readonly place: Place;
  readonly file: string;
  readonly wrap: Wrap;
}

/** A wrap that is not served because a higher place wraps the same group. */
export interface HiddenWrap extends PlacedWrap {
  readonly by: PlacedWrap;
}

/**
 * @param files valid Guardfiles with the place that each was found in
 * @returns the tree; `diagnostics` are conflicts inside one place, and neither side of one is mounted
 */
export function plant(files: readonly PlacedGuardfile[]): {
  tree: LeafTree;
  diagnostics: readonly Diagnostic[];
  hidden: readonly HiddenWrap[];
} {
  const root = emptyNode();
  const taken: PlacedWrap[] = [];
  const hidden: HiddenWrap[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const place of PLACES) {
    const wraps = wrapsOf(files, place);
    const { sound, conflicts } = separate(wraps);
    diagnostics.push(...conflicts);
    const higher = indexPaths(taken);
    for (const placed of sound) {
      const by = overlapping(higher, placed.wrap.path);
      if (by) hidden.push({ ...placed, by });
      else mountWrap(root, placed);
    }
    // A wrap in conflict still holds its path: a lower place must not take it over.
    taken.push(...wraps);
  }
  return { tree: { root }, diagnostics, hidden };
}

/** As `plant`, for a caller that asks for nothing but the conflicts. */
export function findConflicts(files: readonly PlacedGuardfile[]): readonly Diagnostic[] {
  return PLACES.flatMap((place) => separate(wrapsOf(files, place)).conflicts);
}

function wrapsOf(files: readonly PlacedGuardfile[], place: Place): PlacedWrap[] {
  return files
    .filter((placed) => placed.place === place)
    .flatMap(({ guardfile }) =>
      guardfile.wraps.map((wrap) => ({ place, file: guardfile.file, wrap })),
    );
}

function emptyNode(): TreeNode {
  return { children: new Map(), wrap: null, mounted: null };
}

function descend(from: TreeNode, words: readonly string[]): TreeNode {
  let node = from;
  for (const word of words) {
    let next = node.children.get(word);
    if (!next) {
      next = emptyNode();
      node.children.set(word, next);
    }
    node = next;
  }
  return node;
}

function mountWrap(root: TreeNode, { place, file, wrap }: PlacedWrap): void {
  const group = descend(root, wrap.path);
  group.wrap = wrap;
  for (const leaf of wrap.leaves) {
    descend(group, leaf.words).mounted = { wrap, leaf, place, file };
  }
}

/** Every path of a wrap, and every beginning of one, with the wrap it belongs to. */
interface PathIndex {
  readonly whole: ReadonlyMap<string, PlacedWrap>;
  readonly beginnings: ReadonlyMap<string, PlacedWrap>;
}

function indexPaths(wraps: readonly PlacedWrap[]): PathIndex {
  const whole = new Map<string, PlacedWrap>();
  const beginnings = new Map<string, PlacedWrap>();
  for (const placed of wraps) {
    const { path } = placed.wrap;
    whole.set(key(path), placed);
    // The bare root word is shared by all of a program's groups, so it begins nothing.
    for (let length = 2; length <= path.length; length++) {
      const beginning = key(path.slice(0, length));
      if (!beginnings.has(beginning)) beginnings.set(beginning, placed);
    }
  }
  return { whole, beginnings };
}

function overlapping(index: PathIndex, path: readonly string[]): PlacedWrap | null {
  for (let length = path.length; length >= 2; length--) {
    const found = index.whole.get(key(path.slice(0, length)));
    if (found) return found;
  }
  return index.beginnings.get(key(path)) ?? null;
}

function key(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** Splits the wraps of one place into those that stand alone and those that clash with another. */
function separate(wraps: readonly PlacedWrap[]): {
  sound: readonly PlacedWrap[];
  conflicts: readonly Diagnostic[];
} {
  const firstAt = new Map<string, PlacedWrap>();
  const unsound = new Set<PlacedWrap>();
  const conflicts: Diagnostic[] = [];
  const clash = (one: PlacedWrap, other: PlacedWrap, span: Span, message: string) => {
    if (unsound.has(one) && unsound.has(other)) return;
    unsound.add(one).add(other);
    conflicts.push(conflict(one.file, span, message, other));
  };
  for (const placed of wraps) {
    const first = firstAt.get(key(placed.wrap.path));
    if (!first) firstAt.set(key(placed.wrap.path), placed);
    else clash(placed, first, placed.wrap.span, `${quoted(placed.wrap.path)} is wrapped twice`);
  }
  const isAlone = alone(firstAt);
  for (const placed of wraps.filter(({ wrap }) => !isAlone(wrap.path))) {
    for (const leaf of placed.wrap.leaves) {
      const full = [...placed.wrap.path, ...leaf.words];
      for (let length = 2; length <= full.length; length++) {
        const other = firstAt.get(key(full.slice(0, length)));
        if (!other || key(other.wrap.path) === key(placed.wrap.path)) continue;
        const inside = `${quoted(full)} lies inside the group ${quoted(other.wrap.path)}`;
        clash(placed, other, leaf.span, `${inside}, which is wrapped on its own`);
      }
    }
  }
  return { sound: wraps.filter((placed) => !unsound.has(placed)), conflicts };
}

/** Whether no other wrap's path begins this one or goes on from it: then no leaf needs to be looked at. */
function alone(firstAt: ReadonlyMap<string, PlacedWrap>): (path: readonly string[]) => boolean {
  const begun = new Set<string>();
  for (const { wrap } of firstAt.values()) {
    for (let length = 1; length < wrap.path.length; length++)
      begun.add(key(wrap.path.slice(0, length)));
  }
  return (path) => {
    if (begun.has(key(path))) return false;
    for (let length = 2; length < path.length; length++) {
      if (firstAt.has(key(path.slice(0, length)))) return false;
    }
    return true;
  };
}

function quoted(path: readonly string[]): string {
  return `\`${path.join(" ")}\``;
}

function conflict(file: string, span: Span, message: string, other: PlacedWrap): Diagnostic {
  const related: Related = {
    file: other.file,
    span: other.wrap.span,
    message: `${quoted(other.wrap.path)} is wrapped here`,
  };
  return {
    code: "conflict",
    severity: "error",
    file,
    span,
    message,
    hint: "keep one of the two, or move one of them to a group of its own",
    related: [related],
  };
}
