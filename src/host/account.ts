// The password database → whose account ward runs under; $HOME and $USER are never asked.

import { userInfo } from "node:os";
import type { Account } from "../model/account.ts";

/**
 * @returns the entry of the effective user id; null where there is none, or where it names no absolute home
 */
export function readAccount(): Account | null {
  try {
    const { uid, gid, username, homedir, shell } = userInfo();
    if (!homedir.startsWith("/")) return null;
    return { uid, gid, name: username, home: homedir, shell: shell || null };
  } catch {
    return null;
  }
}
