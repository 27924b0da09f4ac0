// The program ward.
import { main } from "../surfaces/main.ts";
import { ward } from "../surfaces/ward.ts";

// Leaving at once spares taking the heap apart; all that was said is written by now.
void main("ward", () => ward(process.argv.slice(1), process.env)).then(() => process.exit());
