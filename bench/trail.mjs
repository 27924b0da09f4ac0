// A number of rows → a trail of so many, chained as ward chains it: full files compressed, and one that rows are added to.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const FULL_BYTES = 64 * 1024 * 1024;
const MEMBER = 1024 * 1024;
const START = Date.UTC(2026, 0, 1);
const WORDS = ["commit", "status", "push", "log", "diff", "fetch"];
const DROPPED = ["PAGER", "EDITOR", "LS_COLORS", "OLDPWD", "SHLVL", "MAIL", "LESSOPEN"];

/** The text of the file that is being filled, and those that were full. */
class Files {
  #directory;
  #fullBytes;
  #lines = [];
  #bytes = 0;
  #first = null;

  constructor(directory, fullBytes) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#directory = directory;
    this.#fullBytes = fullBytes;
  }

  add(id, line) {
    this.#first ??= id;
    this.#lines.push(line);
    this.#bytes += line.length;
    if (this.#bytes >= this.#fullBytes) this.#write(`${this.#first}.jsonl.gz`, true);
  }

  end() {
    this.#write("current.jsonl", false);
  }

  #write(name, isPacked) {
    const text = Buffer.from(this.#lines.join(""));
    const members = [];
    for (let at = 0; isPacked && at < text.length; at += MEMBER)
      members.push(gzipSync(text.subarray(at, at + MEMBER), { level: 1 }));
    const bytes = isPacked ? Buffer.concat(members) : text;
    writeFileSync(join(this.#directory, name), bytes, { mode: 0o600 });
    this.#lines = [];
    this.#bytes = 0;
    this.#first = null;
  }
}

/** One call in seventeen is refused. */
function decided(index, id, time) {
  const isRefused = index % 17 === 3;
  const word = WORDS[index % WORDS.length];
  const given = [word, "-m", `message ${index}`, `--flag${index % 9}`];
  const exec = { bin: "/usr/bin/git", argv: ["git", "-c", "core.fsmonitor=false", ...given] };
  const place = { cwd: "/home/kim/src/project", repo_root: "/home/kim/src/project" };
  return {
    ...{ v: 1, id, at: new Date(time).toISOString(), phase: "decided", verb: `ward.git.${word}` },
    ...{ decision: isRefused ? "deny" : "allow", reason: isRefused ? "flag-denied" : null },
    rule: `/home/kim/.config/ward/git.kdl:${10 + (index % 40)}`,
    argv: ["ward", "git", ...given],
    exec: isRefused ? null : exec,
    ...{ env_set: [], env_dropped: DROPPED, guardfile: "/home/kim/.config/ward/git.kdl" },
    ...{ digest: "5f".repeat(32), trust: "installed", ...place, user: "kim", host: "laptop" },
    ...{ pid: 1000 + (index % 30000), ppid: 999, tty: false, stdin: "pipe", shell_facts: [] },
    ...{ config_dir: "/home/kim/.config/ward", policy_hash: "ab".repeat(32) },
    ...{ session: { CLAUDE_CODE_SESSION_ID: `0195-${index >> 8}` }, agent: ["CLAUDECODE"] },
    ci: false,
  };
}

/** One run in eleven fails. */
function finished(index, { id, verb }, time) {
  const code = index % 11 === 0 ? 1 : 0;
  const [state, kind] = code === 0 ? ["completed", "success"] : ["failed", "application_failure"];
  const outcome = { state, kind, exit: { code }, enforcement: { level: "none" }, launched: true };
  const end = { outcome, exit: code, signal: null, launched: true };
  const row = { v: 1, id, at: new Date(time).toISOString(), phase: "finished", verb, ...end };
  return { ...row, duration_ms: (index * 31) % 900 };
}

/**
 * @param {string} directory that the files are written to; made where it is missing
 * @param {number} rows one run in a hundred has no end
 * @param {{ link: Function, uuid7: Function }} host ward's own functions
 * @param {number} fullBytes at which the next file is begun
 */
export function writeTrail(directory, rows, { link, uuid7 }, fullBytes = FULL_BYTES) {
  const files = new Files(directory, fullBytes);
  let tail = { prev: null, isOpen: false, torn: null };
  let written = 0;
  let time = START;
  const add = (row) => {
    const linked = link(row, tail);
    tail = { ...tail, prev: linked.hash };
    files.add(row.id, `${JSON.stringify(linked)}\n`);
    written += 1;
  };
  for (let index = 0; written < rows; index += 1) {
    time += 1000 + ((index * 7919) % 3000);
    const row = decided(index, uuid7(time), time);
    add(row);
    const hasEnd = row.decision === "allow" && index % 97 !== 5;
    if (hasEnd && written < rows) add(finished(index, row, time + 50));
  }
  files.end();
}
