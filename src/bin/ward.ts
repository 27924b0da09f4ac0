// The program ward.
import { main } from "../surfaces/main.ts";
import { ward } from "../surfaces/ward.ts";

void main("ward", () => ward(process.argv.slice(1), process.env));
