/** Filled in by scripts/build.mjs: the version of package.json. */
declare const WARD_VERSION: string;
/** Filled in by scripts/build.mjs: file name → text of each shipped Guardfile. */
declare const WARD_SHIPPED: Readonly<Record<string, string>>;
/** Compiled by scripts/catalogue/compile.mjs: a binary's facts as src/catalogue/unpack.ts reads them. */
declare module "*.kdl" {
  export const packed: string;
}
