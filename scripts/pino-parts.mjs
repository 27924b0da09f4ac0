// Leaves out of a bundle what pino loads and ward never calls, as ward hands it a destination of its own and plain rows.

const throwing = (path) =>
  `function () { throw new Error(${JSON.stringify(`${path} is not a part of ward`)}); }`;

/** A function with a prototype, as pino asks `instanceof` of one of them. */
const whole = (path) => `module.exports = ${throwing(path)};`;

/** Functions by their names, of which none is called. */
const named = (names) => (path) =>
  `const unused = ${throwing(path)}; module.exports = { ${names.map((name) => `${name}: unused`).join(", ")} };`;

/** As pino asks for it → what stands in its place. */
const UNUSED = new Map([
  ["worker_threads", whole],
  ["thread-stream", whole],
  ["sonic-boom", whole],
  ["on-exit-leak-free", whole],
  ["@pinojs/redact", whole],
  ["./transport", whole],
  ["./lib/transport", whole],
  ["./lib/multistream", whole],
  // For requests, responses and errors, which no row has.
  ["pino-std-serializers", named(["err", "mapHttpRequest", "mapHttpResponse"])],
  // Who called, for transports: a stack trace with every start.
  ["./lib/caller", () => "module.exports = () => [];"],
  // Tells whoever watches how long a row takes to write, and nobody does.
  [
    "node:diagnostics_channel",
    () => "module.exports = { tracingChannel: () => ({ hasSubscribers: false }) };",
  ],
  // In place of JSON.stringify where that fails, which must not go unnoticed.
  ["safe-stable-stringify", () => "module.exports = { configure: () => JSON.stringify };"],
]);

/** esbuild's plugin; the decision and its figures are in docs/decisions. */
export const withoutUnusedPino = {
  name: "without-unused-pino",
  setup(api) {
    api.onResolve({ filter: /.*/ }, ({ path, importer }) =>
      UNUSED.has(path) && /[/\\]node_modules[/\\]pino[/\\]/.test(importer)
        ? { path, namespace: "unused-pino" }
        : null,
    );
    api.onLoad({ filter: /.*/, namespace: "unused-pino" }, ({ path }) => ({
      contents: UNUSED.get(path)(path),
    }));
  },
};
