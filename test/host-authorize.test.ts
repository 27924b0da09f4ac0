// The maker of tokens, called directly: no decision, no token; and a token covers one file at one digest.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { authorize, isCovered, type Subject, type Surroundings } from "../src/host/authorize.ts";
import { personSaidYes } from "../src/host/persons-answer.ts";
import { findPins, pinKey } from "../src/host/pins.ts";
import { prepare } from "../src/host/prepare.ts";
import { updateStore } from "../src/host/trust-change.ts";
import { mint } from "../src/model/decision.ts";
import type { Site } from "../src/model/trust.ts";
import { HASH, record, storeOf, trustRoom } from "./trust-place.ts";

const OTHER_HASH = "cd".repeat(32);

function place(t: TestContext) {
  const room = trustRoom(t);
  const script = join(room.project, "release.sh");
  writeFileSync(script, "one\n");
  const leaf: Site = {
    where: "ward.app.x",
    kind: "leaf",
    bin: "true",
    argv: ["true", "./release.sh"],
    env: [],
    policy: null,
    detail: "",
  };
  const pins = { cwd: room.project, project: room.project, searchPath: ["/usr/bin", "/bin"] };
  const around: Surroundings = {
    store: room.place,
    optIn: { isGiven: false, warning: null },
    isAgent: false,
    pins,
    answer: null,
  };
  const file = join(room.project, "Guardfile");
  const subject: Subject = {
    ...{ place: "project", file, realpath: file, sha256: HASH, digest: HASH },
    sites: [leaf],
    forbidden: null,
  };
  const allow = (over = {}) =>
    updateStore(room.place, (records) =>
      new Map(records).set(file, record({ pins: findPins([leaf], pins), ...over })),
    );
  return { room, script, around, subject, allow, pins: () => findPins([leaf], pins) };
}

function allowOf(file: string) {
  const rule = { file, line: 1, column: 1, text: "can run x" };
  const environment = { keep: [], drop: [] };
  const exec = { bin: "true", argv: ["true"], remoteWords: null, envSet: {}, environment };
  return mint({ decision: "allow", verb: "ward.app.x", rule, exec, shellFacts: [] });
}

const FACTS = { searchPath: ["/usr/bin", "/bin"], environment: { env: {}, set: [], dropped: [] } };

test("rs-13: the runner's own door refuses without a decision, never asks, and opens with a recorded one", (t) => {
  const { around, subject, allow } = place(t);
  const refused = authorize(subject, around);
  assert.deepEqual(refused, {
    kind: "standing",
    standing: { kind: "undecided", earlier: null, isLapsed: false, changed: [] },
    warnings: [],
  });
  const decision = allowOf(subject.file);
  assert.throws(() => prepare(decision, null, FACTS), /given no token/);
  allow();
  const granted = authorize(subject, around);
  assert.ok(granted.kind === "granted");
  assert.equal(granted.grant.source, "record");
  assert.equal(prepare(decision, granted.grant, FACTS).file, "/usr/bin/true");
});

test("rs-14, T66: a token of project A opens nothing of project B", (t) => {
  const a = place(t);
  const b = place(t);
  a.allow();
  const granted = authorize(a.subject, a.around);
  assert.ok(granted.kind === "granted");
  assert.equal(authorize(b.subject, b.around).kind, "standing");
  assert.equal(isCovered(granted.grant, allowOf(b.subject.file)), false);
  assert.throws(() => prepare(allowOf(b.subject.file), granted.grant, FACTS), /given no token/);
  assert.equal(isCovered({ ...granted.grant }, allowOf(a.subject.file)), false);
});

test("T65: the record is read again each time", (t) => {
  const { around, subject, allow } = place(t);
  allow();
  assert.equal(authorize(subject, around).kind, "granted");
  allow({ decision: "deny" });
  assert.equal(authorize(subject, around).kind, "standing");
});

test("T34: another digest or another pin is another question", (t) => {
  const { around, subject, allow, script } = place(t);
  allow();
  const changed = authorize({ ...subject, digest: OTHER_HASH }, around);
  assert.ok(changed.kind === "standing" && changed.standing.kind === "undecided");
  assert.equal(changed.standing.earlier?.decision, "allow");
  writeFileSync(script, "two\n");
  const swapped = authorize(subject, around);
  assert.ok(swapped.kind === "standing" && swapped.standing.kind === "undecided");
  assert.deepEqual(
    swapped.standing.changed.map(({ realpath }) => realpath),
    [script],
  );
});

test("T54: a refusal whose digest can't be compared any more holds for the path; such an allow holds for nothing", (t) => {
  const { around, subject, allow } = place(t);
  allow({ decision: "deny", digestVersion: 0, digest: OTHER_HASH });
  const denied = authorize(subject, around);
  assert.ok(denied.kind === "standing" && denied.standing.kind === "declined");
  assert.equal(denied.standing.isPathWide, true);
  allow({ digestVersion: 0 });
  assert.equal(authorize(subject, around).kind, "standing");
});

test("la-03, T32, T71: what is forbidden stays so, whatever is on record, in the environment or answered", (t) => {
  const { around, subject, allow, pins } = place(t);
  allow();
  const forbidden = { problem: "a launcher", remedy: "seal it" };
  const optIn = { isGiven: true, warning: null };
  const answer = personSaidYes({ realpath: subject.realpath, digest: HASH }, pins().map(pinKey));
  for (const over of [{}, { optIn }, { answer }]) {
    const verdict = authorize({ ...subject, forbidden }, { ...around, ...over });
    assert.deepEqual(verdict, { kind: "forbidden", why: forbidden });
  }
});

test("T46, T106: an answer holds for what was shown, in this process, and for nothing else", (t) => {
  const { around, subject, pins, script } = place(t);
  const shown = { realpath: subject.realpath, digest: HASH };
  const answer = personSaidYes(shown, pins().map(pinKey));
  const granted = authorize(subject, { ...around, answer });
  assert.ok(granted.kind === "granted");
  assert.equal(granted.grant.source, "prompt");
  const other = { ...subject, digest: OTHER_HASH };
  assert.equal(authorize(other, { ...around, answer }).kind, "standing");
  assert.equal(authorize(subject, { ...around, answer: { ...answer } }).kind, "standing");
  writeFileSync(script, "two\n");
  assert.equal(authorize(subject, { ...around, answer }).kind, "standing");
});

test("T42: a store that can't be believed refuses; the opt-in may grant, and the message stays", (t) => {
  const { around, subject, room } = place(t);
  room.store(storeOf({}), 0o640);
  assert.throws(() => authorize(subject, around), { code: "store-refused" });
  const verdict = authorize(subject, { ...around, optIn: { isGiven: true, warning: null } });
  assert.ok(verdict.kind === "granted");
  assert.match(verdict.warnings.join(), /is open to others \(mode 0640\); run: chmod 600/);
});
