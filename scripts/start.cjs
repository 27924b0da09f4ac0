#!/usr/bin/env node
// Starts ward.program.js, with what V8 compiled of it when ward was built where this V8 takes it.
"use strict";
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");

const filename = `${__dirname}/ward.program.js`;

/** Missing, or made by another V8: then it is compiled now, and nothing is lost but time. */
function readCache() {
  try {
    return readFileSync(`${__dirname}/ward.program.cache`);
  } catch {
    return undefined;
  }
}

// All of it is ASCII, and it is one function: programs.mjs.
const source = readFileSync(filename, "latin1");
new Script(source, { filename, cachedData: readCache() }).runInThisContext()(require, filename);
