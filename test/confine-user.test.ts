// A user without any rights, confined by the real bubblewrap: what he could write he still can't where it is ward's own.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tell } from "./outcome-place.ts";
import { OwnUser } from "./own-user.ts";
import { Place } from "./program-place.ts";

test("a user's home may be written, but not the policy in it, the trail in it, or the way to them", (t) => {
  const user = new OwnUser(t);
  user.file(
    join(user.config, "t.kdl"),
    `wrap ward t { exec sh; metacharacters literal; confine { write "${user.home}" }; can run run { argv "-c" } }\n`,
  );
  const commands = [
    "touch free",
    "echo x > .config/ward/evil.kdl",
    "mv .config/ward .config/w",
    "mv .config c",
    "mv .local l",
    "rm -r .local/state/ward/audit",
    `touch ${user.work}/x`,
    "touch /root/x",
  ];
  const script = commands.map((one) => `(${one}) 2>/dev/null && echo '${one}';`).join("\n");
  const { exit, stdout } = user.call("ward", ["t", "run", `cd ${user.home}; id -u; ${script} :`]);
  assert.deepEqual([exit, stdout], [0, `${user.uid}\ntouch free\n`]);
  assert.equal(existsSync(join(user.home, "free")), true);
});

test("where variables move ward's directories for one call, the usual ones are protected as well", (t) => {
  const user = new OwnUser(t);
  const moved = join(user.home, "moved");
  user.file(
    join(moved, "t.kdl"),
    `wrap ward t { exec sh; metacharacters literal; confine { write "${user.home}" }; can run run { argv "-c" } }\n`,
  );
  const env = { WARD_CONFIG_DIR: moved, WARD_STATE_DIR: join(user.home, "state") };
  const script = [".config/ward", ".local/state/ward", "moved", "state"]
    .map((directory) => `touch ${user.home}/${directory}/x 2>/dev/null || echo no;`)
    .join(" ");
  assert.equal(user.call("ward", ["t", "run", script], env).stdout, "no\nno\nno\nno\n");
});

test("ch-05: an approved binary of the project is shown to the sandbox from the handle that was hashed", (t) => {
  const place = new Place(t);
  mkdirSync(join(place.work, "bin"));
  copyFileSync(realpathSync("/bin/echo"), join(place.work, "bin/tool"));
  place.file(
    "work/Guardfile",
    `wrap ward p { exec "${place.work}/bin/tool"; confine; can run say }\n`,
  );
  const env = { WARD_TRUST_EXEC: "1" };
  const { exit, stdout, outcome } = tell(place, ["p", "say", "hello"], { env });
  assert.deepEqual([exit, stdout, outcome?.enforcement.backend], [0, "say hello\n", "bubblewrap"]);
});
