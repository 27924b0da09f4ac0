// The program wardctl.
import { main } from "../surfaces/main.ts";
import { wardctl } from "../surfaces/wardctl.ts";

await main("wardctl", () => wardctl(process.argv.slice(2)));
