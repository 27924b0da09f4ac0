// node record-code.cjs <dist> <words of a call>: runs the call as start.cjs does, and writes what V8 has compiled by its end.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { Script } = require("node:vm");

const [, , dist, ...words] = process.argv;
const filename = `${dist}/ward.program.js`;
const cache = `${dist}/ward.program.cache`;
process.argv = [process.execPath, `${dist}/ward.js`, ...words];

function readCache() {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}

const source = readFileSync(filename, "latin1");
const script = new Script(source, { filename, cachedData: readCache() });
if (script.cachedDataRejected) throw new Error("V8 does not take its own code cache");
process.on("exit", () => writeFileSync(cache, script.createCachedData()));
script.runInThisContext()(createRequire(filename), filename);
