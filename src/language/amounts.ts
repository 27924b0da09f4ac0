// `"30s"` → milliseconds, `"64KiB"` → bytes: a whole number and a unit, nothing else.

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

const BYTES: Readonly<Record<string, number>> = {
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

function read(text: string, units: Readonly<Record<string, number>>): number | null {
  const [, digits = "", unit = ""] = /^([1-9][0-9]{0,8})([A-Za-z]+)$/.exec(text) ?? [];
  const amount = Object.hasOwn(units, unit) ? Number(digits) * (units[unit] ?? 0) : 0;
  return amount > 0 && Number.isSafeInteger(amount) ? amount : null;
}

/** @returns milliseconds; null where it is no duration above 0 */
export function readDuration(text: string): number | null {
  return read(text, MILLISECONDS);
}

/** @returns bytes; null where it is no size above 0 */
export function readSize(text: string): number | null {
  return read(text, BYTES);
}
