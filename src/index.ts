// The library: everything a program may use of ward, re-exported by name.
export type { Allow, Call, Decision, Denial, Undecided } from "./model/decision.ts";
export type { Guardfile, Leaf, Wrap } from "./model/policy.ts";
