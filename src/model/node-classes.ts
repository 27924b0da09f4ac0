// Every node of the grammar → whether it can arm a program, shape what is granted, or change nothing that runs.
//
// The one list of its kind: the parser refuses a node that stands in none of the classes, the digest and whatever
// strips a Guardfile later ask here.

/**
 * `exec`: names a program, a token of its argv, or a variable that it gets.
 * `policy`: changes which calls reach a program, or how it runs.
 * `inert`: prose, examples and silenced findings.
 */
export type NodeClass = "exec" | "policy" | "inert";

const CLASSES: Readonly<Record<NodeClass, readonly string[]>> = {
  exec: [
    "wrap",
    "exec",
    "argv-prefix",
    "env",
    "value",
    "environment",
    "keep",
    "drop",
    "can run",
    "argv",
    "bin",
    "passthrough",
    "allow",
    "when",
    "deny-when",
    "never pass",
    "only pass",
  ],
  policy: [
    "remote-shell",
    "options",
    "metacharacters",
    "never run",
    "sealed",
    "deny-flag",
    "allow-flag",
    "may-repeat",
    "value-flag",
    "text-flag",
    "allow-arg-re",
    "timeout",
    "output-limit",
    "cwd",
    "stdin",
    "confine",
    "read",
    "write",
    "hide",
    "socket",
    "network",
    "required",
  ],
  inert: ["description", "describe", "doc-link", "allows", "refuses", "lint-allow", "redact-flag"],
};

const classOf = new Map<string, NodeClass>(
  (Object.keys(CLASSES) as NodeClass[]).flatMap((kind) =>
    CLASSES[kind].map((name): [string, NodeClass] => [name, kind]),
  ),
);

/**
 * @param name a node as the Guardfile reference names it: `can run`, `argv-prefix`
 * @returns its class, or null: such a node must not parse
 */
export function nodeClass(name: string): NodeClass | null {
  return classOf.get(name) ?? null;
}

/** Whether a node can name a program, a token of its argv or its environment. */
export function isExecNode(name: string): boolean {
  return classOf.get(name) === "exec";
}

/** All names with a class, in the order of the lists. */
export function classifiedNodes(): readonly string[] {
  return [...classOf.keys()];
}
