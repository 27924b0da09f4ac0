// Reads what stands behind `ssh` as OpenSSH's getopt loop does: argv → what ssh takes each word for.
//
// 1. Options come first; then the host; then, unless a `--` was seen, options once more; then the remote words.
// 2. `--` ends the options of its place and is dropped; a `-` alone is an operand.
// 3. A letter that takes a value takes what is left of its word, else the whole next word, `--` included.
// 4. A value that is `--` also counts as the `--` of the first place: ssh looks at the word before the host.
// Source: ssh.c and openbsd-compat/getopt_long.c of OpenSSH 9.2, compared with `ssh -G` in the tests.

export type SshKind = "option" | "value" | "host" | "separator" | "remote";

export interface SshReading {
  /** For each word of argv, what ssh takes it for. */
  readonly kinds: readonly SshKind[];
  /** For each word: the letters of an option word, or the letter a value belongs to; else empty. */
  readonly letters: readonly string[];
  /** Index of the first remote word; the length of argv where there is none. */
  readonly remoteStart: number;
  /** With `-s` the remote words name a subsystem and no shell reads them. */
  readonly isSubsystem: boolean;
  /** Where ssh stops reading and ends by itself; the words behind are classed as if it went on. */
  readonly stop: SshStop | null;
}

export interface SshStop {
  readonly index: number;
  /** `dash-in-cluster`: in `-v-` ssh reads the v and then takes the same word for an operand. */
  readonly why: "version" | "query" | "unknown-option" | "missing-value" | "dash-in-cluster";
}

export interface SshOptions {
  /** `-P` takes a value since OpenSSH 9.4; before, it was a flag without effect. Default true. */
  readonly hasTags?: boolean;
}

const VALUED = "BbcDEeFIiJLlmOopQRSWw";
const PLAIN = "1246AaCfGgKkMNnqsTtVvXxYy";

/**
 * @param argv the words behind `ssh`
 * @returns what OpenSSH takes each of them for
 */
export function readSsh(argv: readonly string[], options: SshOptions = {}): SshReading {
  const valued = options.hasTags === false ? VALUED : `${VALUED}P`;
  const draft: Draft = { argv, valued, kinds: [], letters: argv.map(() => ""), stop: null };
  const host = readOptions(draft, 0);
  let next = host;
  if (host < argv.length) {
    draft.kinds[host] ??= "host";
    next = host + 1;
    if (argv[host - 1] !== "--") next = readOptions(draft, next);
  }
  for (let index = next; index < argv.length; index++) draft.kinds[index] ??= "remote";
  const isSubsystem = draft.letters.some(
    (letters, index) => draft.kinds[index] === "option" && letters.includes("s"),
  );
  const { kinds, letters, stop } = draft;
  return { kinds: kinds as SshKind[], letters, remoteStart: next, isSubsystem, stop };
}

interface Draft {
  readonly argv: readonly string[];
  readonly valued: string;
  readonly kinds: (SshKind | undefined)[];
  readonly letters: string[];
  stop: SshStop | null;
}

/** Reads options from `start` on and returns the index of the first operand. */
function readOptions(draft: Draft, start: number): number {
  let index = start;
  while (index < draft.argv.length) {
    const word = draft.argv[index] as string;
    if (word === "--") {
      draft.kinds[index] = "separator";
      return index + 1;
    }
    if (!word.startsWith("-") || word === "-") return index;
    const width = readCluster(draft, index, word);
    if (width === 0) return index;
    index += width;
  }
  return index;
}

/** Reads one option word; returns how many words it takes, 0 where it is an operand as well. */
function readCluster(draft: Draft, index: number, word: string): number {
  draft.kinds[index] = "option";
  for (let at = 1; at < word.length; at++) {
    const letter = word[at] as string;
    const isLast = at === word.length - 1;
    draft.letters[index] += letter;
    if (letter === "-" && isLast) {
      stop(draft, index, "dash-in-cluster");
      return 0;
    }
    if (draft.valued.includes(letter)) return readValue(draft, index, letter, isLast);
    if (letter === "V") stop(draft, index, "version");
    else if (!PLAIN.includes(letter) && letter !== "P") stop(draft, index, "unknown-option");
  }
  return 1;
}

function readValue(draft: Draft, index: number, letter: string, isDetached: boolean): number {
  const isMissing = isDetached && index + 1 >= draft.argv.length;
  if (isMissing) stop(draft, index, "missing-value");
  else if (letter === "Q") stop(draft, index, "query");
  if (!isDetached || isMissing) return 1;
  draft.kinds[index + 1] = "value";
  draft.letters[index + 1] = letter;
  return 2;
}

function stop(draft: Draft, index: number, why: SshStop["why"]): void {
  draft.stop ??= { index, why };
}

/** A caller's word that ssh would not take as data. */
export interface SshOffence {
  /** Index among the caller's words. */
  readonly index: number;
  readonly token: string;
  /** The option letter without its dash; null where the word is refused for its place. */
  readonly letter: string | null;
  /** One sentence without a full stop, not yet escaped for a terminal. */
  readonly message: string;
}

/**
 * Finds the first caller's word that ssh would read as its own option or as such an option's value, or that
 * is a host or a first remote word starting with `-`. Both readings of `-P` count.
 * @param fixed the words before the caller's: prefix and subcommand, without the binary
 * @param caller the caller's words
 * @param allowFlags what `allow-flag` names, dashes included: `-p`
 * @returns null where there is none
 */
export function judgeSsh(
  fixed: readonly string[],
  caller: readonly string[],
  allowFlags: readonly string[],
): SshOffence | null {
  const allowed = (letter: string) => allowFlags.includes(`-${letter}`);
  const argv = [...fixed, ...caller];
  const readings = [readSsh(argv), readSsh(argv, { hasTags: false })];
  for (const [index, token] of caller.entries()) {
    for (const reading of readings) {
      const offence = offenceAt(reading, fixed.length + index, token, allowed);
      if (offence !== null) return { index, token, ...offence };
    }
  }
  return null;
}

function offenceAt(
  reading: SshReading,
  at: number,
  token: string,
  allowed: (letter: string) => boolean,
): { letter: string | null; message: string } | null {
  const kind = reading.kinds[at];
  const letter = [...(reading.letters[at] ?? "")].find((each) => !allowed(each)) ?? null;
  if (kind === "option" && letter !== null) {
    return { letter, message: `ssh would read "${token}" as its own option -${letter}` };
  }
  if (kind === "value" && letter !== null) {
    return {
      letter,
      message: `ssh would read "${token}" as the value of its own option -${letter}`,
    };
  }
  if (!token.startsWith("-")) return null;
  if (kind === "host")
    return { letter: null, message: `"${token}" can't be a host: it starts with -` };
  if (at !== reading.remoteStart) return null;
  return { letter: null, message: `the first remote word "${token}" starts with -` };
}
