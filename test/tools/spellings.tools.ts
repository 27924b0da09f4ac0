// As tool-spellings.test.ts, for the tools that .ci/tool-packages installs; one that is missing fails.
import { testSpellings } from "../fixtures/spelling-test.ts";
import { TOOL_PROBES } from "./probes.ts";

for (const probe of TOOL_PROBES) testSpellings(probe);
