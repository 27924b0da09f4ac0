// Real tools: every spelling that a tool takes as the denied flag is refused, and its exact other flags are not.
import { PROBES } from "./fixtures/probes.ts";
import { testSpellings } from "./fixtures/spelling-test.ts";

for (const probe of PROBES) testSpellings(probe);
