import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether an IP address is in a list. An IPv4 address in its mapped form, as a socket of both families reports
 *  it, is checked as the IPv4 address; a name is in no list. */
export function isListed(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 6 ? "ipv6" : "ipv4");
}

/** Whether a host name or address, in brackets or not, is this very machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || isListed(loopback, host.replace(/^\[(.*)\]$/, "$1"));
}

/** What tells who can reach an installation. */
export type Reach = {
  host: string;
  tls: object | null;
  trustedProxy: readonly string[];
  /** Origin of its own links. */
  publicUrl: string;
};

/**
 * Whether others than the users of this machine may reach an installation. Only one that listens on loopback,
 * without TLS and without a proxy, and whose own links lead to this machine over plain HTTP, is not exposed.
 * What is published on purpose for trying Paydesk out (the demo's password) is for those alone.
 */
export function isExposed({ host, tls, trustedProxy, publicUrl }: Reach): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const linksHere = protocol === "http:" && isLoopback(hostname);
  return tls !== null || trustedProxy.length > 0 || !isLoopback(host) || !linksHere;
}
