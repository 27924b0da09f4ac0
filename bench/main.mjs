// npm run bench [-- --quick]: start-up, bounds, decisions and the trail, as ratios within one run, since a machine's speed is no property of ward.
import { cpus } from "node:os";
import { audit } from "./audit.mjs";
import { bounds } from "./bounds.mjs";
import { decisions } from "./decisions.mjs";
import { startup } from "./startup.mjs";

const isQuick = process.argv.includes("--quick");
const [processor] = cpus();
console.log(`node ${process.version}, ${cpus().length} x ${processor?.model ?? "?"}\n`);
console.log(`${startup(isQuick ? 5 : 40)}\n`);
console.log(`${bounds(isQuick ? 5 : 40)}\n`);
console.log(`${await decisions(isQuick ? 5 : 25)}\n`);
console.log(await audit(isQuick ? { rounds: 5, rows: 50_000 } : { rounds: 40, rows: 1_000_000 }));
