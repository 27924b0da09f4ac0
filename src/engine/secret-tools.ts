// What some tools take as a secret although no name says so: data for the reading of flags.
// Sources: each tool's manual page or `--help`.

export interface ToolSecrets {
  /** Flags whose value is a secret. */
  readonly flags?: readonly string[];
  /** A word of the call → flags whose value is a secret there. */
  readonly behind?: Readonly<Record<string, readonly string[]>>;
  /** Flags whose value is a name, a sign and the secret → the sign. */
  readonly pairs?: Readonly<Record<string, string>>;
  /** A word of the call → flags whose value is a name, `=` and the secret there. */
  readonly pairsBehind?: Readonly<Record<string, readonly string[]>>;
}

const LOGIN = { behind: { login: ["-p"] } };
const DATABASE = { flags: ["-p"] };
const DIRECTORY = { flags: ["-w"] };
const ARCHIVE = { flags: ["-p"] };
const SQL_SERVER = { flags: ["-P"] };
const CLUSTER = { pairsBehind: { secret: ["--from-literal"] } };
const SAMBA = { pairs: { "-U": "%", "--user": "%" } };
const HTTP = { pairs: { "-a": ":", "--auth": ":" } };

const TOOLS: Readonly<Record<string, ToolSecrets>> = {
  curl: {
    pairs: {
      ...{ "-u": ":", "--user": ":", "-U": ":", "--proxy-user": ":" },
      ...{ "-E": ":", "--cert": ":", "--proxy-cert": ":" },
    },
  },
  ...{ http: HTTP, https: HTTP, xh: HTTP, smbclient: SAMBA, rpcclient: SAMBA },
  lftp: { pairs: { "-u": "," } },
  ...{ sshpass: DATABASE, ncftp: DATABASE, ncftpget: DATABASE, ncftpput: DATABASE },
  ...{ mongo: DATABASE, mongosh: DATABASE, mongodump: DATABASE, mongorestore: DATABASE },
  ...{ mongoexport: DATABASE, mongoimport: DATABASE, twine: DATABASE },
  ...{ sqlcmd: SQL_SERVER, bcp: SQL_SERVER },
  "redis-cli": { flags: ["-a"] },
  ...{ ldapsearch: DIRECTORY, ldapadd: DIRECTORY, ldapmodify: DIRECTORY, ldapdelete: DIRECTORY },
  ...{ ldappasswd: DIRECTORY, ldapwhoami: DIRECTORY },
  openssl: { flags: ["-pass", "-passin", "-passout", "-k", "-K", "-hmac"] },
  "ssh-keygen": { flags: ["-N", "-P"] },
  ...{ zip: { flags: ["-P"] }, unzip: { flags: ["-P"] } },
  ...{ "7z": ARCHIVE, "7za": ARCHIVE, "7zr": ARCHIVE },
  ...{ docker: LOGIN, podman: LOGIN, nerdctl: LOGIN, skopeo: LOGIN, buildah: LOGIN, oras: LOGIN },
  ...{ crane: LOGIN, helm: LOGIN, az: LOGIN },
  gh: { behind: { secret: ["-b", "--body"] } },
  ...{ kubectl: CLUSTER, oc: CLUSTER },
};

/** @param bin base name of a binary */
export function toolSecrets(bin: string): ToolSecrets | null {
  // mysql, mysqldump, mysqladmin, mariadb-dump and all others of that house.
  if (/^(?:mysql|mariadb)/.test(bin)) return DATABASE;
  return Object.hasOwn(TOOLS, bin) ? (TOOLS[bin] ?? null) : null;
}
