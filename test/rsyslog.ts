// A test → a real rsyslogd of its own on loopback: udp, tcp and tls, writing what it parsed as one JSON object a line.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { skipUnless } from "./fixtures/needed.ts";
import { ownDirectory } from "./host-place.ts";

/** Why there is no rsyslogd here; false where there is one, with what it takes for TLS. */
export const noRsyslog = skipUnless(
  ["/usr/sbin/rsyslogd", "/usr/bin/openssl"].every((file) => existsSync(file)) && hasTls(),
  "rsyslogd, its driver for TLS or openssl is not installed",
);

function hasTls(): boolean {
  const places = ["/usr/lib", "/usr/lib64"].flatMap((directory) =>
    existsSync(directory)
      ? [directory, ...readdirSync(directory).map((name) => join(directory, name))]
      : [],
  );
  return places.some((directory) => existsSync(join(directory, "rsyslog/lmnsd_gtls.so")));
}

/** One message as rsyslog read it. */
export interface Received {
  readonly pri: string;
  readonly time: string;
  readonly host: string;
  readonly app: string;
  readonly pid: string;
  readonly id: string;
  readonly data: string;
  readonly message: string;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A certificate of its own authority, for localhost. */
function makeCertificate(directory: string): { ca: string; cert: string; key: string } {
  const at = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "ignore" });
  const days = ["-days", "2", "-nodes", "-newkey", "rsa:2048"];
  openssl(
    "req",
    "-x509",
    ...days,
    "-subj",
    "/CN=test authority",
    "-keyout",
    at("ca.key"),
    "-out",
    at("ca.pem"),
  );
  openssl(
    "req",
    "-new",
    ...days.slice(2),
    "-subj",
    "/CN=localhost",
    "-keyout",
    at("key.pem"),
    "-out",
    at("request"),
  );
  writeFileSync(at("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
  const signing = ["-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-CAcreateserial", "-days", "2"];
  openssl(
    "x509",
    "-req",
    "-in",
    at("request"),
    ...signing,
    "-extfile",
    at("names"),
    "-out",
    at("cert.pem"),
  );
  return { ca: at("ca.pem"), cert: at("cert.pem"), key: at("key.pem") };
}

const FIELDS: Readonly<Record<keyof Received, string>> = {
  pri: "pri",
  time: "timereported:::date-rfc3339",
  host: "hostname",
  app: "app-name",
  pid: "procid",
  id: "msgid",
  data: "structured-data",
  message: "msg",
};

function template(): string {
  const field = ([name, property]: [string, string]) => {
    const [base = "", ...options] = property.split(":::");
    const option = options.length > 0 ? ` dateFormat="rfc3339"` : "";
    return `property(outname="${name}" name="${base}" format="jsonf"${option})`;
  };
  const fields = Object.entries(FIELDS).map(field).join(' constant(value=",") ');
  return `template(name="json" type="list") { constant(value="{") ${fields} constant(value="}\\n") }`;
}

export class Rsyslog {
  readonly directory: string;
  readonly ports: { udp: number; tcp: number; tls: number };
  readonly ca: string;
  #child: ChildProcess | null = null;

  private constructor(
    directory: string,
    ports: { udp: number; tcp: number; tls: number },
    ca: string,
  ) {
    this.directory = directory;
    this.ports = ports;
    this.ca = ca;
  }

  /** Not started yet. */
  static async make(t: TestContext, withTls = false): Promise<Rsyslog> {
    const directory = ownDirectory(t);
    const ports = { udp: await freePort(), tcp: await freePort(), tls: await freePort() };
    const certificate = withTls ? makeCertificate(directory) : null;
    const { udp, tcp, tls } = ports;
    mkdirSync(join(directory, "work"));
    const driver = certificate
      ? `global(defaultNetstreamDriverCAFile="${certificate.ca}" defaultNetstreamDriverCertFile="${certificate.cert}" defaultNetstreamDriverKeyFile="${certificate.key}")`
      : "";
    const input = certificate
      ? `input(type="imtcp" address="127.0.0.1" port="${tls}" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")`
      : "";
    const config = `global(workDirectory="${directory}/work" maxMessageSize="128k" parser.escapeControlCharactersOnReceive="off")
${driver}
module(load="imudp")
module(load="imtcp")
${template()}
input(type="imudp" address="127.0.0.1" port="${udp}")
input(type="imtcp" address="127.0.0.1" port="${tcp}")
${input}
action(type="omfile" file="${directory}/received" template="json" asyncWriting="off" flushOnTXEnd="on")
`;
    writeFileSync(join(directory, "rsyslog.conf"), config);
    const server = new Rsyslog(directory, ports, certificate?.ca ?? "");
    t.after(() => server.stop("SIGKILL"));
    return server;
  }

  async start(): Promise<void> {
    const at = (name: string) => join(this.directory, name);
    const args = ["-n", "-f", at("rsyslog.conf"), "-i", at("pid"), "-u", "077"];
    this.#child = spawn("/usr/sbin/rsyslogd", args, { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    this.#child.stderr?.on("data", (part) => {
      said += part;
    });
    while (!(await this.#answers())) {
      if (this.#child.exitCode !== null) throw new Error(`rsyslogd ended: ${said}`);
      await pause(50);
    }
  }

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.ports.tcp, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const end = once(child, "exit");
    child.kill(signal);
    await end;
  }

  /** What is in its file by now. */
  received(): Received[] {
    const file = join(this.directory, "received");
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Received);
  }

  /** Waits until so many messages are there. */
  async receives(count: number): Promise<Received[]> {
    for (;;) {
      const received = this.received();
      if (received.length >= count) return received;
      await pause(50);
    }
  }
}
