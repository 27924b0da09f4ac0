// Turns `value <provider> "<address>"` into the variable's value, just before the spawn; whatever fails means no spawn.
// - `literal` is its own value, `env` a variable of the caller, `file` the trimmed text of a regular file.
// - More providers can be registered by a program that uses the library; the three of ward can't be replaced.

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Answer } from "../model/decision.ts";
import { errorWords } from "./system-error.ts";

/** A value for the child's environment; what it throws or rejects with is the reason why there is none. */
export type EnvProvider = (address: string) => string | Promise<string>;

/** More than the kernel takes in one variable. */
const MAX_BYTES = 128 * 1024;
const OWN = ["env", "file", "literal"];
const registered = new Map<string, EnvProvider>();

/**
 * Makes a provider known to every call of this process.
 * @param name as Guardfiles will name it
 * @throws Error where the name is empty or taken
 */
export function registerEnvProvider(name: string, provider: EnvProvider): void {
  if (name === "") throw new Error("an env provider needs a name");
  if (OWN.includes(name) || registered.has(name)) {
    throw new Error(`there is an env provider ${name} already`);
  }
  registered.set(name, provider);
}

/**
 * @param provider the provider's name
 * @param address what it is asked for; of `file` an absolute path
 * @param env ward's own environment
 * @returns the value, or why there is none
 */
export async function answerEnv(
  provider: string,
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Answer> {
  try {
    return usable(await ask(provider, address, env));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ok: false, problem };
  }
}

function ask(
  provider: string,
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): string | Promise<string> {
  if (provider === "literal") return address;
  if (provider === "file") return readValue(address);
  if (provider === "env") {
    const value = Object.hasOwn(env, address) ? env[address] : undefined;
    if (value === undefined) throw new Error(`the variable ${address} is not set`);
    return value;
  }
  const other = registered.get(provider);
  if (other === undefined) throw new Error(`no env provider ${provider} is registered`);
  return other(address);
}

/** What no environment can carry, or what old shells would run, is no value. */
function usable(value: string): Answer {
  if (typeof value !== "string") return { ok: false, problem: "the value is no text" };
  if (value.includes("\0")) return { ok: false, problem: "the value holds a NUL character" };
  if (value.startsWith("() {")) return { ok: false, problem: "the value is a shell function" };
  return { ok: true, value };
}

/** Opened once and without waiting, so that a FIFO can't hold the call and the checked file is the one that is read. */
function readValue(path: string): string {
  if (!isAbsolute(path)) throw new Error(`${path} is not an absolute path`);
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw new Error(`${path} can't be opened: ${errorWords(error)}`);
  }
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is not a regular file`);
    const bytes = Buffer.alloc(MAX_BYTES);
    const length = readAll(file, bytes);
    if (length === MAX_BYTES) throw new Error(`${path} is longer than a variable can be`);
    return decode(path, bytes.subarray(0, length)).trim();
  } finally {
    closeSync(file);
  }
}

function readAll(file: number, bytes: Buffer): number {
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read) {
    read = readSync(file, bytes, length, bytes.length - length, null);
  }
  return length;
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${path} is not UTF-8`);
  }
}
