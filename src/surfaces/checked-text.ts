// Turns what a check found into text with carets for a person, and into JSON.
import type { HiddenWrap } from "../engine/tree.ts";
import { renderDiagnostic } from "../render/diagnostic.ts";
import { invocationText } from "../render/invocation.ts";
import { pathText } from "../render/place.ts";
import { clipped } from "../render/printable.ts";
import type { Checked } from "./checking.ts";
import type { Flawed } from "./overrule.ts";

function fileText({ file, text, diagnostics, fault }: Flawed, color: boolean): string[] {
  const hint = fault?.hint === undefined ? "" : `\n   hint: ${clipped(fault.hint, 600)}`;
  const trouble =
    fault === null ? [] : [`error[${fault.code}]: ${clipped(fault.message, 600)}${hint}`];
  const mine = diagnostics.filter((one) => one.file === file);
  return [...trouble, ...mine.map((one) => renderDiagnostic(one, text, { color }))];
}

function hiddenText({ wrap, file, by }: HiddenWrap, home: string | null): string {
  const source = (at: string, line: number) => `${pathText(at, home)}:${line}`;
  const loser = `${source(file, wrap.rule.line)}: \`${invocationText(wrap.path)}\` is not served`;
  const winner = `\`${invocationText(by.wrap.path)}\` of ${source(by.file, by.wrap.rule.line)}`;
  return `note: ${loser}: ${winner} comes first`;
}

/**
 * @param checked what check found
 * @param color whether carets and codes may be coloured
 * @returns the findings, separated by blank lines; empty where there are none
 */
export function renderChecked(checked: Omit<Checked, "own">, color: boolean): string {
  const { files, hidden, unapproved, home } = checked;
  return [
    ...files.flatMap((file) => fileText(file, color)),
    ...hidden.map((wrap) => hiddenText(wrap, home)),
    ...unapproved.map((file) => `note: ${pathText(file, home)} is not approved and not mounted`),
  ].join("\n\n");
}

/** The same findings as plain values. */
export function checkedJson({ files, hidden, unapproved }: Checked): unknown {
  return {
    files: files.map(({ file, diagnostics, fault }) => ({
      file,
      valid: fault === null && !diagnostics.some((one) => one.severity === "error"),
      diagnostics,
      ...(fault === null
        ? {}
        : { fault: { code: fault.code, message: fault.message, hint: fault.hint ?? null } }),
    })),
    hidden: hidden.map(({ wrap, file, place, by }) => ({
      wrap: wrap.path,
      file,
      line: wrap.rule.line,
      place,
      by: { wrap: by.wrap.path, file: by.file, line: by.wrap.rule.line, place: by.place },
    })),
    unapproved,
  };
}
