// A directory → an interactive shell on a real terminal of its own, that a test types into.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { readProcess } from "../src/host/process-state.ts";

export interface Terminal {
  /** Types a line. */
  line(text: string): void;
  /** Presses a key, by tmux's name for it: `C-c`. */
  key(name: string): void;
  resize(columns: number, rows: number): void;
  /** What is on the screen, lines without the blanks at their ends. */
  screen(): string;
  /** Takes the terminal away, as a closed window does. */
  hangUp(): void;
}

const SHELL = ["env", "PS1=$ ", "HISTFILE=", "bash", "--norc", "--noprofile", "-i"];

/**
 * 80 columns and 24 rows.
 * @param leader what leads the session: bash with job control, if nothing else is asked for
 */
export function terminal(t: TestContext, directory: string, leader = SHELL): Terminal {
  // A directory of its own: the socket must outlive whatever else the test takes down before this.
  const socket = mkdtempSync(join(tmpdir(), "ward-tmux-"));
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-S", join(socket, "s"), "-f", "/dev/null", ...args], {
      ...{ cwd: directory, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
    });
  tmux("new-session", "-d", "-x", "80", "-y", "24", ...leader);
  const server = Number(tmux("display-message", "-p", "#{pid}"));
  t.after(() => {
    // By its id and not through its socket, which answers no more once the last session has gone.
    if (readProcess(server)?.state !== undefined) process.kill(server, "SIGTERM");
    rmSync(socket, { recursive: true, force: true });
  });
  return {
    line(text) {
      tmux("send-keys", "-l", text);
      tmux("send-keys", "Enter");
    },
    key: (name) => void tmux("send-keys", name),
    resize: (columns, rows) => void tmux("resize-window", "-x", `${columns}`, "-y", `${rows}`),
    screen: () => tmux("capture-pane", "-p").replace(/[ ]+$/gm, ""),
    hangUp: () => void tmux("kill-session"),
  };
}
