// What a child is given, case by case: no variable that was not allowed, and no binary that the caller's PATH chose.
import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Place } from "./program-place.ts";

test("ch-01, T91, T92: of a parent's environment a project leaf gets what is allowed by name, and no secret", (t) => {
  const place = new Place(t);
  place.file("work/Guardfile", "wrap ward p { exec printenv; can run x { argv; sealed } }\n");
  const env = {
    WARD_TRUST_EXEC: "1",
    AWS_SECRET_ACCESS_KEY: "secret",
    LD_PRELOAD: "",
    NODE_OPTIONS: "--no-warnings",
    GIT_SSH_COMMAND: "evil",
    SSH_AUTH_SOCK: "/run/agent",
    LANG: "C.UTF-8",
  };
  const { exit, stdout } = place.call("ward", ["p", "x"], { env });
  const names = stdout
    .trim()
    .split("\n")
    .map((line) => line.split("=")[0]);
  assert.equal(exit, 0);
  assert.deepEqual(names.toSorted(), ["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "USER"]);
});

test("ch-06, T23: a PATH that begins with an empty entry, a dot and the project's directory chooses no binary", (t) => {
  const place = new Place(t);
  place.file("config/config.kdl", 'search-path "/usr/bin" "/bin"\n');
  place.guardfile("g", "wrap ward g { exec git; can run version }\n");
  for (const file of ["work/git", "work/bin/git"]) {
    chmodSync(place.file(file, "#!/bin/sh\necho fake\n"), 0o755);
  }
  const env = { PATH: `:.:${join(place.work, "bin")}:/usr/bin:/bin` };
  const { exit, stdout } = place.call("ward", ["g", "version"], { env });
  assert.equal(exit, 0);
  assert.match(stdout, /^git version /);
});
