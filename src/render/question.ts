// What a project wants to run → the text that a person reads before he answers, every character of it made visible.
//
// - A token is cut at 160 code points and the list at 40 lines; a cut text can't be approved where it is asked.
// - The whole text is the same list without the cuts.

import { type Pin, type Site, type SurfaceChange, siteKey } from "../model/trust.ts";
import { clipped, printable } from "./printable.ts";

/** What a person said of this file before; `lapsed` is an approval that stricter rules took away, `own` no project's file. */
export type Before = "own" | "nothing" | "changed" | "lapsed" | "approved" | "declined" | "ignored";

export interface QuestionView {
  /** Absolute. */
  readonly guardfile: string;
  readonly cwd: string;
  readonly before: Before;
  readonly sites: readonly Site[];
  /** Against the last answer that is on record; null where there is none. */
  readonly changes: readonly SurfaceChange[] | null;
  readonly pins: readonly Pin[];
  /** Pins that are not what the last answer rested on. */
  readonly changedPins: readonly Pin[];
  /** `siteKey` of the sites that start whatever they are told, sealed. */
  readonly launchers: ReadonlySet<string>;
  /** `siteKey` → why this site will never run. */
  readonly refused: ReadonlyMap<string, string>;
  /** Hash of a value that is written in the file → the value; one that is not here is not shown. */
  readonly values: ReadonlyMap<string, string>;
  /** What bounds each site, for the whole text; unescaped. */
  readonly bounds: ReadonlyMap<Site, readonly string[]>;
  readonly storeFile: string;
  /** Another path at which this very surface is approved. */
  readonly approvedAt: string | null;
}

export interface Question {
  readonly text: string;
  /** Something was cut: the answer may not be yes. */
  readonly isClipped: boolean;
}

const TOKEN_POINTS = 160;
const LIST_LINES = 40;
const SITE_TOKENS = 40;

/** How much of a list is shown; null shows all of it. */
type Limit = { isCut: boolean } | null;

/**
 * @returns the text before the prompt, without a final newline
 */
export function renderQuestion(view: QuestionView): Question {
  const limit = { isCut: false };
  const all = listLines(view, limit);
  const shown = all.slice(0, LIST_LINES);
  if (all.length > LIST_LINES) {
    limit.isCut = true;
    shown.push(`  …(+${all.length - LIST_LINES} lines)`);
  }
  const end = limit.isCut ? cutLines() : endLines(view);
  return { text: [...headLines(view), ...shown, ...end].join("\n"), isClipped: limit.isCut };
}

/**
 * The sites alone, for the refusal of a call that nobody could be asked about.
 * @returns lines, cut at 40 and counted
 */
export function renderSites(view: QuestionView): readonly string[] {
  const all = listLines(view, { isCut: false });
  const more = all.length - LIST_LINES;
  return more > 0 ? [...all.slice(0, LIST_LINES), `  …(+${more} lines)`] : all;
}

/** The same without any cut, for `wardctl trust review`. */
export function renderWholeQuestion(view: QuestionView): string {
  return [...headLines(view), ...listLines(view, null), ...endLines(view)].join("\n");
}

const HEADS: Readonly<Record<Before, string>> = {
  own: "this is one of your own files; a yes lets agents use it as it is now, byte for byte:",
  nothing: "this project brings a Guardfile that you have not answered for yet:",
  changed: "this project's Guardfile, or what it runs, is not what you answered for before:",
  lapsed: "the rules for approvals got stricter since you approved this project's Guardfile:",
  approved: "this project's Guardfile is approved as it is:",
  declined: "you declined this project's Guardfile as it is, and can answer again:",
  ignored: "you set this project's Guardfile to be ignored, and can answer again:",
};

function headLines(view: QuestionView): string[] {
  const lines = [
    `ward: ${HEADS[view.before]}`,
    `  file: ${printable(view.guardfile)}`,
    `  called in: ${printable(view.cwd)}`,
  ];
  if (view.approvedAt !== null) {
    lines.push(`  same surface already approved at ${printable(view.approvedAt)}`);
  }
  return lines;
}

function endLines({ before, storeFile }: QuestionView): string[] {
  const runs = "All of it runs with your privileges and environment.";
  if (before === "own") return [runs, `The answer is kept in ${printable(storeFile)}.`];
  return [
    runs,
    `The answer is kept in ${printable(storeFile)}; ward asks again when any of this changes.`,
  ];
}

function cutLines(): string[] {
  return [
    "This is more than can be shown here, so it can't be approved here.",
    "Read all of it and answer with: wardctl trust review",
  ];
}

function listLines(view: QuestionView, limit: Limit): string[] {
  const signs = new Map(view.changes?.map((change) => [change.site, change]) ?? []);
  const isShown = (site: Site) =>
    site.kind !== "wrap" || signs.has(site) || (limit === null && boundsOf(site, view).length > 0);
  const shown = view.sites.filter(isShown);
  const gone = view.changes?.filter((change) => change.kind === "removed") ?? [];
  return [
    ...new Set(
      view.changedPins.map((pin) => `  ! ${pinWords(pin, limit)} is not the one that was approved`),
    ),
    ...shown.flatMap((site) => siteLines(site, signs.get(site) ?? null, view, limit)),
    ...gone.flatMap((change) => siteLines(change.site, change, view, limit)),
  ];
}

