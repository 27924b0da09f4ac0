// `remote-shell posix|none`: whether a shell on the far side reads again what follows the prefix.

import { choice, once } from "../arguments.ts";
import type { NodeSpec } from "../reading.ts";

export const remoteShell: NodeSpec = {
  name: "remote-shell",
  args: "posix|none",
  meaning: "Says whether a remote shell re-reads the words; `ssh` is `posix` by itself.",
  example: "remote-shell posix",
  readers: {
    exec(node, draft, reading) {
      const said = choice(node, reading, ["posix", "none"]);
      if (said !== null) draft.remote = once(reading, draft.remote, node, said);
    },
  },
};
