// The built ward → what bounds cost: a leaf without any beside one with a timeout and a confined one, and bare bubblewrap for scale.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternate, table } from "./measure.mjs";

const WARD = new URL("../dist/ward.js", import.meta.url).pathname;

const POLICY = `wrap ward b { exec "true"
  can run free
  can run timed { timeout "1h" }
  can run confined { confine }
}
`;

/** As `confine` without a block asks for it, save for what keeps sockets away. */
const BARE = [
  ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-net", "--disable-userns"],
  ...["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--clearenv"],
  ...["--ro-bind", "/", "/", "--tmpfs", "/tmp", "--tmpfs", "/run", "--dev", "/dev"],
  ...["--proc", "/proc", "--chdir", "/", "--", "true"],
];

function programs(root) {
  const config = join(root, "config");
  mkdirSync(config, { mode: 0o700 });
  writeFileSync(join(config, "b.kdl"), POLICY, { mode: 0o600 });
  const env = {
    PATH: process.env.PATH,
    WARD_CONFIG_DIR: config,
    WARD_STATE_DIR: join(root, "state"),
  };
  const call = (leaf) => [process.execPath, WARD, "b", leaf];
  return [
    { name: "bwrap … true", argv: ["bwrap", ...BARE], env },
    { name: "ward, no bound", argv: call("free"), env },
    { name: "ward, timeout", argv: call("timed"), env },
    { name: "ward, confine", argv: call("confined"), env },
  ];
}

/** @param {number} rounds alternating runs of each program */
export function bounds(rounds) {
  if (spawnSync("bwrap", BARE, { stdio: "ignore" }).status !== 0) {
    return "bounds: bubblewrap is not there, or can't make a sandbox here";
  }
  const root = mkdtempSync(join(tmpdir(), "ward-bench-"));
  try {
    const results = alternate(programs(root), rounds);
    const rows = results.map(({ name, median, least, processor }) => [
      name,
      ...[median, least, processor].map((value) => `${value.toFixed(1)} ms`),
    ]);
    const [bare, free, , confined] = results;
    const added = (by) => confined[by] - free[by];
    const share = (by) => `${added(by).toFixed(1)} ms, ${(added(by) / bare[by]).toFixed(2)}x`;
    return [
      `bounds on a trivial binary, ${rounds} alternating runs`,
      table([["", "median", "least", "processor"], ...rows]),
      `what confine adds, as a multiple of bare bwrap: median ${share("median")}; least ${share("least")}; processor ${share("processor")}`,
    ].join("\n");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
