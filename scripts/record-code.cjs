// node record-code.cjs <dist> all|parts <words of a call>: runs the call as start.cjs does, and writes what V8 has compiled
// by its end: of every file, or of those in parts/ alone.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { Script } = require("node:vm");

const [, , dist, scope, ...words] = process.argv;
process.argv = [process.execPath, `${dist}/ward.js`, ...words];

function readCache(filename, text) {
  try {
    const bytes = readFileSync(`${filename}.cache`);
    return bytes.subarray(0, bytes.length - text.length);
  } catch {
    return undefined;
  }
}

const scripts = [];

function read(name) {
  const filename = `${dist}/${name}`;
  const text = readFileSync(filename);
  const script = new Script(text.toString(), { filename, cachedData: readCache(filename, text) });
  if (script.cachedDataRejected) throw new Error("V8 does not take its own code cache");
  if (scope === "all" || name.startsWith("parts/")) scripts.push({ filename, text, script });
  return script.runInThisContext();
}

process.on("exit", () => {
  for (const { filename, text, script } of scripts)
    writeFileSync(`${filename}.cache`, Buffer.concat([script.createCachedData(), text]));
});
const program = `${dist}/ward.program.js`;
read("ward.program.js")(createRequire(program), program, read);
