// The program ward.
import { main } from "../surfaces/main.ts";
import { allSaid } from "../surfaces/stdio.ts";
import { ward } from "../surfaces/ward.ts";

// The environment is read once: each look at node's own object asks the system again.
// Leaving at once spares taking the heap apart.
void main("ward", () => ward(process.argv.slice(1), { ...process.env }))
  .then(allSaid)
  .then(() => process.exit());
