// One try of a hazard → whether ward lets it happen under a leaf that grants it, and stops it under the same leaf closed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { KUBECONFIG, PLUGIN, SCENES } from "./scenes.mjs";

const dist = new URL("../../dist/", import.meta.url).pathname;
const terminal = new URL("on-terminal.py", import.meta.url).pathname;
const LONGEST_MS = 30_000;
/** Launchers that keep their tools below the real home directory. */
const TOOLS = {
  RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
  PYENV_ROOT: process.env.PYENV_ROOT ?? join(homedir(), ".pyenv"),
};
const quoted = (text) => JSON.stringify(text).replaceAll("\\u007f", "\\u{7f}");

/** A scratch directory with everything that a try needs, removed by `end`. */
class Scratch {
  root = mkdtempSync(join(tmpdir(), "ward-hazard-"));
  constructor(scene) {
    this.cwd = join(this.root, SCENES[scene].cwd);
    for (const name of ["home", "config", "state"])
      mkdirSync(join(this.root, name), { mode: 0o700 });
    this.write("mk", this.fill("{mkscript}"), 0o755);
    this.write("sec", "SECRETX\n");
    this.shell(SCENES[scene].setup, this.root);
  }

  fill(text) {
    const script = `#!/bin/sh\n: > ${join(this.root, "PWNED")}\nexit 0\n`;
    return text
      .replaceAll("{kubeconfig}", KUBECONFIG)
      .replaceAll("{mkscript}", script)
      .replaceAll("{plugin}", PLUGIN.replaceAll("$W", this.root))
      .replaceAll("{mk}", join(this.root, "mk"))
      .replaceAll("{out}", join(this.root, "OUT"))
      .replaceAll("{w}", this.root);
  }

  write(path, text, mode = 0o644) {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
  }

  environment(more = {}) {
    const { PATH } = process.env;
    return {
      PATH,
      ...TOOLS,
      HOME: join(this.root, "home"),
      W: this.root,
      LC_ALL: "C.UTF-8",
      ...more,
    };
  }

  shell(text, cwd) {
    if (text === "") return;
    const child = spawnSync("/bin/sh", ["-c", text], {
      ...{ cwd, env: this.environment(), encoding: "utf8", timeout: LONGEST_MS },
    });
    if (child.error) throw child.error;
  }

