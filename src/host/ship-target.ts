// A `ship-to` URL of config.kdl → where rows go, and by which protocol.

import { EXIT } from "../model/exit-codes.ts";
import { WardFault } from "../model/fault.ts";

export type Transport = "udp" | "tcp" | "tls";

export interface SyslogTarget {
  readonly kind: "syslog";
  readonly transport: Transport;
  readonly host: string;
  readonly port: number;
  /** File of the certificates that a TLS receiver is trusted by; the system's where it is null. */
  readonly ca: string | null;
  /** Files of ward's own certificate and key, where the receiver asks for them. */
  readonly cert: string | null;
  readonly key: string | null;
}

export interface OtlpTarget {
  readonly kind: "otlp";
  /** http: or https:. */
  readonly url: string;
}

export interface FileTarget {
  readonly kind: "file";
  readonly path: string;
}

export type ShipTarget = SyslogTarget | OtlpTarget | FileTarget;

const PORTS: Readonly<Record<Transport, number>> = { udp: 514, tcp: 601, tls: 6514 };

function fault(url: string, what: string): WardFault {
  const message = `${url} is no target: ${what}`;
  const hint =
    "write syslog://host:port?transport=tcp (or udp, tls), otlp+http://host:4318, otlp+https://… or file:/path";
  return new WardFault({ code: "ship-target", exit: EXIT.usage, message, hint });
}

function syslog(text: string, url: URL): SyslogTarget {
  const { searchParams, hostname, port } = url;
  const transport = searchParams.get("transport") ?? "tcp";
  if (transport !== "udp" && transport !== "tcp" && transport !== "tls") {
    throw fault(text, "its transport is udp, tcp or tls");
  }
  const unknown = [...searchParams.keys()].find(
    (key) => !["transport", "ca", "cert", "key"].includes(key),
  );
  if (unknown !== undefined) throw fault(text, `it has no setting "${unknown}"`);
  const file = (key: string) => searchParams.get(key);
  return {
    kind: "syslog",
    transport,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? PORTS[transport] : Number(port),
    ...{ ca: file("ca"), cert: file("cert"), key: file("key") },
  };
}

/**
 * @param text a URL as config.kdl has it
 * @throws WardFault `ship-target`, exit 64
 */
export function readTarget(text: string): ShipTarget {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw fault(text, "it is no URL");
  }
  // The scheme is none of the web's, so the URL's parser leaves host and port alone only behind `//`.
  if (url.protocol === "syslog:") return syslog(text, url);
  if (url.protocol === "file:") return { kind: "file", path: decodeURIComponent(url.pathname) };
  const [, scheme] = /^otlp\+(https?):$/.exec(url.protocol) ?? [];
  if (scheme === undefined)
    throw fault(text, "its scheme is syslog, otlp+http, otlp+https or file");
  const path = url.pathname === "/" || url.pathname === "" ? "/v1/logs" : url.pathname;
  return { kind: "otlp", url: `${scheme}://${url.host}${path}${url.search}` };
}
