// Bytes or a text → their SHA-256 (FIPS 180-4) in hex, for small ones without node:crypto.
//
// Loading node:crypto takes an eighth of what starting node takes, and a call hashes a few KiB: its policy and its rows.
// Whatever is longer than SMALL is hashed by node:crypto, which is faster from about there on.

import { nodeCrypto } from "./own-place.ts";

const SMALL = 8 * 1024;
const BLOCK = 64;

/** The first 32 bits behind the point of the cube roots of the first 64 primes. */
const ROUNDS = wordsOf(`
  428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5
  d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174
  e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da
  983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967
  27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85
  a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
  19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3
  748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2
`);
/** As ROUNDS, of the square roots of the first eight. */
const START = wordsOf(`
  6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19
`);

function wordsOf(hex: string): Int32Array {
  return Int32Array.from(hex.trim().split(/\s+/), (word) => Number.parseInt(word, 16));
}

/**
 * @param input bytes, or a text that is hashed as UTF-8
 * @returns 64 hex digits
 */
export function sha256(input: Uint8Array | string): string {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  if (bytes.length > SMALL) return nodeCrypto().createHash("sha256").update(bytes).digest("hex");
  return hashSmall(bytes);
}

/** As `sha256`, for any length: what short inputs are hashed by. */
export function hashSmall(bytes: Uint8Array): string {
  const padded = pad(bytes);
  const state = START.slice();
  const words = new Int32Array(64);
  const view = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += BLOCK) {
    schedule(words, view, at);
    mix(state, words);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** One bit, zeros, and the length in bits as the last eight bytes of a block. */
function pad(bytes: Uint8Array): Uint8Array {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length << 3) >>> 0);
  return padded;
}

/** The sums are written out: each call runs this cold, where a function call costs more than what it does. */
function schedule(words: Int32Array, view: DataView, at: number): void {
  for (let t = 0; t < 16; t += 1) words[t] = view.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const v = words[t - 15] as number;
    const w = words[t - 2] as number;
    const low = ((v >>> 7) | (v << 25)) ^ ((v >>> 18) | (v << 14)) ^ (v >>> 3);
    const high = ((w >>> 17) | (w << 15)) ^ ((w >>> 19) | (w << 13)) ^ (w >>> 10);
    words[t] = (words[t - 16] as number) + low + (words[t - 7] as number) + high;
  }
}

function mix(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const choice = (e & f) ^ (~e & g);
    const one = (h + high + choice + (ROUNDS[t] as number) + (words[t] as number)) | 0;
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const most = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + low + most) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at += 1) state[at] = (state[at] as number) + (mixed[at] as number);
}
