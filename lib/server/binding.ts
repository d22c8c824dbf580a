import { BlockList, isIP } from "node:net";
import type { Settings } from "#lib/kernel/env.ts";

type Binding = Pick<Settings, "host" | "tls" | "trustedProxy">;

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function contains(list: BlockList, address: string): boolean {
  // The mapped form of an IPv4 address, as a socket of both families reports it.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 6 ? "ipv6" : "ipv4");
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || contains(loopback, host);
}

/** Whether an address belongs to a declared proxy. */
export function proxyMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => contains(list, address);
}

/** Why the server must not listen as it is told to, or null when it may (decisions §1: a plain
 *  HTTP request from outside is refused, so without TLS nothing outside may reach the port). */
export function refuseToBind({ host, tls, trustedProxy }: Binding): string | null {
  if (tls || isLoopback(host) || trustedProxy.length > 0) return null;
  return [
    `HOST is ${host}, which others can reach, but there is no TLS.`,
    "Set TLS_CERT and TLS_KEY to PEM files, or name the proxy that ends TLS in TRUSTED_PROXY,",
    "or leave HOST at 127.0.0.1.",
  ].join("\n");
}
