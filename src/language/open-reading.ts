// A report and a list of nodes → what the node readers get.

import { readNodes } from "./block.ts";
import type { NodeSpec, Reading } from "./reading.ts";
import type { Report } from "./report.ts";
import { sentence } from "./sentence.ts";

/** @param checkPattern says what is wrong with a pattern, or null */
export function openReading(
  report: Report,
  specs: readonly NodeSpec[],
  checkPattern: (source: string) => string | null,
): Reading {
  const reading: Reading = {
    report,
    checkPattern,
    rule: (node, only) => {
      const { line, column } = node.nameSpan.start;
      return { file: report.file, line, column, text: sentence(node, only) };
    },
    block: (node, room, draft) => readNodes(node.children ?? [], room, draft, reading, specs),
  };
  return reading;
}
