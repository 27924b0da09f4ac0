// The nodes of config.kdl, in the order of its reference: settings of a directory, never a policy.

import { readSize } from "./amounts.ts";
import { choice, hasCount, hasNoBlock, once, type Text, texts } from "./arguments.ts";
import type { KdlNode } from "./document.ts";
import type { ConfigDraft } from "./drafts.ts";
import type { NodeSpec, Reader, Reading } from "./reading.ts";
import { quote } from "./sentence.ts";

const MANY = Number.POSITIVE_INFINITY;
function pathProblem(path: string): string | null {
  if (path === "") return "an empty entry would mean the working directory";
  if (!path.startsWith("/"))
    return `${quote(path)} is relative, so it means another place in every directory`;
  if (/\/\.{1,2}(?:\/|$)/.test(path)) return `${quote(path)} has a "." or ".." part`;
  return null;
}

function entryProblem(path: string): string | null {
  if (!path.includes(":")) return pathProblem(path);
  return `${quote(path)} holds a colon: write each directory in quotes of its own`;
}

function markerProblem(name: string): string | null {
  if (/^[A-Za-z_*][A-Za-z0-9_*]*$/.test(name) && !/^\**$/.test(name)) return null;
  return `${quote(name)} is no variable's name and no glob of some`;
}

function targetProblem(url: string): string | null {
  if (/^(?:(?:syslog|otlp\+https?):\/\/[^\s/]+\S*|file:\/\S+)$/u.test(url)) return null;
  return `${quote(url)} is no target: syslog://…, otlp+http://…, otlp+https://… or file:/…`;
}

function bad(
  { argument }: Text,
  node: KdlNode,
  problem: string,
  reading: Reading,
  hint?: string,
): void {
  const message = `"${node.name}": ${problem}`;
  reading.report.error("bad-setting", argument.span, message, hint ? { hint } : {});
}

/** Reads arguments one by one, each by a check that says what is wrong with it. */
function each(
  node: KdlNode,
  reading: Reading,
  what: string,
  problemOf: (text: string) => string | null,
): readonly string[] {
  hasNoBlock(node, reading);
  hasCount(node, reading, { min: 1, max: MANY, what });
  return texts(node).flatMap((given) => {
    const problem = problemOf(given.text);
    if (problem === null) return [given.text];
    bad(given, node, problem, reading);
    return [];
  });
}

const searchPath: NodeSpec = {
  name: "search-path",
  args: '"<directory>"…',
  meaning: "Names the directories in which every binary is looked up, in this order.",
  example: 'search-path "/usr/local/bin" "/usr/bin" "/bin"',
  readers: {
    config(node, draft, reading) {
      const directories = each(node, reading, "directory", entryProblem);
      draft.searchPath = once(reading, draft.searchPath, node, directories);
    },
  },
};

const agentMarker: NodeSpec = {
  name: "agent-marker",
  args: '"<NAME or glob>"…',
  meaning: "Names variables whose presence says that an agent, not a person, is calling.",
  example: 'agent-marker "MY_AGENT_*"',
  readers: {
    config(node, draft, reading) {
      draft.agentMarkers.push(...each(node, reading, "name", markerProblem));
    },
  },
};

const environmentMayChoose: NodeSpec = {
  name: "environment-may-choose",
  args: "#true|#false",
  meaning: "Says whether variables may move ward's directories and approve a project for one run.",
  example: "environment-may-choose #false",
  isTyped: true,
  readers: {
    config(node, draft, reading) {
      hasNoBlock(node, reading);
      if (!hasCount(node, reading, { min: 1, max: 1, what: "boolean" })) return;
      const [given] = node.arguments;
      if (typeof given?.value === "boolean") {
        draft.environmentMayChoose = once(reading, draft.environmentMayChoose, node, given.value);
        return;
      }
      const message = `"${node.name}" is #true or #false`;
      reading.report.error("bad-setting", given?.span ?? node.span, message, {
        hint: `write \`${node.name} #false\``,
      });
    },
  },
};

