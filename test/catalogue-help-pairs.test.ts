// The short and the long name of a flag that a tool's own --help tells together are one flag in the catalogue.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { facts } from "./lint-place.ts";

/** Written by hand, each from a help text that has a line a flag. */
const TOOLS = [
  ...["aria2c", "bison", "ccache", "dmesg", "flex", "iperf3", "more", "mount"],
  ...["mysql", "ncat", "pandoc", "pg_dump", "rpm", "rpmbuild"],
  ...["rsync", "ss", "start-stop-daemon", "sysctl", "telnet", "yq"],
];

/** `-h, --help` and its like at the start of a line, with a value or without. */
const PAIR = /^\s*(-[^\s,=]+)(?:[ =][^\s,-][^\s,]*)?,\s+(-[^\s,=[]+)/;

for (const bin of TOOLS) {
  const { stdout, error } = spawnSync(bin, ["--help"], { encoding: "utf8", input: "" });
  const pairs = (stdout ?? "").split("\n").flatMap((line) => {
    const [, one, other] = PAIR.exec(line) ?? [];
    return one && other ? [[one, other] as const] : [];
  });
  test(`${bin}: what its help tells as one flag is one flag`, {
    skip: error !== undefined || pairs.length === 0,
  }, () => {
    const flags = facts.catalogue(bin)?.subcommands.find(({ name }) => name === "")?.flags ?? [];
    const isOne = ([one, other]: readonly [string, string]) =>
      flags.some(({ names }) => names.includes(one) && names.includes(other));
    assert.deepEqual(
      pairs.filter((pair) => !isOne(pair)).map((pair) => pair.join(" ")),
      [],
    );
  });
}
