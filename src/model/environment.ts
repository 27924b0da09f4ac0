// What a child gets in its environment.

export interface ChildEnvironment {
  /** All that the child gets, nothing is added to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Names set by the policy, sorted. */
  readonly set: readonly string[];
  /** Names that the caller has and the child does not, sorted. */
  readonly dropped: readonly string[];
}
