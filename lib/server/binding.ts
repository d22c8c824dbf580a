import { BlockList, isIP } from "node:net";
import { isExposed, isListed, isLoopback, type Reach } from "#lib/kernel/exposure.ts";

/** Whether an address belongs to a declared proxy. */
export function proxyMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isListed(list, address);
}

const REMEDY = [
  "Set TLS_CERT and TLS_KEY to PEM files, or name the proxy that ends TLS in TRUSTED_PROXY",
  "(127.0.0.1 for a proxy or tunnel on this machine),",
];

/** Why the server must not listen on its configured address, or null if it may. A plain HTTP request from outside is
 * refused (decisions §1), so without TLS nothing outside may reach the port. */
export function refuseToBind(reach: Reach): string | null {
  const { host, tls, trustedProxy, publicUrl } = reach;
  if (tls || trustedProxy.length > 0 || !isExposed(reach)) return null;
  const [setting, remedy] = isLoopback(host)
    ? [`PUBLIC_URL is ${publicUrl}`, "or leave PUBLIC_URL out to use Paydesk on this machine only."]
    : [`HOST is ${host}`, "or leave HOST at 127.0.0.1."];
  return [`${setting}, which others can reach, but TLS is not configured.`, ...REMEDY, remedy].join(
    "\n",
  );
}
