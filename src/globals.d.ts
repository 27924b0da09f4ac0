/** Filled in by scripts/build.mjs: the version of package.json. */
declare const WARD_VERSION: string;
/** Filled in by scripts/build.mjs: a hash of all sources, since what one build compiled another may read otherwise. */
declare const WARD_BUILD: string;
/** Filled in by scripts/build.mjs: file name → what each shipped Guardfile wraps, and the SHA-256 of its parsed form. */
declare const WARD_SHIPPED: Readonly<
  Record<
    string,
    {
      readonly paths: readonly (readonly string[])[];
      readonly sha256: string;
      readonly text: string;
    }
  >
>;
/** Filled in by scripts/build.mjs: where the catalogue's compiled files stand, from the file that holds host/facts-file. */
declare const WARD_FACTS: string;
