// A group id → whether somebody besides one user is in it, by /etc/group and /etc/passwd.
// macOS keeps its users elsewhere, so there every group counts as shared but `admin`, whose members may become root anyway.

import { readFileSync } from "node:fs";

const MACOS_ADMIN = 80;

function records(file: string): string[][] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split(":"));
  } catch {
    return [];
  }
}

/**
 * A group that /etc/group does not list (one of a directory service) counts as shared: who is in it can't be seen here.
 * @param gid the group
 * @param name the one user who may be in it; root, who may do everything anyway, doesn't count
 * @returns whether others are, or may be, in the group
 */
export function isShared(gid: number, name: string): boolean {
  if (process.platform === "darwin") return gid !== MACOS_ADMIN;
  const group = records("/etc/group").find((fields) => Number(fields[2]) === gid);
  if (group === undefined) return true;
  const listed = (group[3] ?? "").split(",").filter((member) => member !== "");
  const primary = records("/etc/passwd")
    .filter((fields) => Number(fields[3]) === gid && Number(fields[2]) !== 0)
    .map((fields) => fields[0] ?? "");
  return [...listed, ...primary].some((member) => member !== name && member !== "root");
}
