// Doctor looks at the compiled policies: whether they are what the files say, whether they can be used at all.
import { existsSync } from "node:fs";
import { type CompiledPlace, indexPath, readIndex } from "../../host/compiled.ts";
import type { Checkup } from "../../model/checkup.ts";
import { compiledPlaceOf } from "../kept.ts";
import type { Machine } from "../machine.ts";
import type { Policy, ReadFile } from "../policy.ts";

const CHECK = "compiled-policies";
const PLACES = ["system", "user", "project"] as const;

function mendOf(place: CompiledPlace, machine: Machine): string {
  const isSystem = place.directory === machine.directories.system;
  return isSystem ? "sudo wardctl trust compile --system" : "wardctl trust compile";
}

interface Look {
  readonly place: CompiledPlace;
  readonly files: readonly ReadFile[];
}

/** The directories that hold compiled policies, with the files that serve and belong into each. */
function looks({ files, unapproved }: Policy, machine: Machine): readonly Look[] {
  const byDirectory = new Map<string, Look>();
  for (const name of PLACES) {
    const place = compiledPlaceOf(name, machine.directories);
    if (place === null) continue;
    const mine = files.filter((file) => file.place === name && !unapproved.includes(file));
    const before = byDirectory.get(place.directory)?.files ?? [];
    byDirectory.set(place.directory, { place, files: [...before, ...mine] });
  }
  return [...byDirectory.values()].filter(({ place }) => existsSync(indexPath(place)));
}

function slow({ place, files }: Look, machine: Machine): Checkup[] {
  const index = readIndex(place);
  const mend = mendOf(place, machine);
  if (index === null) {
    const says = `${indexPath(place)} is of another ward or can't be believed, so every call parses its policy anew`;
    return [{ check: CHECK, verdict: "WARN", says, mend }];
  }
  const stale = files.filter(({ file, sha256, guardfile }) => {
    const known = Object.hasOwn(index.files, file) ? index.files[file] : undefined;
    return guardfile !== null && known !== undefined && known.source !== sha256;
  });
  return stale.map(({ file }): Checkup => {
    const says = `${file} was changed since it was compiled, so calls parse it anew`;
    return { check: CHECK, verdict: "WARN", says, mend };
  });
}

export function checkCompiled(policy: Policy, machine: Machine): readonly Checkup[] {
  const differing = policy.files.filter(({ diagnostics }) =>
    diagnostics.some(({ code }) => code === "compiled-differs"),
  );
  const bad = [
    ...differing.map(({ file }): Checkup => {
      const says = `what is kept compiled of ${file} is not what the file says, and calls obey it`;
      const mend = "find out who wrote it, then: wardctl trust compile";
      return { check: CHECK, verdict: "FAIL", says, mend };
    }),
    ...looks(policy, machine).flatMap((look) => slow(look, machine)),
  ];
  if (bad.length > 0) return bad;
  const says = "what is kept compiled is what the files say";
  return [{ check: CHECK, verdict: "PASS", says, mend: null }];
}
