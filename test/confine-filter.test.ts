// System calls, of this machine and of others → what the filter makes of them, run as the kernel would run it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type SocketRules, socketFilter } from "../src/host/socket-filter.ts";
import { rowsOf } from "./fixtures/rows.ts";

interface Row {
  readonly name: string;
  readonly machine: string;
  readonly rules: SocketRules;
  readonly call: { readonly arch: number; readonly nr: number; readonly args: readonly number[] };
  readonly verdict: string;
}

const VERDICTS = new Map([
  [0x7fff0000, "allow"],
  [0x00050001, "EPERM"],
  [0x00050000 + 38, "ENOSYS"],
  [0x00050000 + 97, "EAFNOSUPPORT"],
]);

/** What seccomp(2) shows a program: number, machine, instruction pointer, six arguments. */
function shown({ arch, nr, args }: Row["call"]): DataView {
  const view = new DataView(new ArrayBuffer(64));
  view.setUint32(0, nr, true);
  view.setUint32(4, arch, true);
  for (const [at, arg] of args.entries()) view.setBigUint64(16 + 8 * at, BigInt(arg), true);
  return view;
}

/** The few instructions of classic BPF that a filter here may use; any other is an error. */
function execute(program: Uint8Array, data: DataView): number {
  const code = new DataView(program.buffer, program.byteOffset, program.byteLength);
  let accumulator = 0;
  for (let at = 0; at * 8 < program.length; at += 1) {
    const value = code.getUint32(at * 8 + 4, true);
    const [whenTrue, whenFalse] = [code.getUint8(at * 8 + 2), code.getUint8(at * 8 + 3)];
    switch (code.getUint16(at * 8, true)) {
      case 0x20:
        accumulator = data.getUint32(value, true);
        break;
      case 0x54:
        accumulator = (accumulator & value) >>> 0;
        break;
      case 0x15:
        at += accumulator === value ? whenTrue : whenFalse;
        break;
      case 0x35:
        at += accumulator >= value ? whenTrue : whenFalse;
        break;
      case 0x06:
        return value;
      default:
        throw new Error(`instruction ${at} is none of the filter's`);
    }
  }
  throw new Error("the program ran over its end");
}

const rows = rowsOf<Row>("test/cases/confine/calls.jsonl");

for (const { name, machine, rules, call, verdict } of rows) {
  const { mayUseUnix, hasNetwork } = rules;
  test(`${name} (unix ${mayUseUnix}, network ${hasNetwork}): ${verdict}`, () => {
    const program = socketFilter(machine, rules);
    const got = program === null ? "no filter" : VERDICTS.get(execute(program, shown(call)));
    assert.equal(got, verdict);
  });
}

test("no jump is longer than an instruction can say", () => {
  const program = socketFilter("x64", { mayUseUnix: true, hasNetwork: true });
  assert.ok(program !== null && program.length / 8 < 256, `${program?.length}`);
});
