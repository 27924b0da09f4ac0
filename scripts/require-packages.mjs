// Says in plain words which packages a build needs and does not find: node would name the first import that fails, with a stack.
import { existsSync, readFileSync } from "node:fs";

/**
 * Ends the process with 1 where what a build imports is not installed.
 * @param at path below the clone → absolute path
 */
export function requirePackages(at) {
  const { dependencies } = JSON.parse(readFileSync(at("package.json"), "utf8"));
  const needed = [...Object.keys(dependencies), "@bgotink/kdl", "esbuild", "typescript"];
  const missing = needed.filter((name) => !existsSync(at(`node_modules/${name}/package.json`)));
  if (missing.length === 0) return;
  console.error(`ward can't be built yet: not installed here: ${missing.join(", ")}`);
  console.error(`  hint: run \`npm install\` first, in ${at("")}`);
  process.exit(1);
}
