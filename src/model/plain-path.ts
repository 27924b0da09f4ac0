// The pattern of names and paths below the working directory that starters have, and what refusals call them.

const WORD = "[A-Za-z0-9_][A-Za-z0-9_.,@~^+-]*";

/**
 * `.`, and words with single blanks or slashes between them, `./` before them or `/` behind: no `..`, nothing absolute or
 * hidden, no dash first. Parted at its blanks, as a careless script would, it still is words of that kind.
 */
export const PLAIN_PATH = `[.]/?|([.]/)?(${WORD}[ /]?)+`;

/** What those that match are called; `plain` says that nothing in them is hidden or leads upwards. */
export const PLAIN_PATHS = "plain paths below the working directory";
