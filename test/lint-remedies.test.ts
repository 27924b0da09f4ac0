// What lint proposes for a hazard that no flag brings in: never what is there already, once, and how to say that it is meant.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lintText } from "./lint-place.ts";

const REMOVE = (name: string) => `remove \`can run ${name}\``;
const MEANT = 'say that it is meant, and why: `lint-allow hazard-exec "reason"`';

interface Case {
  readonly id: string;
  readonly exec: string;
  readonly leaf: string;
  /** Level, rule and remedy of each finding. */
  readonly told: readonly (readonly string[])[];
}

const CASES: readonly Case[] = [
  {
    id: "what the last fixed word brings and what the call does by itself is told once, the graver",
    exec: "docker",
    leaf: 'can run "compose up" { allow-flag "-d"; allow-arg-re "web|db"; allows "compose up web" }',
    told: [
      [
        "error",
        "hazard-exec",
        `fix the whole call with \`argv\` and \`sealed\`, ${REMOVE('"compose up"')}, or ${MEANT}`,
      ],
    ],
  },
  {
    id: "what a call does by itself may be meant",
    exec: "docker",
    leaf: 'can run build { allow-flag "-t"; allow-arg-re "[.]"; allows "build ." }',
    told: [
      [
        "warning",
        "hazard-exec",
        `fix the whole call of \`ward x build\` with \`argv\` and \`sealed\`, ${REMOVE("build")}, or ${MEANT}`,
      ],
    ],
  },
  {
    id: "a fixed call is not told to be fixed",
    exec: "docker",
    leaf: 'can run build { argv build "."; allow-flag "-t"; allow-arg-re "[.]"; allows "build" }',
    told: [
      [
        "warning",
        "hazard-exec",
        `allow no argument with \`sealed\`, ${REMOVE("build")}, or ${MEANT}`,
      ],
    ],
  },
  {
    id: "a pattern that is there is to be narrowed, not to be put in",
    exec: "docker",
    leaf: 'can run push { allow-flag "-q"; allow-arg-re "host/[a-z]+"; lint-allow hazard-exec "our registry"; allows "push host/x" }',
    told: [
      [
        "note",
        "hazard-network",
        `narrow \`allow-arg-re\`, which lets \`host/x\` pass, fix the whole call with \`argv\` and \`sealed\`, ${REMOVE("push")}, or ${MEANT.replace("exec", "network")}`,
      ],
    ],
  },
];

for (const { id, exec, leaf, told } of CASES) {
  test(id, () => {
    const found = lintText(`wrap ward x {\n    exec ${exec}\n    ${leaf}\n}\n`);
    assert.deepEqual(
      found.map(({ severity, rule, fix }) => [severity, rule, fix?.text]),
      told,
    );
  });
}

test("a grant whose reason is given as proposed is silent", () => {
  const leaf =
    'can run push { allow-flag "-q"; allow-arg-re "acme/[a-z]+"; lint-allow hazard-exec "reason"; allows "push acme/x" }';
  assert.deepEqual(lintText(`wrap ward x {\n    exec docker\n    ${leaf}\n}\n`), []);
});

test("a program of another host that only a kin of it is on file for: no error", () => {
  const gravest = (exec: string) => {
    const leaf = 'can run status { argv status; allow-arg-re "web|db"; allows "status web" }';
    const found = lintText(`wrap ward x {\n    exec ${exec}\n    ${leaf}\n}\n`);
    return found.some(({ severity }) => severity === "error") ? "error" : found[0]?.severity;
  };
  const far = (program: string) => gravest(`ssh { argv-prefix "op@host" "${program}" }`);
  assert.deepEqual(
    {
      "svc, whose flags are not supervisord's": far("svc"),
      "supervisord, on file under another name": far("supervisord"),
      "supervisord of this machine": gravest("supervisord"),
      "salt, on file under its name": far("salt"),
      "mariadb, which the catalogue knows": far("mariadb"),
      "perl5, which starts what it is given": far("perl5"),
    },
    {
      "svc, whose flags are not supervisord's": "note",
      "supervisord, on file under another name": "warning",
      "supervisord of this machine": "error",
      "salt, on file under its name": "error",
      "mariadb, which the catalogue knows": "error",
      "perl5, which starts what it is given": "error",
    },
  );
});
