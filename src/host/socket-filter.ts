// Which sockets a confined child may make → a seccomp program in the kernel's own form, for the machine that ward runs on.
// - A unix socket reaches whoever listens, through a file that is read-only and without any network: connect(2) asks the
//   file's mode alone. So a child gets none, save where the policy names some.
// - Without a network the families that no network namespace holds back (vsock, …) are refused as well.
// - io_uring makes sockets without the calls that a filter sees, so it is not there.
// - The kernel's keyrings belong to the user and the session and to no namespace, so their calls are not there either.

/** Numbers of system calls; null where the machine has no such call. */
interface Calls {
  readonly arch: number;
  readonly socket: number;
  readonly socketpair: number;
  /** One call for all of them, whose family a filter can't see. */
  readonly socketcall: number | null;
  /** add_key, request_key, keyctl. */
  readonly keys: readonly number[];
}

const IO_URING_SETUP = 425;

const X64: Calls = {
  arch: 0xc000003e,
  socket: 41,
  socketpair: 53,
  socketcall: null,
  keys: [248, 249, 250],
};
const I386: Calls = {
  arch: 0x40000003,
  socket: 359,
  socketpair: 360,
  socketcall: 102,
  keys: [286, 287, 288],
};
const ARM64: Calls = {
  arch: 0xc00000b7,
  socket: 198,
  socketpair: 199,
  socketcall: null,
  keys: [217, 218, 219],
};
const ARM: Calls = {
  arch: 0x40000028,
  socket: 281,
  socketpair: 288,
  socketcall: 102,
  keys: [309, 310, 311],
};

/** By node's name of the machine: how its own programs call the kernel, and how older ones do. */
const MACHINES: Readonly<Record<string, readonly Calls[]>> = {
  x64: [X64, I386],
  arm64: [ARM64, ARM],
};

/** Calls of x32, a third way on x64, have this bit. */
const X32_BIT = 0x40000000;

const AF_UNIX = 1;
/** IPv4, IPv6 and netlink: what a network namespace of one's own cuts off. */
const HELD_BACK = [2, 10, 16];
/** Both ends are connected already, so neither can be led elsewhere; a datagram pair can. */
const CONNECTED_TYPES = [1, 5];
const TYPE_MASK = 0xf;
const SYS_SOCKET = 1;
const SYS_SOCKETPAIR = 8;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const ALLOW = 0x7fff0000;
const errno = (code: number) => 0x00050000 | code;

/** Offsets into what the kernel shows a filter; of an argument, its lower half, which is all that a family is. */
const NR = 0;
const ARCH = 4;
const argument = (at: number) => 16 + 8 * at;

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const mask = (bits: number): Instruction => [0x54, 0, 0, bits];
const give = (value: number): Instruction => [0x06, 0, 0, value];
/** Goes on where they are equal, else jumps over so many. */
const unless = (value: number, skipped: number): Instruction => [0x15, 0, skipped, value];
const unlessFrom = (value: number, skipped: number): Instruction => [0x35, 0, skipped, value];

/** Runs the inner part, which has to end by giving a value, where what was loaded is this. */
function when(value: number, inner: readonly Instruction[]): Instruction[] {
  return [unless(value, inner.length), ...inner];
}

export interface SocketRules {
  readonly mayUseUnix: boolean;
  readonly hasNetwork: boolean;
}

function ofFamily({ mayUseUnix, hasNetwork }: SocketRules): Instruction[] {
  const named = mayUseUnix ? [AF_UNIX, ...HELD_BACK] : HELD_BACK;
  const families = [
    ...(mayUseUnix ? [] : when(AF_UNIX, [give(errno(EAFNOSUPPORT))])),
    ...named.flatMap((family) => when(family, [give(ALLOW)])),
  ];
  return [load(argument(0)), ...families, give(hasNetwork ? ALLOW : errno(EAFNOSUPPORT))];
}

function ofPair(rules: SocketRules): Instruction[] {
  const connected = [
    load(argument(1)),
    mask(TYPE_MASK),
    ...CONNECTED_TYPES.flatMap((type) => when(type, [give(ALLOW)])),
    ...ofFamily(rules),
  ];
  return [load(argument(0)), ...when(AF_UNIX, connected), ...ofFamily(rules)];
}

function ofMachine(calls: Calls, rules: SocketRules): Instruction[] {
  const unseen = [SYS_SOCKET, SYS_SOCKETPAIR].flatMap((which) =>
    when(which, [give(errno(EAFNOSUPPORT))]),
  );
  const joint =
    calls.socketcall === null
      ? []
      : when(calls.socketcall, [load(argument(0)), ...unseen, give(ALLOW)]);
  const x32 = calls === X64 ? [unlessFrom(X32_BIT, 1), give(errno(ENOSYS))] : [];
  return [
    load(NR),
    ...x32,
    ...when(calls.socket, ofFamily(rules)),
    ...when(calls.socketpair, ofPair(rules)),
    ...joint,
    ...[IO_URING_SETUP, ...calls.keys].flatMap((call) => when(call, [give(errno(ENOSYS))])),
    give(ALLOW),
  ];
}

/** @param machine as node names it */
export function hasSocketFilter(machine: string): boolean {
  return Object.hasOwn(MACHINES, machine);
}

/**
 * @param machine as node names it: `x64`, `arm64`
 * @returns the program, eight bytes an instruction; null for a machine whose calls are not known here
 */
export function socketFilter(machine: string, rules: SocketRules): Uint8Array | null {
  const machines = MACHINES[machine];
  if (machines === undefined || !hasSocketFilter(machine)) return null;
  const program = [
    load(ARCH),
    ...machines.flatMap((calls) => when(calls.arch, ofMachine(calls, rules))),
    give(errno(EPERM)),
  ];
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [at, [code, whenTrue, whenFalse, value]] of program.entries()) {
    bytes.setUint16(at * 8, code, true);
    bytes.setUint8(at * 8 + 2, whenTrue);
    bytes.setUint8(at * 8 + 3, whenFalse);
    bytes.setUint32(at * 8 + 4, value >>> 0, true);
  }
  return new Uint8Array(bytes.buffer);
}
