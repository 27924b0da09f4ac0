// The paths of all files, and a call → the files that can have a say in it, so that no other has to be opened.

/** Whether one of two paths is the beginning of the other. */
export function isOnTheWay(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/**
 * @param words of the call, root word first
 * @param files the paths of each file's wraps
 * @returns the places in the list of the files that wrap the call's words, and of those that wrap the same as one of these:
 * which of them is served, or whether they clash, is for all of them to say
 */
export function filesInvolved(
  words: readonly string[],
  files: readonly (readonly (readonly string[])[])[],
): ReadonlySet<number> {
  const involved = new Set<number>();
  let reached: readonly (readonly string[])[] = [words];
  while (reached.length > 0) {
    const now = files.flatMap((paths, index) => {
      const isNew = !involved.has(index) && paths.some((path) => meets(path, reached));
      return isNew ? [{ paths, index }] : [];
    });
    for (const { index } of now) involved.add(index);
    reached = now.flatMap(({ paths }) => paths);
  }
  return involved;
}

function meets(path: readonly string[], others: readonly (readonly string[])[]): boolean {
  return others.some((other) => isOnTheWay(path, other));
}
