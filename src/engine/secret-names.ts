// The name of a flag, a variable or a header → whether what is given under it is a secret.
//
// The last word of the name decides: `--api-token`, `DB_PASSWORD`, `clientSecret` are secrets, `--token-file` is a place.

/** Longer names are no names, and need not be read. */
const LONGEST = 128;

const SECRET_WORDS = new Set([
  ...["auth", "authorization", "bearer", "cookie", "credential", "credentials", "creds", "jwt"],
  ...["otp", "pass", "passcode", "passphrase", "passwd", "password", "psk", "pw", "pwd"],
  ...["secret", "token"],
]);

/** Whatever stands in front of it: `tlspassword`, `authtoken`. */
const SECRET_TAIL = /(?:password|passwd|passwort|passphrase|secret|token)$/;

/** Secret behind another word only: `--api-key` is one, `sort --key` is none. */
const SECRET_ENDS = new Set(["key", "pin", "pat"]);

const JOINED_WORDS = new Set([
  ...["apikey", "accesskey", "secretkey", "privatekey", "accountkey", "masterauth", "requirepass"],
]);

/** A switch about a secret is none: `--show-token`, `--no-auth`. */
const SWITCHES = new Set([
  ...["allow", "ask", "disable", "enable", "get", "has", "is", "list", "no", "print", "prompt"],
  ...["require", "set", "show", "skip", "unset", "use", "with", "without"],
]);

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-_.]+/)
    .filter((word) => word !== "");
}

/**
 * @param name without leading dashes
 */
export function isSecretName(name: string): boolean {
  if (name.length > LONGEST) return false;
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  return (
    SECRET_WORDS.has(last) ||
    SECRET_TAIL.test(last) ||
    JOINED_WORDS.has(last) ||
    (words.length > 1 && SECRET_ENDS.has(last))
  );
}

const SIGNED = new Set(["key", "sig", "signature"]);

/** @param name of a parameter in an address, where a signature or a bare key lets anybody in */
export function isSecretParameter(name: string): boolean {
  return name.length <= LONGEST && SIGNED.has(wordsOf(name).at(-1) ?? "");
}

/** @returns whether nothing but a password goes by that name, so that what follows a bare colon is one */
export function isPasswordName(name: string): boolean {
  return /^(?:password|passwd|passphrase|pwd)$/i.test(name);
}

/**
 * @param name of a flag, without leading dashes
 * @returns whether the next word is its value, as far as the name tells
 */
export function isSecretFlag(name: string): boolean {
  return isSecretName(name) && !SWITCHES.has(wordsOf(name)[0] ?? "");
}

const CUT_SHORT = ["token", "password", "passwd", "passphrase", "secret", "credential"];

/**
 * @param name of a flag that nobody knows, without leading dashes
 * @returns whether it may be the beginning of a secret's name: `--passw`, `--api-tok`
 */
export function isSecretCutShort(name: string): boolean {
  if (name.length > LONGEST) return false;
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  const isBeginning = CUT_SHORT.some((word) => word.startsWith(last));
  const isLong = last.length >= 4 || last === "tok";
  return isLong && isBeginning && !SWITCHES.has(words[0] ?? "");
}
