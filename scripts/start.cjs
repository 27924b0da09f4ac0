#!/usr/bin/env node
// Starts ward.program.js, with what V8 compiled of it when ward was built where this V8 takes it.
"use strict";
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");

/**
 * What V8 compiled, and behind it the very text that it was compiled from: V8 itself looks at the length of a text alone.
 * Missing, of another text or made by another V8: then the file is compiled now, and nothing is lost but time.
 */
function readCache(filename, text) {
  try {
    const bytes = readFileSync(`${filename}.cache`);
    const end = bytes.length - text.length;
    return end > 0 && bytes.subarray(end).equals(text) ? bytes.subarray(0, end) : undefined;
  } catch {
    return undefined;
  }
}

/** Each file is one function: programs.mjs. What is wrong with it is told with its name. */
function read(name) {
  const filename = `${__dirname}/${name}`;
  try {
    const text = readFileSync(filename);
    const cachedData = readCache(filename, text);
    return new Script(text.toString(), { filename, cachedData }).runInThisContext();
  } catch (cause) {
    const { code = "damaged" } = cause;
    throw Object.assign(new Error("it is damaged", { cause }), { code, path: filename });
  }
}

function start() {
  try {
    return read("ward.program.js");
  } catch ({ path }) {
    const message = `${path} is a part of this installation and can't be read`;
    process.stderr.write(`ward: ${message}\n  hint: install ward again\n`);
    return process.exit(125);
  }
}

start()(require, `${__dirname}/ward.program.js`, read);
