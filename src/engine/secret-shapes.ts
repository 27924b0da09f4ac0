// A text → where keys stand in it that are known by their own shape: tokens of well-known services, and blocks of private keys.

/** A part of a text, from and up to. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** As each service documents its tokens, so that scanners find them. */
const SHAPES = new RegExp(
  [
    String.raw`(?<![\w-])(?:gh[pousr]_\w{16,}|github_pat_\w{20,}|gl[a-z]{2,4}-[\w-]{16,}|sk-[\w-]{20,}`,
    String.raw`|(?:AKIA|ASIA)[A-Z0-9]{12,}|xox[a-z]-[\w-]{8,}|xapp-[\w-]{16,}`,
    String.raw`|eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?|AIza[\w-]{30,}|ya29\.[\w-]{20,}|npm_\w{30,}|hf_\w{30,}`,
    String.raw`|[sr]k_(?:live|test)_\w{16,}|pypi-[\w-]{30,}|dop_v1_\w{30,}|SG\.[\w-]{16,}\.[\w-]{30,}`,
    String.raw`|hv[sb]\.[\w-]{20,}|shp(?:at|ca|pa|ss)_\w{20,}|AGE-SECRET-KEY-1[A-Z0-9]{30,}`,
    String.raw`|dckr_(?:pat|oat)_[\w-]{20,}|tskey-[\w-]{16,}|rubygems_\w{30,}|glsa_\w{20,}|nfp_\w{20,}`,
    String.raw`|figd_[\w-]{20,}|lin_api_\w{20,}|sntry[su]_[\w-]{20,})`,
    String.raw`|(?<=\bBearer )[\w+/=.~-]{16,}|(?<=hooks\.slack\.com/services/)[\w/-]{16,}`,
  ].join(""),
  "g",
);

/** A text without any of this has no such shape; `PRIVATE KEY` is sought by its frame. */
export const SHAPE_SIGNS =
  "gh[pousr]_|github_pat_|gl[a-z]{2,4}-|sk-|akia|asia|xox|xapp-|eyj|aiza|ya29|npm_|hf_|[sr]k_|pypi-|dop_v1|sg\\.|hv[sb]\\.|shp[acps]|age-|dckr_|tskey|rubygems|nfp_|glsa_|figd_|lin_api|sntry|bearer|hooks\\.|begin ";

function shapes(text: string): Stretch[] {
  return [...text.matchAll(SHAPES)].map(({ 0: { length }, index: start }) => {
    return { start, end: start + length };
  });
}

const BEGIN = "-----BEGIN ";
const HEAD = /^-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/;
const LONGEST_HEAD = 128;

function pemBlocks(text: string): Stretch[] {
  const found: Stretch[] = [];
  for (let start = text.indexOf(BEGIN); start >= 0; start = text.indexOf(BEGIN, start)) {
    const isKey = HEAD.test(text.slice(start, start + LONGEST_HEAD));
    const last = isKey ? text.indexOf("-----END ", start) : -1;
    const tail = last < 0 ? -1 : text.indexOf("-----", last + 9);
    const end = tail < 0 ? text.length : tail + 5;
    if (isKey) found.push({ start, end });
    start = isKey ? end : start + BEGIN.length;
  }
  return found;
}

/** Goes over the text once for each kind of shape, whatever it holds. */
export function keyShapes(text: string): Stretch[] {
  return [...shapes(text), ...pemBlocks(text)];
}
