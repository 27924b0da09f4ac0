#!/usr/bin/env node
// Starts ward.program.js, with what V8 compiled of it when ward was built where this V8 takes it.
"use strict";
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");

/** Missing, or made by another V8: then the file is compiled now, and nothing is lost but time. */
function readCache(file) {
  try {
    return readFileSync(`${file}.cache`);
  } catch {
    return undefined;
  }
}

/** A file is ASCII and one function: programs.mjs. Node reads UTF-8 at once and other encodings in many steps. */
function read(name) {
  const filename = `${__dirname}/${name}`;
  const source = readFileSync(filename, "utf8");
  return new Script(source, { filename, cachedData: readCache(filename) }).runInThisContext();
}

read("ward.program.js")(require, `${__dirname}/ward.program.js`, read);
