// wardctl init: puts a starter Guardfile and the search path of this terminal into the user's directory.
import { basename, join } from "node:path";
import type { Command } from "commander";
import { createPrivateFile } from "../../host/new-file.ts";
import { ownershipOf } from "../../host/ownership.ts";
import { DEFAULT_SEARCH_PATH } from "../../host/resolve-binary.ts";
import { chooseSearchPath, type SearchPathChoice } from "../../host/search-path.ts";
import { trustKey } from "../../host/trust-key.ts";
import { nearest } from "../../language/nearest.ts";
import { quote } from "../../language/sentence.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { WardFault } from "../../model/fault.ts";
import { pathText } from "../../render/place.ts";
import { printable } from "../../render/printable.ts";
import { checkPlaces } from "../checking.ts";
import { type Machine, readMachine } from "../machine.ts";
import { hasStarter, newStarter, starterNames } from "../new-starter.ts";
import { readOwnMachine } from "../own-machine.ts";
import { STARTERS } from "../shipped.ts";
import { complain, print } from "../stdio.ts";
import { recordOwnFiles, tellUnrecorded } from "../trust/record-own.ts";
import { refuseAgent } from "../trust/recorder.ts";
import type { Verb } from "../verb.ts";

function configText({ kept }: SearchPathChoice): string {
  return [
    "// Where ward looks for binaries, and the PATH of what it starts; from the PATH of the terminal that ran `wardctl init`.",
    `search-path ${kept.map(quote).join(" ")}`,
    "",
  ].join("\n");
}

function chosenPath({ env, directories }: Machine): SearchPathChoice {
  const choice = chooseSearchPath(env.PATH ?? "", DEFAULT_SEARCH_PATH, directories.account);
  const kept = choice.kept.length > 0 ? choice.kept : DEFAULT_SEARCH_PATH;
  return { ...choice, kept };
}

/** @returns null where it was written; a file that is there stays as it is, and that is returned */
function create(path: string, text: string, machine: Machine): WardFault | null {
  try {
    createPrivateFile(path, text, ownershipOf(machine.directories.account));
    return null;
  } catch (thrown) {
    if (!(thrown instanceof WardFault) || thrown.code !== "file-exists") throw thrown;
    return thrown;
  }
}

function complainOf({ message, hint }: WardFault): void {
  complain(`wardctl: ${printable(message)}`);
  if (hint !== undefined) complain(`  hint: ${printable(hint)}`);
}

/** @param isAsked whether these settings are what was asked for: beside a starter those that are there need no word */
async function writeConfig(
  directory: string,
  machine: Machine,
  isAsked: boolean,
): Promise<boolean> {
  const path = join(directory, "config.kdl");
  const choice = chosenPath(machine);
  const there = create(path, configText(choice), machine);
  if (there !== null) {
    if (isAsked) complainOf(there);
    return false;
  }
  for (const { entry, why, mend } of choice.leftOut) {
    complain(`wardctl: left out of search-path: "${printable(entry)}" ${printable(why)}`);
    complain(`  hint: ${printable(mend)}`);
  }
  await print(`wrote ${pathText(path, machine.home)}`);
  return true;
}

async function writeStarter(name: string, directory: string, machine: Machine): Promise<boolean> {
  const { path, text } = await newStarter(name, directory, machine);
  const there = create(path, text, machine);
  if (there !== null) complainOf(there);
  else await print(`wrote ${pathText(path, machine.home)}`);
  return there === null;
}

/** What a bare binary's name looks like, where a Guardfile of one's own can be shown for it. */
const BARE_NAME = /^[A-Za-z0-9_][A-Za-z0-9._+-]{0,63}$/;

function unknownHint(name: string, directory: string | null, home: string | null): string {
  const base = basename(name);
  if (base !== name && hasStarter(base)) return `write the bare name: wardctl init ${base}`;
  const shipped = `shipped: ${STARTERS.join(", ")}`;
  if (!BARE_NAME.test(name) || directory === null) return shipped;
  const file = pathText(join(directory, `${name}.kdl`), home);
  const text = `wrap ward ${quote(name)} { exec ${quote(name)}; can run "--version" }`;
  return `${shipped}; or write ${file} yourself, as ${text}, then: wardctl check`;
}

function unknownStarter(name: string, { directories, home }: Machine): number {
  const near = nearest(name, starterNames());
  const meant = near === null ? "" : ` (did you mean ${near}?)`;
  complain(
    `wardctl: there is no starter \`${printable(name)}\`, and the catalogue does not know it${meant}`,
  );
  complain(`  hint: ${printable(unknownHint(name, directories.config, home))}`);
  return EXIT.usage;
}

/** What ward itself wrote at a person's terminal needs no question; elsewhere nobody has seen it. */
async function recordWritten(written: readonly string[], machine: Machine): Promise<void> {
  if (written.length === 0) return;
  const { own } = await checkPlaces(await readMachine(machine.env, true));
  const paths = written.map(trustKey);
  const fresh = own.filter(({ realpath }) => paths.includes(realpath));
  recordOwnFiles(fresh, machine);
  tellUnrecorded(fresh, machine);
}

async function initialize(name: string | undefined, machine: Machine): Promise<number> {
  const directory = machine.directories.config;
  if (directory === null) {
    complain(
      "wardctl: this user id has no entry in the password database, so there is no user directory",
    );
    return EXIT.ownFailure;
  }
  const isStarter = name === undefined || (await writeStarter(name, directory, machine));
  const isConfig = await writeConfig(directory, machine, name === undefined);
  const written = [
    ...(isStarter && name !== undefined ? [join(directory, `${name}.kdl`)] : []),
    ...(isConfig ? [join(directory, "config.kdl")] : []),
  ];
  await recordWritten(written, machine);
  if (name === undefined) await print(`starters: ${STARTERS.join(", ")}`);
  return isStarter && (isConfig || name !== undefined) ? EXIT.ok : EXIT.found;
}

export const init: Verb = {
  name: "init",
  summary: "write a starter Guardfile and this terminal's search path into the user's directory",
  example: "wardctl init git",
  declare(command: Command) {
    const what =
      "a shipped policy (without one, all are named), or any program of the catalogue, for looking only";
    command.argument("[name]", what);
  },
  async run(command: Command) {
    const [name] = command.args;
    const machine = await readOwnMachine();
    const refused = refuseAgent("init", machine);
    if (refused !== null) return refused;
    if (name !== undefined && !hasStarter(name)) return unknownStarter(name, machine);
    return initialize(name, machine);
  },
};
