// The name of a program → whether it starts whatever its arguments say: a shell, an interpreter, a wrapper of commands.
//
// One normaliser for approval and for the run. Names are compared without case, version numbers, build suffixes and
// the endings that Windows adds, so that `python3.13t`, `PYTHON3` and `python.exe` are all `python`.

const SHELLS =
  "sh bash rbash zsh dash ash ksh mksh csh tcsh fish yash nu elvish xonsh pwsh powershell cmd wsl";
const BOXES = "busybox toybox osascript command eval exec";
const OTHER_USER = "sudo sudoedit doas su run0 runuser pkexec setpriv chroot unshare nsenter";
const WRAPPERS =
  "env time find xargs timeout nice nohup watch setsid stdbuf ionice script unbuffer taskset flock parallel winpty chrt strace ltrace";
const ENTRANCES =
  "ld.so ld-linux.so ld-linux-x86-64.so ld-linux-aarch64.so ld-linux-armhf.so ld-musl-x86_64.so linux32 linux64 i386 x86_64 setarch prlimit choom sg newgrp capsh logsave ssh-agent dbus-run-session dbus-launch fakeroot fakechroot systemd-run systemd-inhibit run-parts start-stop-daemon daemonize rlwrap entr cgexec numactl firejail bwrap proot xvfb-run valgrind hyperfine";
/** Their commands, macros or key strokes start others. */
const HOSTS =
  "tmux screen gdb lldb vim vim.basic vim.tiny vim.nox vi nvim view vimdiff rvim ex ed red nano pico emacs emacsclient less more man sftp lftp";
const PYTHON = "python pythonw py pyw pypy pypyw ipython uv uvx";
const JAVASCRIPT = "node nodejs deno bun bunx npx npm pnpm yarn tsx ts-node zx gjs qjs";
const LANGUAGES =
  "make gmake perl ruby php lua luajit tclsh wish expect awk gawk mawk nawk original-awk ssh raku rakudo jruby irb pry julia rscript octave escript elixir iex erl guile racket sbcl runghc runhaskell ghci groovy jshell jimsh m4 gnuplot";
/** What starts a program as another user, in another place, or as the first process of all. */
const STARTERS =
  "gosu su-exec tini dumb-init catatonit chpst setuidgid envuidgid softlimit envdir s6-setuidgid chronic ifne watchexec dzdo pfexec sudo-rs flatpak-spawn distrobox-enter distrobox-host-exec toolbox nsjail direnv dotenv";
/** GNU's tools where another system's have the plain names. */
const GNU = "genv gtimeout gnice gnohup gstdbuf gchroot gtime gfind gxargs";

const LAUNCHERS = new Set(
  [
    SHELLS,
    BOXES,
    OTHER_USER,
    WRAPPERS,
    ENTRANCES,
    HOSTS,
    PYTHON,
    JAVASCRIPT,
    LANGUAGES,
    STARTERS,
    GNU,
  ]
    .join(" ")
    .split(" "),
);

/** Letters that no rule takes anything from, as most names are. */
function isSmallWord(name: string): boolean {
  for (const letter of name) if (letter < "a" || letter > "z") return false;
  return true;
}

/**
 * @param name a base name, in any spelling
 * @returns the name without case, ending, build suffix, ABI letters and version: `Python3.13t.exe` → `python3`
 */
export function normalizeLauncher(name: string): string {
  if (isSmallWord(name)) return name;
  let rest = name;
  for (;;) {
    const next = rest
      .trim()
      .toLowerCase()
      .replace(/[. ]+$/, "")
      .replace(/\.(?:exe|cmd|bat|com|ps1)$/, "")
      .replace(/-(?:dbg|debug|static|nightly|preview|beta)$/, "")
      // Debian keeps interpreters under the machine's name as well: perl5.36-x86_64-linux-gnu.
      .replace(/-[a-z0-9_]+-linux-(?:gnu|musl)[a-z0-9]*$/, "")
      // CPython's ABI letters stand behind a digit; `sha256sum` ends in letters of its own.
      .replace(/(\d)[dmut]+$/, "$1")
      .replace(/[.-]\d+$/, "");
    if (next === rest) return rest;
    rest = next;
  }
}

/**
 * @param bin a base name or a path
 * @returns whether the program runs what its arguments say
 */
export function isLauncher(bin: string): boolean {
  const name = normalizeLauncher(baseName(bin));
  return LAUNCHERS.has(name) || LAUNCHERS.has(name.replace(/\d+$/, ""));
}

/** What stands behind the last slash of either kind. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
