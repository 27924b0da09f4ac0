// Turns the error of a failed spawn into the fault that says what was really missing; the kernel says ENOENT for three things.

import { closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";
import { pathWord } from "./path-word.ts";
import { type Prepared, requireChildDirectory } from "./prepare.ts";

/**
 * @param cause what spawn threw or emitted
 * @param prepared what should have been started
 * @returns the fault to report; exit 127 for a missing binary or interpreter, 126 where it can't be executed, else 125
 */
export function spawnFault(cause: unknown, prepared: Prepared): WardFault {
  if (cause instanceof WardFault) return cause;
  const { code, message } = cause as NodeJS.ErrnoException;
  const { file } = prepared;
  const noDirectory = directoryFault(prepared);
  if (noDirectory !== null) return noDirectory;
  switch (code) {
    case "ENOENT":
      return missing(cause, file);
    case "EACCES":
    case "EPERM":
    case "ENOEXEC":
    case "ETXTBSY":
      return new WardFault({
        code: "binary-not-executable",
        message: `${file}, or the interpreter of its first line, can't be executed (${code})`,
        hint: `look at its mode and at the file system that it is on: ls -l ${pathWord(file)}`,
        path: file,
        exit: EXIT.notExecutable,
        cause,
      });
    case "E2BIG":
      return new WardFault({
        code: "argument-list-too-long",
        message: "the kernel refused the command line: arguments and environment are too long",
        hint: "hand over fewer or shorter arguments in one call",
        exit: EXIT.ownFailure,
        cause,
      });
    default:
      return new WardFault({
        code: "spawn-failed",
        message: `${file} could not be started: ${message}`,
        path: file,
        exit: EXIT.ownFailure,
        cause,
      });
  }
}

/** A directory that went away, or was closed, between the look at it and the start. */
function directoryFault(prepared: Prepared): WardFault | null {
  try {
    requireChildDirectory(prepared);
    return null;
  } catch (fault) {
    return fault as WardFault;
  }
}

function missing(cause: unknown, file: string): WardFault {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    return new WardFault({
      code: "binary-not-found",
      message: `${file} is not there any more`,
      path: file,
      exit: EXIT.notFound,
      cause,
    });
  }
  return noInterpreter(file, interpreterOf(file), cause);
}

/**
 * @param file a program that somebody else is to start, who would not say why he can't
 * @returns 127 for a script whose interpreter is not there; null where nothing is known against it
 */
export function interpreterFault(file: string): WardFault | null {
  const named = interpreterOf(file);
  const isThere = !named.startsWith("/") || statSync(named, { throwIfNoEntry: false });
  return isThere ? null : noInterpreter(file, named, null);
}

function noInterpreter(file: string, named: string, cause: unknown): WardFault {
  const isWindows = named.endsWith("\r");
  return new WardFault({
    code: "interpreter-not-found",
    message: `${file} is there, but the interpreter that it asks for is not${named && `: ${named}`}`,
    hint:
      named === ""
        ? "install what it was built for"
        : isWindows
          ? `the lines of ${file} end in CR LF: write them with LF alone`
          : `install it, or mend the first line of ${file}`,
    path: file,
    exit: EXIT.notFound,
    cause,
  });
}

/** What stands behind `#!`, as far as the kernel reads; empty where the file is no script or can't be read. */
function interpreterOf(file: string): string {
  const head = Buffer.alloc(256);
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const text = head.toString("utf8", 0, readSync(descriptor, head));
      return /^#![ \t]*([^ \t\n\0]+)/.exec(text)?.[1] ?? "";
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return "";
  }
}
