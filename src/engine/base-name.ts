// A binary as a Guardfile names it → its bare name.

/** @param bin a bare name or an absolute path */
export function baseName(bin: string): string {
  return bin.slice(bin.lastIndexOf("/") + 1);
}
