// Leaves out of a bundle what pino loads and ward never calls, as ward hands it a destination of its own.

const UNUSED = new Set([
  "worker_threads",
  "thread-stream",
  "sonic-boom",
  "on-exit-leak-free",
  "@pinojs/redact",
  "./transport",
  "./lib/transport",
  "./lib/multistream",
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
      // A function with a prototype, as pino asks `instanceof` of one of them.
      contents: `module.exports = function () { throw new Error(${JSON.stringify(`${path} is not a part of ward`)}); };`,
    }));
  },
};
