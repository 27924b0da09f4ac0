// A commander program with a guarded group: what the text below does not grant, `acme vcs` does not run.
import { Command } from "commander";
import { mount, openHost, parseGuardfile, policyOf, renderDiagnostic } from "ward";

const source = `
wrap acme vcs {
    describe "git, as far as acme needs it"
    exec git
    can run status
    can run log { deny-flag "--output" }
}
`;

const { guardfile, diagnostics, text } = parseGuardfile("acme.kdl", source);
for (const diagnostic of diagnostics) console.error(renderDiagnostic(diagnostic, text));

const program = new Command("acme").description("does what acme does");
program.command("hello").action(() => console.log("hello, unguarded"));
if (guardfile !== null) mount(program, policyOf([guardfile]), await openHost(process.env));
await program.parseAsync();
