// A leaf → the program that really reads the caller's words, and the fixed words that it gets before them.
//
// Behind ssh's host, behind `--` of `kubectl exec` and behind `env`, `nice` or `docker exec` that is another program.

import type { BinaryFacts, FlagFact } from "../model/catalogue.ts";
import type { Leaf } from "../model/policy.ts";
import { baseName } from "./base-name.ts";
import type { Facts } from "./facts.ts";
import { fixedPath } from "./flag-table.ts";
import { ownWords } from "./invocation.ts";
import { readSsh } from "./ssh.ts";

export interface Reader {
  /** Base name. */
  readonly bin: string;
  /** Fixed words behind it. */
  readonly words: readonly string[];
  /** Whether another program starts it. */
  readonly isInner: boolean;
  /** Whether it is a program of this machine, as the catalogue describes it, and not one of a host, a container or a box. */
  readonly isLocal: boolean;
  /** The program that starts it; null for the leaf's own. */
  readonly startedBy: Reader | null;
}

/** Programs that hold others under their own names. */
const BOXES: ReadonlySet<string> = new Set(["k3s", "microk8s", "busybox", "toybox"]);

/** Programs that start another of the same machine. */
const WRAPPERS: ReadonlySet<string> = new Set([
  ...["env", "nice", "ionice", "chrt", "taskset", "timeout", "time", "nohup", "setsid", "stdbuf"],
  ...["sudo", "doas", "setpriv", "prlimit", "setarch", "flock", "xargs", "chronic", "ifne"],
  ...[
    "strace",
    "ltrace",
    "rlwrap",
    "watch",
    "fakeroot",
    "faketime",
    "valgrind",
    "logsave",
    "pkexec",
  ],
  ...["systemd-run", "systemd-inhibit", "systemd-cat", "xvfb-run"],
]);

/** Programs that take variables before the command. */
const SETS_VARIABLES: ReadonlySet<string> = new Set(["env", "sudo"]);

/** No policy nests programs deeper than this. */
const MOST_HOPS = 5;

/** @returns the reader behind every program that the leaf's fixed words start */
export function readerOf(leaf: Leaf, catalogue: Facts["catalogue"]): Reader {
  const words = [...leaf.exec.prefix, ...ownWords(leaf)];
  const bin = baseName(leaf.exec.bin);
  let reader: Reader = { bin, words, isInner: false, isLocal: true, startedBy: null };
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    const inner = moduleOf(reader) ?? innerOf(reader, catalogue(reader.bin));
    if (inner === null) return reader;
    const isLocal = reader.isLocal && WRAPPERS.has(reader.bin);
    reader = { ...inner, isInner: true, isLocal, startedBy: reader };
  }
  return reader;
}

type Started = Pick<Reader, "bin" | "words">;

/** How a flag of an interpreter names the program that reads all that follows. */
interface ProgramFlag {
  readonly bins: RegExp;
  /** The flag; what is caught is the program where it is attached. */
  readonly flag: RegExp;
  /** Flags before it that take the next word. */
  readonly takesNext: RegExp;
}

/** Python ends its own options at `-m MODULE` and `-c CODE`, java at `-jar FILE` and `-m MODULE`. */
const PROGRAM_FLAGS: readonly ProgramFlag[] = [
  {
    bins: /^(?:python|pypy|jython|micropython)[\d.]*$/,
    flag: /^-[bBdEhiIOPqsSuvx]*[cm](.*)$/s,
    takesNext: /^(?:-[bBdEhiIOPqsSuvx]*[WX]|--check-hash-based-pycs)$/,
  },
  {
    bins: /^java$/,
    flag: /^(?:-jar|-m|--module)()$/,
    takesNext: /^(?:-cp|-classpath|--class-path|-p|--module-path|--add-modules)$/,
  },
];

function moduleOf({ bin, words }: Reader): Started | null {
  const family = PROGRAM_FLAGS.find(({ bins }) => bins.test(bin));
  if (!family) return null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const attached = family.flag.exec(word)?.[1];
    if (attached !== undefined) {
      const behind = words.slice(at + 1);
      const [name, ...rest] = attached === "" ? behind : [attached, ...behind];
      return name === undefined ? null : { bin: isCode(word) ? CODE : name, words: rest };
    }
    if (family.takesNext.test(word)) at += 1;
    else if (!word.startsWith("-") || word === "-" || word === "--") return null;
  }
  return null;
}

/** What a program whose text stands in the policy is called. */
const CODE = "-c";

function isCode(flag: string): boolean {
  return /^-[A-Za-z]*?[cm]/.exec(flag)?.[0].endsWith("c") ?? false;
}

function innerOf(reader: Reader, facts: BinaryFacts | null): Started | null {
  const start = innerStart(reader, facts);
  const bin = start === null ? undefined : reader.words[start];
  if (start === null || bin === undefined) return null;
  return { bin: baseName(bin), words: reader.words.slice(start + 1) };
}

/** Where another program's command line begins among the fixed words; null where it does not. */
function innerStart({ bin, words }: Reader, facts: BinaryFacts | null): number | null {
  if (bin === "ssh") {
    const { remoteStart } = readSsh(words);
    return remoteStart < words.length ? remoteStart : null;
  }
  if (BOXES.has(bin)) return operandsOf(words, facts)[0] ?? null;
  const separator = words.indexOf("--");
  if (facts === null || facts.isNamesOnly) return separator < 0 ? null : separator + 1;
  const path = fixedPath(facts, words);
  const deepest = path.chain.at(-1);
  const isInner = deepest?.hasInnerCommand || deepest?.innerOperand !== undefined;
  if (separator >= 0 && isInner) return separator + 1;
  if (deepest?.innerOperand === undefined) return null;
  const isVariable = (at: number) =>
    SETS_VARIABLES.has(bin) && /^[A-Za-z_]\w*=/.test(words[at] ?? "");
  return path.operandsAt.filter((at) => !isVariable(at))[deepest.innerOperand] ?? null;
}

/** Indices of the words that are no flags and no known values of flags. */
export function operandsOf(words: readonly string[], facts: BinaryFacts | null): readonly number[] {
  const found: number[] = [];
  const flags = [...(facts?.globals ?? []), ...(facts?.subcommands.find(isRoot)?.flags ?? [])];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") break;
    if (!word.startsWith("-") || word === "-") found.push(at);
    else if (takesNext(word, flags)) at += 1;
  }
  return found;
}

const isRoot = ({ name }: { readonly name: string }) => name === "";

function takesNext(word: string, flags: readonly FlagFact[]): boolean {
  return flags.some(({ names, arity }) => arity === "required" && names.includes(word));
}
