// Turns the `--help` of getopt_long tools into facts, the arity of each long flag tried on the tool.
import { mergeRows, parseTable, valueWords } from "./table.mjs";
import { run } from "./tool.mjs";

const firstOperand = "gnu-first";

/** One name a word. */
function words(text) {
  return text.split(" ");
}

function angled(bin) {
  return { bin, word: valueWords.angle };
}

/** Tools whose whole table stands in one help text; `args` where it isn't `--help`. */
export const getoptTools = [
  ...["cat", "head", "tail", "wc", "stat", "du", "df", "ls", "cp", "mv", "ln", "rm", "mkdir"],
  ...["rmdir", "touch", "tee", "split", "sort", "uniq", "cut", "tr", "tac", "nl", "base64", "comm"],
  ...["truncate", "install", "date", "readlink", "realpath", "sha256sum", "md5sum", "seq", "paste"],
  ...[
    "chmod",
    "chown",
    "shred",
    "od",
    "join",
    "fold",
    "shuf",
    "csplit",
    "mktemp",
    "printenv",
    "id",
  ],
  ...["cmp", "diff", "sdiff", "diff3", "grep", "patch", "gzip", "cpio"],
  ...words("base32 basenc b2sum cksum sum expand unexpand fmt pr ptx numfmt pathchk users who"),
  ...words(
    "uname nproc mkfifo mknod chgrp dir vdir dircolors nm strip objcopy readelf size strings",
  ),
  ...words("addr2line c++filt xz pgrep pkill free vmstat uptime pidof slabtop tload w"),
]
  .map((bin) => ({ bin }))
  .concat([
    { bin: "sed", word: valueWords.any },
    { bin: "tar", indent: [1, 6] },
    { bin: "xargs", style: firstOperand },
    { bin: "env", style: firstOperand },
    { bin: "timeout", style: firstOperand },
    { bin: "nice", style: firstOperand },
    { bin: "nohup", style: firstOperand },
    { bin: "stdbuf", style: firstOperand },
    { bin: "chroot", style: firstOperand },
    { bin: "setsid", style: firstOperand, word: valueWords.angle },
    { bin: "flock", style: firstOperand, word: valueWords.angle },
    { bin: "taskset", style: firstOperand, word: valueWords.angle },
    { bin: "ionice", style: firstOperand, word: valueWords.angle },
    { bin: "chrt", style: firstOperand, word: valueWords.angle },
    { bin: "prlimit", style: firstOperand, word: valueWords.angle },
    { bin: "setarch", style: firstOperand, word: valueWords.angle },
    { bin: "unshare", style: firstOperand, word: valueWords.angle },
    { bin: "nsenter", style: firstOperand, word: valueWords.angle },
    { bin: "setpriv", style: firstOperand, word: valueWords.angle },
    { bin: "script", word: valueWords.angle },
    { bin: "sudo", style: firstOperand, word: valueWords.any },
    { bin: "runuser", word: valueWords.angle },
    { bin: "make" },
    { bin: "psql", word: valueWords.upper },
    { bin: "pg_dump", word: valueWords.upper },
    { bin: "systemctl", indent: [0, 5], verbs: true },
    { bin: "journalctl" },
    { bin: "as", style: "longonly" },
    { bin: "getopt", style: firstOperand },
    ...words("dmesg lsblk lscpu blkid findmnt losetup hexdump column rev look logger whereis").map(
      angled,
    ),
    ...words("last lsns lsmem fallocate swapon mkswap blockdev wipefs zramctl lsipc lslocks").map(
      angled,
    ),
    ...words("rename.ul mcookie namei setterm wall").map(angled),
    ...words("hostnamectl timedatectl localectl networkctl busctl").map((bin) => ({
      bin,
      verbs: true,
    })),
    ...words("systemd-cat systemd-run systemd-inhibit").map((bin) => ({
      bin,
      style: firstOperand,
    })),
    ...words(
      "systemd-tmpfiles systemd-escape systemd-mount systemd-cgls systemd-path systemd-sysusers",
    ).map((bin) => ({ bin })),
    { bin: "loginctl", verbs: true },
    { bin: "wget", negations: true },
    { bin: "file" },
    { bin: "man" },
    { bin: "objdump" },
    { bin: "strace" },
  ]);

