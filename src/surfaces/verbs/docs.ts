// wardctl docs: a page about Guardfiles, as Markdown or for man; or whether such a page is stale.
import { readFileSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import { errorWords } from "../../host/system-error.ts";
import { EXIT } from "../../model/exit-codes.ts";
import { renderDiff } from "../../render/diff.ts";
import { pathText } from "../../render/place.ts";
import { renderPolicyMan } from "../../render/policy-man.ts";
import { renderPolicyMarkdown } from "../../render/policy-markdown.ts";
import { printable } from "../../render/printable.ts";
import { renderChecked } from "../checked-text.ts";
import { type Documented, documentFiles } from "../documenting.ts";
import { readOwnMachine } from "../own-machine.ts";
import { canColor, complain, print } from "../stdio.ts";
import type { Verb } from "../verb.ts";

interface Options {
  readonly man?: true;
  readonly output?: string;
  readonly check?: string;
}

/** The page with one newline at its end, as a shell's `>` would write it too. */
function rendered({ page, name }: Documented, { man }: Options): string {
  const text = man ? renderPolicyMan(page, name) : renderPolicyMarkdown(page);
  return `${text.trimEnd()}\n`;
}

/** The page as it is; null where it can't be read. */
function readPage(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    complain(`wardctl: ${printable(`${path} can't be read: ${errorWords(error)}`)}`);
    return null;
  }
}

/** Of the difference to a stale page: what it is to be written again from tells the rest. */
const MOST_LINES = 40;

function compare(path: string, text: string): number {
  const was = readPage(path);
  if (was === text) return EXIT.ok;
  const options = { color: canColor(process.stderr), most: MOST_LINES };
  if (was !== null) complain(renderDiff(path, was, text, options));
  complain(`wardctl: ${printable(path)} is stale: write it again with --output`);
  return EXIT.found;
}

function write(path: string, text: string): number {
  try {
    writeFileSync(path, text);
  } catch (error) {
    complain(`wardctl: ${printable(`${path} can't be written: ${errorWords(error)}`)}`);
    return EXIT.ownFailure;
  }
  complain(`wardctl: wrote ${pathText(path, null)}`);
  return EXIT.ok;
}

export const docs: Verb = {
  name: "docs",
  summary: "write a page about Guardfiles: what each grant really runs, and what bounds it",
  example: "wardctl docs git.kdl --output docs/git.md",
  declare(command: Command) {
    command.argument("[file...]", "Guardfiles; without one, those that serve here");
    command.option("--man", "a page for man, in place of Markdown");
    command.option("--output <page>", "write it there");
    command.option("--check <page>", "exit 1 where that page is not the one that would be written");
  },
  async run(command: Command) {
    const options = command.opts<Options>();
    const machine = await readOwnMachine();
    const documented = await documentFiles(command.args, machine);
    const { broken } = documented;
    if (broken.length > 0) {
      const found = { files: broken, hidden: [], unapproved: [], home: null, own: [] };
      complain(renderChecked(found, canColor(process.stderr)));
      return EXIT.badGuardfile;
    }
    for (const file of documented.unapproved) {
      complain(`wardctl: ${printable(file)} is not approved, so it is left out`);
    }
    const text = rendered(documented, options);
    if (options.check !== undefined) return compare(options.check, text);
    if (options.output !== undefined) return write(options.output, text);
    await print(text.trimEnd());
    return EXIT.ok;
  },
};
