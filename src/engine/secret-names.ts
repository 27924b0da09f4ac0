// The name of a flag, a variable or a header → whether what is given under it is a secret.
//
// The last word of the name decides: `--api-token`, `DB_PASSWORD`, `clientSecret` are secrets, `--token-file` is a place.

/** Longer names are no names, and need not be read. */
const LONGEST = 128;

const SECRET_WORDS = new Set([
  ...["auth", "authorization", "cookie", "credential", "credentials", "pass", "passphrase"],
  ...["passwd", "password", "pwd", "secret", "token"],
]);

/** Secret behind another word only: `--api-key` is one, `sort --key` is none. */
const SECRET_ENDS = new Set(["key", "otp", "pin", "jwt", "pat"]);

const JOINED_WORDS = new Set(["apikey", "accesskey", "secretkey", "authtoken", "privatekey"]);

/** A switch about a secret is none: `--show-token`, `--no-auth`. */
const SWITCHES = new Set([
  ...["allow", "ask", "disable", "enable", "get", "has", "is", "list", "no", "print", "prompt"],
  ...["require", "show", "skip", "use", "with", "without"],
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
    SECRET_WORDS.has(last) || JOINED_WORDS.has(last) || (words.length > 1 && SECRET_ENDS.has(last))
  );
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