/** Facts of one such tool, or null where it isn't installed. */
export function getoptFacts({
  bin,
  args = ["--help"],
  style = "gnu",
  negations,
  verbs,
  ...options
}) {
  const help = run(bin, args);
  if (help === null) return null;
  const rows = mergeRows(parseTable(help.text, options));
  const flags = rows.flatMap((flag) => tryFlag(bin, flag, negations));
  const source = `${versionOf(bin)}, ${bin} ${args.join(" ")}`;
  if (!verbs) return { bin, style, source, subcommands: [{ name: "", flags }] };
  const subcommands = verbsOf(help.text).map((name) => ({ name, flags: [] }));
  return { bin, style, source, globals: { flags }, subcommands };
}

/** systemd's tools list their verbs in sections that are headed "… Commands:". */
function verbsOf(text) {
  const sections = text.split(/\n(?=\S)/).filter((section) => /^[^\n]*commands:/i.test(section));
  const names = sections.flatMap((section) => [...section.matchAll(/^ {2}([a-z][a-z-]+)/gm)]);
  return [...new Set(names.map(([, name]) => name))];
}

/** `name version`, from the last number-like word of the tool's own first line. */
export function versionOf(bin, args = ["--version"]) {
  const line =
    run(bin, args)
      ?.text.split("\n")
      .find((each) => /\d/.test(each)) ?? "";
  return `${bin} ${line.match(/\d+(\.\d+)*[\w.+-]*/)?.[0] ?? "(no version)"}`;
}

/**
 * The arity of a flag as getopt itself tells it, name by name: an option that can't exist stands behind each try, so that nothing is done.
 * Short and long names may differ (`tail -f`, `--follow[=how]`): what they don't agree on is unknown.
 */
export function tryFlag(bin, flag, negations) {
  // `-xx` and `-W<letters>` in a help text are clusters and attached values, not names.
  const asked = flag.names.filter((name) => /^(--.|-.$)/.test(name));
  const tried = asked.map((name) => [name, tryName(bin, name)]);
  const names = tried.filter(([, arity]) => arity !== "no option").map(([name]) => name);
  const told = tried.map(([, arity]) => arity).filter((arity) => arity && arity !== "no option");
  const [first = flag.arity, ...others] = new Set(told);
  const arity = others.length > 0 ? "unknown" : first;
  if (arity !== flag.arity || names.length < flag.names.length)
    console.error(
      `${bin}: ${flag.names.join(" ")} is shown as ${flag.arity} and is ${tried.join(" ")}`,
    );
  const no = negations && names.some((name) => isNegatable(bin, name));
  if (flag.names.includes("-#")) names.unshift("-#");
  return names.length > 0 ? [{ ...flag, names, arity, no }] : [];
}

function isNegatable(bin, name) {
  const opposite = name.replace(/^--(?!no-)/, "--no-");
  return opposite !== name && !["no option", null].includes(tryName(bin, opposite));
}

/** Null where the tool acts on the flag at once (`--help`). */
function tryName(bin, name) {
  const isLong = name.startsWith("--");
  const impossible = "--zz-none-such";
  const given = run(bin, [isLong ? `${name}=1` : `${name}~`, impossible]);
  const isNone = isLong
    ? given.text.includes(`unrecognized option '${name}=1'`)
    : given.text.includes(`invalid option -- '${name[1]}'`);
  if (isNone) return "no option";
  if (/doesn't allow an argument|invalid option -- '~'/.test(given.text)) return "none";
  if (given.status === 0) return null;
  return /requires an argument/.test(run(bin, [name]).text) ? "required" : "attached";
}