const SIGNS = { added: "+", removed: "-", changed: "~" } as const;

function siteLines(
  site: Site,
  change: SurfaceChange | null,
  view: QuestionView,
  limit: Limit,
): string[] {
  const sign = change === null ? " " : SIGNS[change.kind];
  const isGone = change?.kind === "removed";
  const reason = isGone && site.kind === "env" ? ": it may have held something back" : "";
  const direction = change === null ? "" : `  (${change.direction}${reason})`;
  const details = isGone ? [] : detailLines(site, view, limit);
  const words = change?.words.map((word) => `      ${clip(word, limit)}`) ?? [];
  const bounds = isGone || limit !== null ? [] : boundsOf(site, view);
  return [
    `  ${sign} ${siteHead(site, view, limit)}${direction}`,
    ...words,
    ...bounds.map((bound) => `      ${printable(bound)}`),
    ...details,
  ];
}

function boundsOf(site: Site, { bounds }: QuestionView): readonly string[] {
  return bounds.get(site) ?? [];
}

/** A command path that can't be taken for what stands behind it; any other is quoted as an argv is. */
const PLAIN_PATH = /^[\w.:@+*/=,%^~-]+$/;

function siteHead(site: Site, view: QuestionView, limit: Limit): string {
  const where = PLAIN_PATH.test(site.where) ? clip(site.where, limit) : quoted(site.where, limit);
  const mark = view.launchers.has(siteKey(site)) ? "LAUNCHER " : "";
  switch (site.kind) {
    case "leaf": {
      const rest = site.detail === "sealed" ? " (sealed: nothing can be appended)" : " …";
      return `${mark}${where}: ${argvWords(site.argv, limit)}${rest}`;
    }
    case "shell":
      return `${mark}${where}: runs ${argvWords(site.argv, limit)} to decide`;
    case "env":
      return `${where}: sets ${clip(site.detail, limit)}${sourceWords(site, view, limit)}`;
    case "wrap":
      return `${where}: what holds for all of it`;
  }
}

function sourceWords({ env }: Site, { values }: QuestionView, limit: Limit): string {
  const source = env[0]?.source;
  if (source?.kind === "provider" && source.provider !== "literal") {
    return ` from ${clip(source.provider, limit)} ${quoted(source.address, limit)}`;
  }
  const value = values.get((source?.kind === "literal" ? source.sha256 : source?.address) ?? "");
  return value === undefined ? " (a value in the file)" : ` to ${quoted(value, limit)}`;
}

function detailLines(site: Site, view: QuestionView, limit: Limit): string[] {
  const lines: string[] = [];
  const isOwn = site.kind === "leaf" || site.kind === "shell";
  const refusal = isOwn ? view.refused.get(siteKey(site)) : undefined;
  // Ward's own sentence: the name in it stands in the line above, where a cut counts.
  if (refusal !== undefined) lines.push(`      never runs: ${clipped(refusal, 400)}`);
  const kept = keptNames(site);
  if (kept.length > 0) lines.push(`      keeps from your environment: ${names(kept, limit)}`);
  if (site.kind === "leaf" && site.env.length > 0) {
    lines.push(
      `      gets: ${names(
        site.env.map(({ name }) => name),
        limit,
      )}`,
    );
  }
  const pins = view.pins.filter((pin) => pin.where === siteKey(site) && pin.sha256 !== null);
  return isOwn ? [...lines, ...pins.map((pin) => `      ${pinWords(pin, limit)}`)] : lines;
}

/** The variables that `environment { keep … }` hands on. */
function keptNames({ policy }: Site): readonly string[] {
  const { exec } = (policy ?? {}) as { exec?: { environment?: { keep?: readonly string[] } } };
  return exec?.environment?.keep ?? [];
}

function pinWords(pin: Pin, limit: Limit): string {
  if (pin.realpath === null) return `${pin.role} ${clip(pin.path, limit)} (not there)`;
  const hash = pin.sha256 === null ? "" : ` sha256 ${pin.sha256}`;
  return `${pin.role} ${clip(pin.realpath, limit)}${hash}`;
}

function names(list: readonly string[], limit: Limit): string {
  return cutList(list, limit, (name) => clip(name, limit)).join(", ");
}

function argvWords(argv: readonly string[], limit: Limit): string {
  return cutList(argv, limit, (token) => quoted(token, limit)).join(" ");
}

function cutList(
  list: readonly string[],
  limit: Limit,
  show: (word: string) => string,
): readonly string[] {
  if (limit === null || list.length <= SITE_TOKENS) return list.map(show);
  limit.isCut = true;
  return [...list.slice(0, SITE_TOKENS).map(show), `…(+${list.length - SITE_TOKENS})`];
}

/** A token as JSON writes it, so that its end can't be mistaken. */
function quoted(token: string, limit: Limit): string {
  return clip(JSON.stringify(token), limit);
}

function clip(text: string, limit: Limit): string {
  if (limit === null) return printable(text);
  if (text.length > TOKEN_POINTS && [...text].length > TOKEN_POINTS) limit.isCut = true;
  return clipped(text, TOKEN_POINTS);
}
