// The library: everything a program may use of ward, re-exported by name.
export { decide } from "./engine/decide.ts";
export { registerEnvProvider } from "./host/env-providers.ts";
export { parseGuardfile } from "./language/parse.ts";
export type { Call, Decision } from "./model/decision.ts";
export { WardFault } from "./model/fault.ts";
export type { Outcome } from "./model/outcome.ts";
export { appliedEnforcementNotices, validateOutcome } from "./model/outcome-validity.ts";
export { type Request, validateRequest } from "./model/request.ts";
export { renderDiagnostic } from "./render/diagnostic.ts";
export { renderRefusal } from "./render/refusal.ts";
export { readFacts } from "./surfaces/facts.ts";
export { type Machine as Host, readMachine as openHost } from "./surfaces/machine.ts";
export { mount } from "./surfaces/mount.ts";
export { type Policy, policyOf } from "./surfaces/policy.ts";
export { runAllowed as run } from "./surfaces/run-allowed.ts";
