// Lets esbuild import a catalogue file: its facts, compiled, as a module.
import { basename, dirname } from "node:path";
import { catalogueModule } from "./compile.mjs";

export const cataloguePlugin = {
  name: "catalogue",
  setup(api) {
    api.onLoad({ filter: /\/src\/catalogue\/[^/]*\.kdl$/ }, ({ path }) => ({
      contents: catalogueModule(dirname(path), basename(path, ".kdl")),
      loader: "js",
    }));
  },
};
