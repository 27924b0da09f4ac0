// What node throws from a system call → its code, and the words for it.

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than the limit allows",
  EISDIR: "it is a directory",
  ELOOP: "it is a symbolic link, or a circle of them",
  EMFILE: "this process has too many open files",
  ENAMETOOLONG: "the name is too long",
  ENFILE: "the system has too many open files",
  ENOENT: "no such file or directory",
  ENOSPC: "no space is left on the disk",
  ENOTDIR: "a part of the path is not a directory",
  EIO: "the disk reports an error",
  ENXIO: "it is a socket, or a FIFO that nobody reads",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
};

/**
 * @param error anything caught
 * @returns the code of a system error (`ENOENT`), or null for anything else
 */
export function errorCode(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : null;
}

/**
 * @param error anything caught
 * @returns the words for it
 */
export function errorWords(error: unknown): string {
  const code = errorCode(error);
  return (code && WORDS[code]) || (error instanceof Error ? error.message : String(error));
}
