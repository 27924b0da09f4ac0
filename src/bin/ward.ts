// The program ward.
import { main } from "../surfaces/main.ts";
import { allSaid } from "../surfaces/stdio.ts";
import { ward } from "../surfaces/ward.ts";

// Leaving at once spares taking the heap apart.
void main("ward", () => ward(process.argv.slice(1), process.env))
  .then(allSaid)
  .then(() => process.exit());
