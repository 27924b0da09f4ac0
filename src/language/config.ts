// The bytes of a config.kdl → its settings, or all that is wrong with it.

import type { Diagnostic } from "../model/diagnostic.ts";
import type { Config } from "../model/policy.ts";
import { readNodes } from "./block.ts";
import { CONFIG_NODES } from "./config-nodes.ts";
import { decode } from "./decode.ts";
import type { ConfigDraft } from "./drafts.ts";
import { readKdl } from "./kdl.ts";
import { openReading } from "./open-reading.ts";
import { checkShape } from "./pattern-shape.ts";

export interface ParsedConfig {
  /** Null where any diagnostic is an error. */
  readonly config: Config | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The text that the diagnostics' spans are about. */
  readonly text: string;
}

/**
 * Parses a config.kdl; never throws. An empty file says nothing, and is valid.
 * @param place whose file it is: some nodes belong to the administrator alone
 */
export function parseConfig(
  file: string,
  source: Uint8Array | string,
  place: "system" | "user",
): ParsedConfig {
  const report = decode(file, source);
  const draft = openDraft(place);
  const nodes = report.diagnostics.length === 0 ? readKdl(report) : null;
  const reading = openReading(report, CONFIG_NODES, checkShape);
  readNodes(nodes ?? [], "config", draft, reading, CONFIG_NODES);
  const diagnostics = report.inOrder();
  const config = diagnostics.length === 0 ? finish(file, draft) : null;
  return { config, diagnostics, text: report.text };
}

function openDraft(place: ConfigDraft["place"]): ConfigDraft {
  return {
    place,
    searchPath: null,
    agentMarkers: [],
    environmentMayChoose: null,
    auditKeep: null,
    auditSpace: null,
    auditRotate: null,
    shipTo: [],
    auditDirectory: null,
    directories: null,
  };
}

function finish(file: string, draft: ConfigDraft): Config {
  return {
    file,
    searchPath: draft.searchPath?.value ?? null,
    agentMarkers: draft.agentMarkers,
    environmentMayChoose: draft.environmentMayChoose?.value ?? null,
    auditKeep: draft.auditKeep?.value ?? null,
    auditSpace: draft.auditSpace?.value ?? null,
    auditRotate: draft.auditRotate?.value ?? null,
    shipTo: draft.shipTo,
    auditDirectory: draft.auditDirectory?.value ?? null,
    areDirectoriesFixed: draft.directories !== null,
  };
}