const auditKeep: NodeSpec = {
  name: "audit-keep",
  args: "<number>",
  meaning:
    "Says how many files of the trail are kept of those older than 30 days, 20 where it is left out; no younger one is dropped.",
  example: "audit-keep 20",
  isTyped: true,
  readers: {
    config(node, draft, reading) {
      hasNoBlock(node, reading);
      if (!hasCount(node, reading, { min: 1, max: 1, what: "number" })) return;
      const [given] = node.arguments;
      const value = given?.value;
      if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 1e6) {
        draft.auditKeep = once(reading, draft.auditKeep, node, value);
        return;
      }
      const message = `"${node.name}" is a whole number from 1 to 1000000`;
      reading.report.error("bad-setting", given?.span ?? node.span, message, {
        hint: "write `audit-keep 20`, without quotes",
      });
    },
  },
};

const auditSpace: NodeSpec = {
  name: "audit-space",
  args: '"<size>"',
  meaning: "Bounds the room that the trail may take; when it is full, runs are refused.",
  example: 'audit-space "2GiB"',
  readers: {
    config(node, draft, reading) {
      hasNoBlock(node, reading);
      if (!hasCount(node, reading, { min: 1, max: 1, what: "size" })) return;
      const [given] = texts(node);
      if (given === undefined) return;
      const bytes = readSize(given.text);
      if (bytes !== null) {
        draft.auditSpace = once(reading, draft.auditSpace, node, bytes);
        return;
      }
      const problem = `${quote(given.text)} is no size`;
      bad(
        given,
        node,
        problem,
        reading,
        'write a number and a unit: "512MiB" (B, KiB, MiB, GiB, TiB)',
      );
    },
  },
};

const auditRotate: NodeSpec = {
  name: "audit-rotate",
  args: "size|daily",
  meaning: "Says when the trail starts a new file: at 64 MiB, or each day as well.",
  example: "audit-rotate daily",
  readers: {
    config(node, draft, reading) {
      const said = choice(node, reading, ["size", "daily"]);
      if (said !== null) draft.auditRotate = once(reading, draft.auditRotate, node, said);
    },
  },
};

const shipTo: NodeSpec = {
  name: "ship-to",
  args: '"<url>"…',
  meaning:
    "Names where `wardctl audit ship` may send rows: syslog over tcp, udp or tls, OTLP, or a file.",
  example: 'ship-to "syslog://logs.internal:6514?transport=tls"',
  readers: {
    config(node, draft, reading) {
      draft.shipTo.push(...each(node, reading, "url", targetProblem));
    },
  },
};

/** A node that only the administrator's file may hold. */
function systemOnly(read: Reader<"config">): Reader<"config"> {
  return (node: KdlNode, draft: ConfigDraft, reading: Reading) => {
    if (draft.place === "system") {
      read(node, draft, reading);
      return;
    }
    const message = `"${node.name}" stands only in /etc/ward/config.kdl`;
    reading.report.error("misplaced-node", node.nameSpan, message, {
      hint: "remove it here; it binds all users, so the administrator sets it",
    });
  };
}

const auditDirectory: NodeSpec = {
  name: "audit-directory",
  args: '"<directory>"',
  meaning: "Puts everyone's trail into one directory; only in /etc/ward/config.kdl.",
  example: 'audit-directory "/var/log/ward"',
  readers: {
    config: systemOnly((node, draft, reading) => {
      hasNoBlock(node, reading);
      if (!hasCount(node, reading, { min: 1, max: 1, what: "directory" })) return;
      const [given] = texts(node);
      if (given === undefined) return;
      const problem = pathProblem(given.text);
      if (problem === null)
        draft.auditDirectory = once(reading, draft.auditDirectory, node, given.text);
      else bad(given, node, problem, reading);
    }),
  },
};

const directories: NodeSpec = {
  name: "directories",
  args: "fixed",
  meaning: "Keeps variables from moving anyone's directories; only in /etc/ward/config.kdl.",
  example: "directories fixed",
  readers: {
    config: systemOnly((node, draft, reading) => {
      const said = choice(node, reading, ["fixed"]);
      if (said !== null) draft.directories = once(reading, draft.directories, node, said);
    }),
  },
};

export const CONFIG_NODES: readonly NodeSpec[] = [
  searchPath,
  agentMarker,
  environmentMayChoose,
  auditKeep,
  auditSpace,
  auditRotate,
  shipTo,
  auditDirectory,
  directories,
];
