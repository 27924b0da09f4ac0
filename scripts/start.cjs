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

/** All of a file is ASCII, and is one function: programs.mjs. */
function read(name) {
  const filename = `${__dirname}/${name}`;
  const source = readFileSync(filename, "latin1");
  return new Script(source, { filename, cachedData: readCache(filename) }).runInThisContext();
}

read("ward.program.js")(require, `${__dirname}/ward.program.js`, read);
