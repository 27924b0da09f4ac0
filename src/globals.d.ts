/** Filled in by scripts/build.mjs: the version of package.json. */
declare const WARD_VERSION: string;
/** Filled in by scripts/build.mjs: file name → text of each shipped Guardfile. */
declare const WARD_SHIPPED: Readonly<Record<string, string>>;
/** Filled in by scripts/build.mjs: where the catalogue's compiled files stand, from the file that holds host/facts-file. */
declare const WARD_FACTS: string;
