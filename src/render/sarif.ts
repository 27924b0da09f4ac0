// Findings of lint → a SARIF 2.1.0 log, as code review tools read it.
import type { Severity } from "../model/diagnostic.ts";
import type { Finding } from "../model/finding.ts";
import { invocationText } from "./invocation.ts";

interface RuleText {
  readonly name: string;
  readonly summary: string;
  /** Prose of its page. */
  readonly why: string;
}

const LEVELS: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  note: "note",
};

/** Relative, or an absolute path as a URI. */
function uri(file: string): string {
  const encoded = file.split("/").map(encodeURIComponent).join("/");
  return file.startsWith("/") ? `file://${encoded}` : encoded;
}

/** @param index of its rule; negative where it is an error of the file, which no rule looked for */
function result({ rule, severity, message, argv, fix, file, span }: Finding, index: number) {
  const used = argv === null ? "" : ` Used by: ${invocationText(argv)}.`;
  const closed = fix === null ? "" : ` ${fix.into ? "Closed by" : "Instead"}: ${fix.text}`;
  return {
    ruleId: rule,
    ...(index < 0 ? {} : { ruleIndex: index }),
    level: LEVELS[severity],
    message: { text: `${message}.${used}${closed}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uri(file) },
          region: {
            startLine: span.start.line,
            startColumn: span.start.column,
            endLine: span.end.line,
            endColumn: span.end.column,
          },
        },
      },
    ],
  };
}

/**
 * @param rules all of them, so that a viewer can tell what was looked for
 * @param version of ward
 * @returns a value for JSON
 */
export function sarifLog(
  findings: readonly Finding[],
  rules: readonly RuleText[],
  version: string,
): unknown {
  const driver = {
    name: "wardctl lint",
    version,
    rules: rules.map(({ name, summary, why }) => ({
      id: name,
      shortDescription: { text: summary },
      help: { text: why },
    })),
  };
  const indexOf = (rule: string) => rules.findIndex(({ name }) => name === rule);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver },
        columnKind: "utf16CodeUnits",
        results: findings.map((one) => result(one, indexOf(one.rule))),
      },
    ],
  };
}