  end() {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function prepare(one) {
  const scratch = new Scratch(one.scene ?? "none");
  for (const { path, text, mode } of one.files) {
    scratch.write(
      path,
      scratch.fill(text),
      mode === undefined ? 0o644 : Number.parseInt(String(mode), 8),
    );
  }
  for (const text of one.before) scratch.shell(scratch.fill(text), scratch.cwd);
  return scratch;
}

/** What stands at a path: nothing, or its kind, content and time. */
function stateOf(path) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "";
  const inside = stats.isDirectory()
    ? readdirSync(path, { recursive: true }).sort().join("\n")
    : stats.isFile()
      ? readFileSync(path)
      : "";
  return `${stats.mode} ${stats.mtimeMs} ${createHash("sha256").update(inside).digest("hex")}`;
}

function searchPath() {
  const entries = (process.env.PATH ?? "").split(":").filter((entry) => entry.startsWith("/"));
  return [...new Set(entries)].map(quoted).join(" ");
}

/** How a hazard is closed: its flag denied, its variable dropped, its input taken away, the call sealed or not granted. */
function closingOf({ kind, unless }) {
  if (kind === "flag") return "fix";
  if (kind === "env") return "drop";
  if (kind === "stdin") return "input";
  if (kind === "positional") return "seal";
  return unless.length > 0 ? "fix" : "remove";
}

/** The Guardfile of one try: the leaf open, or closed. */
function guardfile(bin, hazard, sub, one, scratch, isOpen) {
  const isVariable = hazard.kind === "env";
  const closing = isOpen ? "" : closingOf(hazard);
  const fixed = { ...TOOLS, HOME: "{w}/home", ...(isVariable ? {} : one.env) };
  const env = Object.entries(fixed)
    .filter(([name]) => !(isVariable && name in one.env))
    .map(([name, value]) => `env ${name} ${quoted(scratch.fill(value))}`);
  const kept = isVariable && isOpen ? Object.keys(one.env) : [];
  const keep = kept.length > 0 ? `; environment { keep ${kept.map(quoted).join(" ")} }` : "";
  const joins = ["watch", "parallel", "mosh", "adb"].includes(bin) ? "; remote-shell none" : "";
  const flags = [...new Set([one.allow ?? "-v", "-v", "-p", ...hazard.names])]
    .map(quoted)
    .join(" ");
  const words = sub === "" ? [] : sub.split(" ");
  const body = [
    one.allow ? `allow-flag ${flags}` : "",
    closing === "input" ? "stdin none" : "",
    closing === "seal" ? `argv ${words.map(quoted).join(" ")}; sealed` : "",
  ].filter((sentence) => sentence !== "");
  const open = sub === "" ? '"*"' : quoted(sub);
  const leaf = closing === "remove" || (closing === "seal" && sub === "") ? "other-word" : open;
  return `wrap ward t {
    exec ${quoted(bin)} { ${env.join("; ")}${keep}${joins} }
    metacharacters literal
    can run ${leaf} { ${body.join("; ")} }
}
`;
}

function call(bin, hazard, sub, one, isOpen) {
  const scratch = prepare(one);
  try {
    const own = quoted(join(scratch.root, "bin"));
    scratch.write("config/config.kdl", `search-path ${own} ${searchPath()}\n`, 0o600);
    scratch.write("config/t.kdl", guardfile(bin, hazard, sub, one, scratch, isOpen), 0o600);
    const variables = hazard.kind === "env" ? one.env : {};
    const filled = Object.entries(variables).map(([name, value]) => [name, scratch.fill(value)]);
    const env = scratch.environment({
      ...{
        WARD_CONFIG_DIR: join(scratch.root, "config"),
        WARD_STATE_DIR: join(scratch.root, "state"),
      },
      ...{ TERM: "xterm", ...Object.fromEntries(filled) },
    });
    if (!isOpen && closingOf(hazard) === "fix") {
      const argv = [join(dist, "wardctl.js"), "lint", "--fix", join(scratch.root, "config/t.kdl")];
      spawnSync(process.execPath, argv, { env, cwd: scratch.cwd });
    }
    const words = [
      ...(sub === "" ? [] : sub.split(" ")),
      ...one.words.map((word) => scratch.fill(word)),
    ];
    const ward = [process.execPath, join(dist, "ward.js"), "t", ...words];
    const [program, ...argv] = one.tty ? ["python3", terminal, "6", one.keys ?? "", ...ward] : ward;
    const target = one.wrote ?? (hazard.effect === "exec" ? "PWNED" : "OUT");
    const before = stateOf(resolve(scratch.root, target));
    // A socket as input makes bash take itself for a remote shell; where nothing is typed there is none.
    const given =
      one.stdin === undefined
        ? { stdio: ["ignore", "pipe", "pipe"] }
        : { input: scratch.fill(one.stdin) };
    const child = spawnSync(program, argv, {
      ...{
        cwd: scratch.cwd,
        env,
        ...given,
        encoding: "utf8",
        timeout: LONGEST_MS,
        killSignal: "SIGKILL",
      },
    });
    const deadline = Date.now() + (one.slow || one.stops ? 3000 : 0);
    while (stateOf(resolve(scratch.root, target)) === before && Date.now() < deadline)
      spawnSync("sleep", ["0.1"]);
    const happened = stateOf(resolve(scratch.root, target)) !== before;
    return { happened, exit: child.status, text: `${child.stdout ?? ""}${child.stderr ?? ""}` };
  } finally {
    scratch.end();
  }
}

/**
 * @param bin name of an installed program
 * @returns null where the hazard is proven, else what came otherwise
 */
export function disprove(bin, hazard, sub, one) {
  const open = call(bin, hazard, sub, one, true);
  if (!open.happened) return `did not happen (exit ${open.exit}): ${open.text.slice(-400)}`;
  const shut = call(bin, hazard, sub, one, false);
  if (shut.happened) return `still happened under the closed leaf (exit ${shut.exit})`;
  const mayRun =
    hazard.kind !== "flag" && closingOf(hazard) !== "seal" && closingOf(hazard) !== "remove";
  const isRefused = mayRun || one.tty || one.words.length === 0 || shut.exit === 77;
  return isRefused
    ? null
    : `was not refused under the closed leaf (exit ${shut.exit}): ${shut.text.slice(-200)}`;
}
