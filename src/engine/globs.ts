// A glob and a text → whether they match; `*` is the only wildcard, crosses `/`, and case does not matter.

/** Linear in the text for each piece between two stars: pieces are searched from the left, the last from the right. */
export function matchGlob(glob: string, text: string): boolean {
  const pieces = glob.toLowerCase().split("*");
  const rest = text.toLowerCase();
  const first = pieces[0] ?? "";
  if (pieces.length === 1) return rest === first;
  if (!rest.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = rest.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  const last = pieces.at(-1) ?? "";
  return rest.length - last.length >= at && rest.endsWith(last);
}

/** For guards that let a call through: a glob with `/` does not vouch for a path that climbs. */
export function matchGlobStrictly(glob: string, text: string): boolean {
  if (glob.includes("/") && text.split("/").includes("..")) return false;
  return matchGlob(glob, text);
}
