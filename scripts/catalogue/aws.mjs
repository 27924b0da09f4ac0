// Turns the argument tables that the AWS CLI builds for itself into facts, for the services that people use most.
import { run } from "./tool.mjs";

const services =
  "s3 s3api sts configure iam lambda logs ssm secretsmanager cloudformation ecr ecs eks".split(" ");

/** Facts of aws, or null; services that aren't read whole are known by name. */
export function awsFacts() {
  const version = run("aws", ["--version"]);
  if (version === null || version.status !== 0) return null;
  const script = new URL("./aws-table.py", import.meta.url).pathname;
  const told = run("python3", [script, ...services]);
  if (told.status !== 0) return null;
  const {
    globals,
    commands,
    services: names,
  } = JSON.parse(told.text.slice(told.text.indexOf("{")));
  const shared = sharedFlags(commands);
  const sharedNames = new Set(shared.flatMap((flag) => flag.names));
  const others = names.filter((name) => !services.includes(name));
  return {
    bin: "aws",
    style: "argparse",
    source: `aws-cli ${version.text.match(/\d+(\.\d+)+/)?.[0]}, its own argument tables`,
    globals: { flags: globals },
    sets: { api: { source: "every API operation", flags: shared } },
    subcommands: [
      ...commands.map(({ name, flags }) => ({
        name,
        uses: flags.some(({ names: own }) => own[0] === shared[0].names[0]) ? ["api"] : [],
        flags: flags.filter(({ names: own }) => !sharedNames.has(own[0])),
      })),
      ...others.map((name) => ({ name, flags: [] })),
    ],
  };
}

/** What nine of ten operations take. */
function sharedFlags(commands) {
  const operations = commands.filter(({ flags }) => flags.length > 0);
  const counts = new Map();
  for (const { flags } of operations)
    for (const flag of flags)
      counts.set(flag.names[0], [flag, (counts.get(flag.names[0])?.[1] ?? 0) + 1]);
  return [...counts.values()]
    .filter(([, count]) => count > operations.length * 0.9)
    .map(([flag]) => flag);
}
