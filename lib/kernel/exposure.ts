import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether an IP address is in a list. Checks an IPv4-mapped address, as a dual-stack socket reports it, as IPv4. False
 *  for a name. */
export function isListed(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 6 ? "ipv6" : "ipv4");
}

/** Whether a host name or address, with or without brackets, is this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || isListed(loopback, host.replace(/^\[(.*)\]$/, "$1"));
}

/** The settings that decide who can reach an installation. */
export type Reach = {
  host: string;
  tls: object | null;
  trustedProxy: readonly string[];
  /** Origin of its own links. */
  publicUrl: string;
};

/**
 * Whether anyone but the users of this machine may reach an installation. It is not exposed only if it listens on
 * loopback, without TLS and proxy, and its links lead to this machine over plain HTTP. The demo with its published
 * password exists only then.
 */
export function isExposed({ host, tls, trustedProxy, publicUrl }: Reach): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const linksHere = protocol === "http:" && isLoopback(hostname);
  return tls !== null || trustedProxy.length > 0 || !isLoopback(host) || !linksHere;
}
