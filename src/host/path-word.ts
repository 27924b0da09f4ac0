// A path → the word that a person can paste into a shell, for the chmod and chown of a hint.

/**
 * @param path any path
 * @returns the path, in single quotes where a shell would read it otherwise
 */
export function pathWord(path: string): string {
  if (/^[A-Za-z0-9_/.,:=@%+][A-Za-z0-9_/.,:=@%+-]*$/.test(path)) return path;
  return `'${path.replaceAll("'", "'\\''")}'`;
}
