// node record-code.cjs <dist> all|parts <words of a call>: runs the call as start.cjs does, and writes what V8 has compiled
// by its end: of every file, or of those in parts/ alone.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { Script } = require("node:vm");

const [, , dist, scope, ...words] = process.argv;
process.argv = [process.execPath, `${dist}/ward.js`, ...words];

function readCache(file) {
  try {
    return readFileSync(`${file}.cache`);
  } catch {
    return undefined;
  }
}

const scripts = [];

function read(name) {
  const filename = `${dist}/${name}`;
  const source = readFileSync(filename, "utf8");
  const script = new Script(source, { filename, cachedData: readCache(filename) });
  if (script.cachedDataRejected) throw new Error("V8 does not take its own code cache");
  if (scope === "all" || name.startsWith("parts/")) scripts.push({ filename, script });
  return script.runInThisContext();
}

process.on("exit", () => {
  for (const { filename, script } of scripts)
    writeFileSync(`${filename}.cache`, script.createCachedData());
});
const program = `${dist}/ward.program.js`;
read("ward.program.js")(createRequire(program), program, read);
