// A test → a real terminal of its own (tmux) with one command in it, typed into and read as a person would.
import { spawnSync } from "node:child_process";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

const STEP_MS = 40;
const PATIENCE_MS = 30_000;
let opened = 0;

export interface Pane {
  /** Types keys as tmux names them: `y`, `Enter`, `C-c`, `C-d`. */
  type(...keys: string[]): void;
  /** Types text as it stands. */
  write(text: string): void;
  /** All that was drawn, scrolled lines too, blanks at line ends cut; lines that were wrapped are joined. */
  screen(): string;
  /** Waits until the screen shows the text. */
  until(text: string | RegExp): Promise<string>;
  /** Takes the terminal away, as a closed window does. */
  close(): void;
}

export interface PaneOptions {
  readonly cwd: string;
  /** The whole environment of the command. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a command in a terminal of 160 columns that stays open when the command ends. */
export function openPane(t: TestContext, argv: readonly string[], options: PaneOptions): Pane {
  opened += 1;
  const socket = `ward-test-${process.pid}-${opened}`;
  const tmux = (...words: string[]) =>
    spawnSync("tmux", ["-L", socket, "-f", "/dev/null", ...words], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", HOME: "/" },
    });
  t.after(() => tmux("kill-server"));
  const env = Object.entries({ TERM: "screen", LC_ALL: "C.UTF-8", ...options.env });
  const set = env.map(([name, value]) => `${name}=${value}`);
  const words = ["env", "-i", `PATH=${process.env.PATH}`, ...set, ...argv].map(shellWord).join(" ");
  const size = ["-x", "160", "-y", "50"];
  const started = tmux(
    "new-session",
    "-d",
    ...size,
    "-c",
    options.cwd,
    `${words}; echo "[exit $?]"; cat`,
  );
  if (started.status !== 0) throw new Error(`tmux: ${started.stderr}`);
  const screen = () => tmux("capture-pane", "-p", "-J", "-S", "-").stdout.replace(/[ \t]+$/gm, "");
  return {
    type: (...keys) => tmux("send-keys", ...keys),
    write: (text) => tmux("send-keys", "-l", text),
    screen,
    close: () => {
      tmux("kill-server");
    },
    until: async (text) => {
      for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
        const seen = screen();
        if (typeof text === "string" ? seen.includes(text) : text.test(seen)) return seen;
        await pause(STEP_MS);
      }
      throw new Error(`the terminal never showed ${text}; it shows:\n${screen()}`);
    },
  };
}

function shellWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
