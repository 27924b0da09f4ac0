// Who may move the directories, and what is said where the environment may not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Environment, findDirectories } from "../src/host/directories.ts";
import type { Account } from "../src/model/account.ts";
import { WardFault } from "../src/model/fault.ts";

const ACCOUNT: Account = { uid: 7, gid: 7, name: "kim", home: "/home/kim", shell: "/bin/sh" };
const USUAL = { config: "/home/kim/.config/ward", state: "/home/kim/.local/state/ward" };

interface Case {
  readonly name: string;
  readonly env: Environment;
  readonly account?: Account | null;
  readonly fixed?: string;
  readonly config?: string | null;
  readonly state?: string | null;
  readonly notices?: readonly string[];
  readonly fault?: { readonly message: string; readonly exit: number };
}

const CASES: readonly Case[] = [
  { name: "nothing set, HOME is not asked", env: { HOME: "/tmp/other", USER: "root" } },
  {
    name: "the XDG variables",
    env: { XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "/s/" },
    config: "/c/ward",
    state: "/s/ward",
  },
  {
    name: "ward's own beat the XDG ones and are the whole directory",
    env: {
      XDG_CONFIG_HOME: "/c",
      XDG_STATE_HOME: "/s",
      WARD_CONFIG_DIR: "/wc/",
      WARD_STATE_DIR: "/ws/../w",
    },
    config: "/wc",
    state: "/w",
  },
  { name: "empty is unset", env: { XDG_CONFIG_HOME: "", WARD_CONFIG_DIR: "", WARD_STATE_DIR: "" } },
  {
    name: "where they may not: one line for all of them",
    env: { WARD_CONFIG_DIR: "/wc", XDG_STATE_HOME: "/s" },
    fixed: "because",
    notices: ["ignoring WARD_CONFIG_DIR and XDG_STATE_HOME: because"],
  },
  {
    name: "where they may not: no line for what holds anyway",
    env: { XDG_CONFIG_HOME: "/home/kim/.config", WARD_STATE_DIR: `${USUAL.state}/` },
    fixed: "because",
  },
  {
    name: "where they may not: not even a relative one matters",
    env: { WARD_CONFIG_DIR: "wc" },
    fixed: "because",
    notices: ["ignoring WARD_CONFIG_DIR: because"],
  },
  {
    name: "a relative configuration directory",
    env: { WARD_CONFIG_DIR: "wc" },
    fault: { message: "WARD_CONFIG_DIR names a relative directory, wc", exit: 64 },
  },
  {
    name: "a relative XDG_STATE_HOME",
    env: { XDG_STATE_HOME: "~/s" },
    fault: { message: "XDG_STATE_HOME names a relative directory, ~/s/ward", exit: 64 },
  },
  {
    name: "no entry in the password database",
    env: { HOME: "/h", WARD_CONFIG_DIR: "/wc", XDG_STATE_HOME: "/s" },
    account: null,
    config: null,
    state: null,
    notices: ["ignoring WARD_CONFIG_DIR: the password database has no entry for this user id"],
  },
  {
    name: "no entry: the trail's directory may be named on every surface",
    env: { WARD_STATE_DIR: "/ws" },
    account: null,
    fixed: "an agent's surface chooses no directories (CLAUDECODE is set)",
    config: null,
    state: "/ws",
  },
];

for (const { name, env, account = ACCOUNT, fixed = null, ...expected } of CASES) {
  test(name, () => {
    const find = () => findDirectories(env, { account, fixedBecause: fixed });
    if (expected.fault !== undefined) {
      assert.throws(find, (error: unknown) => {
        assert.ok(error instanceof WardFault);
        assert.deepEqual({ message: error.message, exit: error.exit }, expected.fault);
        return true;
      });
      return;
    }
    const { notices = [], fault: _, ...moved } = expected;
    assert.deepEqual(find(), { system: "/etc/ward", account, ...USUAL, ...moved, notices });
  });
}
