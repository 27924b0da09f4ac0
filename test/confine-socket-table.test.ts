// The kernel's list of sockets that can't be read → no sandbox, as nobody could say which sockets to cover.
import assert from "node:assert/strict";
import { test } from "node:test";
import { otherSockets } from "../src/host/other-sockets.ts";
import { WardFault } from "../src/model/fault.ts";

test("without the kernel's list of sockets a leaf that may use one is not started", () => {
  assert.throws(
    () => otherSockets([], [], "/proc/no-such/unix"),
    (thrown) =>
      thrown instanceof WardFault &&
      thrown.code === "confine-path" &&
      thrown.exit === 125 &&
      thrown.message.endsWith(
        "/proc/no-such/unix can't be read, so the other sockets can't be covered: no such file or directory",
      ),
  );
});
