// A file that is to be answered for → its errors and those of its examples, as text.
import { renderChecked } from "../checked-text.ts";
import { withExamples } from "../checking.ts";
import type { ReadFile } from "../policy.ts";
import { canColor } from "../stdio.ts";

/** @returns what keeps anybody from saying yes to it; null where nothing does */
export async function findErrors(read: ReadFile): Promise<string | null> {
  const checked = await withExamples(read);
  const isWrong =
    checked.fault !== null || checked.diagnostics.some(({ severity }) => severity === "error");
  if (!isWrong) return null;
  const found = { files: [checked], hidden: [], unapproved: [], home: null };
  return renderChecked(found, canColor(process.stderr));
}
