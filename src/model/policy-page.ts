// What a page of documentation says of Guardfiles: plain values, ready to be written in any form.

export interface LeafPage {
  /** What a caller types before any word of his own. */
  readonly call: readonly string[];
  readonly describe: string | null;
  /** What runs: the binary, its fixed prefix and the leaf's own words; these alone where `isBehindStart`. */
  readonly runs: readonly string[];
  /** Whether the wrap's `start` comes before them. */
  readonly isBehindStart: boolean;
  readonly takesArguments: boolean;
  /** Whether a shell on another machine reads the words again; they are quoted for it. */
  readonly isFar: boolean;
  /** Each flag with its other names; null where every flag passes that is not denied. */
  readonly allowed: readonly (readonly string[])[] | null;
  readonly denied: readonly (readonly string[])[];
  readonly mayRepeat: readonly (readonly string[])[];
  readonly patterns: readonly string[];
  /** The leaf's guards and what else bounds a call, each as the sentence that says it; those of all leaves are the wrap's. */
  readonly bounds: readonly string[];
  /** Empty where all leaves have the same: the wrap has it then. */
  readonly environment: EnvironmentPage;
  readonly examples: readonly ExamplePage[];
  readonly silenced: readonly Silenced[];
}

/** Variables by name alone: no page shows a value. */
export interface EnvironmentPage {
  readonly set: readonly string[];
  readonly kept: readonly string[];
  readonly dropped: readonly string[];
}

export interface ExamplePage {
  readonly expect: "allows" | "refuses";
  readonly words: readonly string[];
}

/** A lint rule that is silenced, and why. */
export interface Silenced {
  readonly rule: string;
  readonly reason: string;
}

export interface WrapPage {
  readonly path: readonly string[];
  readonly describe: string | null;
  readonly links: readonly string[];
  readonly nevers: readonly { readonly words: readonly string[]; readonly reason: string | null }[];
  readonly bounds: readonly string[];
  /** A long binary and prefix that several leaves share; else empty. */
  readonly start: readonly string[];
  readonly environment: EnvironmentPage;
  readonly examples: readonly ExamplePage[];
  readonly silenced: readonly Silenced[];
  readonly leaves: readonly LeafPage[];
}

export interface PolicyPage {
  readonly title: string;
  readonly wraps: readonly WrapPage[];
}
