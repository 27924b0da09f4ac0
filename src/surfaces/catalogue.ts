// The catalogue of this build, each binary's facts read once a process.
import { catalogueOf } from "../catalogue/load.ts";
import { readFactsFile } from "../host/facts-file.ts";

/** Takes a bare name or a path; null where nothing is known of the binary. */
export const catalogue = catalogueOf(readFactsFile);
