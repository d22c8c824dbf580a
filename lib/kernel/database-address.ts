// Addresses of PostgreSQL: `postgres://user:password@host:port/database?…`, where several hosts may stand, separated by
// commas.

/** One server of an address. */
export type DatabaseServer = {
  /** `host:port`, for operators. */
  name: string;
  /** The address with this server alone. */
  url: string;
};

export type DatabaseAddress = {
  /** In the order of the address; at least one. */
  servers: readonly DatabaseServer[];
  /** Whether the server that accepts writes is to be found among them. */
  searches: boolean;
};

/** Use of an address: writing, or reading from standbys. */
export type DatabaseUse = "write" | "read";

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(\?[^#]*)?$/;
const HOST = /^(?:\[[0-9a-f:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/i;
const WANTED = "target_session_attrs";
const WANTS: Readonly<Record<DatabaseUse, readonly string[]>> = {
  write: ["read-write", "primary"],
  read: ["standby", "prefer-standby", "read-only", "any"],
};
const DEFAULT_PORT = "5432";
const LAST_PORT = 65_535;

/** Settings of an address that name a host, which several hosts contradict. */
const OTHER_HOSTS = ["host", "hostaddr", "port"];

/** Reads an address; a text says what it must be, without anything of the address. */
export function readDatabaseAddress(text: string, use: DatabaseUse): DatabaseAddress | string {
  const parts = PARTS.exec(text);
  if (!parts) return "must be an address beginning with postgres:// or postgresql://";
  const [, before = "", authority = "", path = "", search = ""] = parts;
  const settings = new URLSearchParams(search);
  const wanted = settings.get(WANTED);
  if (wanted !== null && !WANTS[use].includes(wanted)) {
    const should = WANTS[use].join(" or ");
    return `must have ${WANTED}=${should}, or none: it is for ${use === "write" ? "writes" : "reads from standbys"}`;
  }
  const hosts = authority.split(",");
  if (hosts.length > 1 && OTHER_HOSTS.some((name) => settings.has(name))) {
    return "must not have host, hostaddr or port as parameters beside several hosts";
  }
  settings.delete(WANTED);
  const after = wanted === null ? search : settings.size > 0 ? `?${settings}` : "";
  const servers = hosts.map((host) => ({
    name: nameOf(host, settings),
    url: `${before}${host}${path}${after}`,
  }));
  const problem = hosts.length > 1 ? problemOf(hosts, servers) : null;
  if (problem) return problem;
  if (!servers.every(({ url }) => URL.canParse(url))) {
    return "must be an address such as postgres://user:password@host:5432/database, with special characters as %40";
  }
  return { servers, searches: servers.length > 1 || wanted !== null };
}

function problemOf(hosts: readonly string[], servers: readonly DatabaseServer[]): string | null {
  const fits = (host: string) => {
    const found = HOST.exec(host);
    const port = Number(found?.[1] ?? DEFAULT_PORT);
    return found !== null && port > 0 && port <= LAST_PORT;
  };
  if (!hosts.every(fits)) {
    return "must list its hosts as host:port,host:port, each with a port from 1 to 65535 or none";
  }
  const names = new Set(servers.map(({ name }) => name));
  return names.size < servers.length ? "must not name a server twice" : null;
}

function nameOf(host: string, settings: URLSearchParams): string {
  if (host === "") return settings.get("host") ?? "the local server";
  return /:\d+$/.test(host.replace(/^\[.*\]/, "")) ? host : `${host}:${DEFAULT_PORT}`;
}
