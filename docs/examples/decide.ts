// A program that decides by itself what becomes of a call, and runs what was allowed under an audit row; a refusal it only says.
import {
  type Call,
  decide,
  openHost,
  parseGuardfile,
  policyOf,
  readFacts,
  renderRefusal,
  run,
} from "ward";

const source = `
wrap acme vcs {
    exec git
    can run status
    can run commit { deny-flag "--no-verify" "-n" }
}
`;

const { guardfile } = parseGuardfile("acme.kdl", source);
if (guardfile === null) throw new Error("acme.kdl is not valid");

const policy = policyOf([guardfile]);
const call: Call = { words: ["acme", ...process.argv.slice(2)] };
const decision = decide(policy.tree, call, await readFacts(guardfile.wraps));

if (decision.decision === "allow") {
  const outcome = await run(decision, { call, policy, host: await openHost(process.env) });
  console.log(`${outcome.kind}, launched: ${outcome.launched}`);
} else if (decision.decision === "deny") {
  console.log(renderRefusal(decision, call, { home: null, isAgent: false }));
  process.exitCode = 77;
} else {
  console.log(decision.message);
  process.exitCode = 125;
}
