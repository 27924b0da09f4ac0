// Generated argv read by readSsh and by the real ssh, which prints with -G what it made of them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { readSsh, type SshReading } from "../src/engine/ssh.ts";
import { isMissing } from "./fixtures/far-shells.ts";

const cwd = mkdtempSync(join(tmpdir(), "ward-ssh-"));
after(() => rmSync(cwd, { recursive: true, force: true }));

interface Made {
  readonly host: string;
  /** Values of every `-i`, in order, of which ssh warns: which words it read as options and values. */
  readonly identities: readonly string[];
}

/** What the real ssh made of argv; null where it ended without a configuration. */
function realReading(argv: readonly string[]): Made | null {
  const read = spawnSync("ssh", ["-F", "/dev/null", "-G", ...argv], { encoding: "utf8", cwd });
  if (read.status !== 0 || !/^host /m.test(read.stdout)) return null;
  const [, host = ""] = /^host (.*)$/m.exec(read.stdout) ?? [];
  const warnings = read.stderr.matchAll(/^Warning: Identity file (.*) not accessible/gm);
  return { host, identities: [...warnings].map(([, file]) => `${file}`) };
}

/** What ward's reading says that the real ssh must print. */
function expectedReading(argv: readonly string[], reading: SshReading): Made | null {
  const isReadPast = reading.stop === null || reading.stop.why === "dash-in-cluster";
  const at = reading.kinds.indexOf("host");
  if (!isReadPast || at < 0 || argv[at]?.startsWith("-")) return null;
  const identities = argv.flatMap((word, index) => {
    const letters = reading.letters[index] ?? "";
    if (reading.kinds[index] === "value") return letters === "i" ? [word] : [];
    const attached = word.slice(letters.length + 1);
    return letters.endsWith("i") && attached !== "" ? [attached] : [];
  });
  return { host: (argv[at] ?? "").replace(/^.*@/, ""), identities };
}

const hasTags = realReading(["-P", "tag", "h"])?.host === "h";
const VALUED = "BbcDEeFIiJLlmOopQRSWw";
// Without -1, which ssh knows and refuses.
const PLAIN = "246AaCfGgKkMNnqsTtVvXxYy";

/** A value that the letter takes without complaint. */
const VALUES: Record<string, string> = {
  B: "lo",
  b: "::1",
  c: "aes128-ctr",
  D: "1",
  E: "/dev/null",
  e: "none",
  F: "/dev/null",
  J: "j",
  L: "1:a:2",
  m: "hmac-sha2-256",
  O: "check",
  o: "LogLevel=QUIET",
  p: "22",
  Q: "cipher",
  R: "1:a:2",
  S: "none",
  W: "a:1",
  w: "1:1",
};

test("each letter takes a value or none as the real ssh has it", { skip: isMissing("ssh") }, () => {
  for (const letter of VALUED) {
    const argv = [`-${letter}`, VALUES[letter] ?? "v", "h", "-i", "x"];
    assert.deepEqual(realReading(argv), expectedReading(argv, readSsh(argv, { hasTags })), letter);
  }
  for (const letter of PLAIN) {
    const argv = [`-${letter}i`, "v", "h", `-${letter}`, "-ix", "word"];
    assert.deepEqual(realReading(argv), expectedReading(argv, readSsh(argv, { hasTags })), letter);
  }
  for (const letter of "dHhjruUZz035789#?:=é") {
    const argv = [`-v${letter}`, "h"];
    assert.equal(readSsh(argv, { hasTags }).stop?.why, "unknown-option", letter);
    assert.equal(realReading(argv), null, letter);
  }
});

test("any order of options, separators, hosts and words is read as the real ssh reads it", {
  skip: isMissing("ssh"),
}, () => {
  let identity = 0;
  const word = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("-i", "-qi", "-4Ai") },
    { weight: 3, arbitrary: fc.constant("-iN") },
    { weight: 4, arbitrary: fc.constantFrom("h", "a", "u@h", "") },
    { weight: 3, arbitrary: fc.constant("--") },
    {
      weight: 1,
      arbitrary: fc.constantFrom("-", "-q", "-Nq", "-q-", "-p22", "-lzz", "-P", "-V", "-z"),
    },
    { weight: 1, arbitrary: fc.constantFrom("--x", "-vv", "-oLogLevel=QUIET", "-t") },
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const argv = words.map((each) => (each === "-iN" ? `-iN${++identity}` : each));
      const reading = readSsh(argv, { hasTags });
      const expected = expectedReading(argv, reading);
      const made = realReading(argv);
      assert.deepEqual(made, expected);
    }),
    { numRuns: 250 },
  );
});
