// The program wardctl.
import { main } from "../surfaces/main.ts";
import { wardctl } from "../surfaces/wardctl.ts";

void main("wardctl", () => wardctl(process.argv.slice(2)));
