// A program that runs a granted command for its output, and stops it when its own time is up.
import { decide, openHost, parseGuardfile, policyOf, readFacts, run } from "ward";

const source = `
wrap acme vcs {
    exec git
    output-limit "1KiB"
    can run log { timeout "30s" }
}
`;

const { guardfile } = parseGuardfile("acme.kdl", source);
if (guardfile === null) throw new Error("acme.kdl is not valid");

const policy = policyOf([guardfile]);
const call = { words: ["acme", ...process.argv.slice(2)] };
const decision = decide(policy.tree, call, await readFacts(guardfile.wraps));
if (decision.decision !== "allow") throw new Error("this is not granted");

const host = await openHost(process.env);
const signal = AbortSignal.timeout(2000);
const { kind, output } = await run(decision, { call, policy, host }, { mode: "captured", signal });
if (output === null) {
  console.log(`${kind}: nothing was started`);
} else {
  const { bytes, isTruncated } = output.stdout;
  console.log(`${kind}: ${bytes.length} bytes${isTruncated ? ", and there was more" : ""}`);
}
