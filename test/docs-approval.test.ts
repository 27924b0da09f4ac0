// The page on approval, its section on CI: the lines that it prints, run by sh as they stand, and what they leave on record.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { TrustRoom } from "./trust-room.ts";

const section = readFileSync("docs/approval.md", "utf8").split("## In CI\n")[1] ?? "";
const [status = "", job = "", vouched = ""] = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(
  ([, block = ""]) => block,
);
const PROJECT = "wrap ward project { exec marker; can run files }\n";

test("a job answers with the digest that a person has read, or vouches by a variable", (t) => {
  const room = new TrustRoom(t, PROJECT);
  for (const name of ["ward", "wardctl"]) {
    symlinkSync(resolve(`dist/${name}.js`), join(room.bin, name));
  }
  const sh = (script: string, digest = "") => {
    const env = room.environment({ DIGEST: digest, PATH: `${room.bin}:${process.env.PATH}` });
    const argv = ["-ec", script];
    const { status, stdout, stderr } = spawnSync("sh", argv, { cwd: room.work, env, input: "" });
    return { exit: status, stdout: stdout.toString(), stderr: stderr.toString() };
  };
  const ran = { exit: 0, stdout: "marker: files\n", stderr: "" };
  assert.deepEqual(sh(vouched), ran);
  const shown = sh(status);
  assert.equal(shown.exit, 1);
  const [, digest = ""] = /^ {2}digest: ([0-9a-f]{64}) /m.exec(shown.stdout) ?? [];
  const answered = sh(job, digest);
  assert.deepEqual([answered.exit, answered.stdout], [0, ran.stdout]);
  assert.match(
    answered.stderr,
    new RegExp(`wardctl: allow is on record for ${room.guardfilePath}\\n$`),
  );
  room.project(PROJECT.replace("files", "files; can run more"));
  assert.deepEqual(sh(job, digest), {
    exit: 77,
    stdout: "",
    stderr: "wardctl: refused: the surface is not the one of --digest; read it again\n",
  });
  const trusts = room.rows().flatMap((row) => (row.phase === "decided" ? [row.trust] : []));
  assert.deepEqual(trusts, ["env", "record"]);
});
