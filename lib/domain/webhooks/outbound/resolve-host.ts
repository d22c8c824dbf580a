import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP, type LookupFunction } from "node:net";

/** At most half the deadline of an attempt. */
const RESOLVER_OPTIONS = { timeout: 2_000, tries: 2 };

/** Wait for IPv6 addresses once IPv4 ones are known. */
const SECOND_FAMILY_MS = 150;

/**
 * A `lookup` for `net.connect` that returns every address of a name. `getaddrinfo` blocks one of four
 * threads per name, so a slow name server would stop every delivery; this uses no thread. Queries the
 * system's name servers or `nameServers` (`address:port`).
 */
export function hostLookup(nameServers?: readonly string[]): LookupFunction {
  const resolver = new Resolver(RESOLVER_OPTIONS);
  if (nameServers) resolver.setServers(nameServers);
  return (hostname, options, callback) => {
    resolveHost(resolver, hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, addresses);
        else callback(null, first!.address, first!.family);
      },
      (error) => callback(error, "", 4),
    );
  };
}

/** All addresses of a name, IPv4 first. Rejects with the name server's error without any. */
async function resolveHost(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  if (hostname === "localhost" || hostname.endsWith(".localhost")) {
    return [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ];
  }
  const four = resolver.resolve4(hostname);
  const six = resolver.resolve6(hostname).catch(() => []);
  let failure: unknown;
  const ipv4 = await four.catch((error) => {
    failure = error;
    return [];
  });
  const ipv6 = ipv4.length > 0 ? await within(SECOND_FAMILY_MS, six, []) : await six;
  const found = [
    ...ipv4.map((address) => ({ address, family: 4 })),
    ...ipv6.map((address) => ({ address, family: 6 })),
  ];
  if (found.length > 0) return found;
  const local = await addressesInHostsFile(hostname);
  if (local.length > 0) return local;
  throw failure;
}

function within<T>(ms: number, promise: Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), ms);
    void promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

const PATH = process.platform === "win32" ? "C:/Windows/System32/drivers/etc/hosts" : "/etc/hosts";

/** Addresses of a name in this machine's hosts file. `getaddrinfo` would query the name servers again and
 *  block a thread until they answer. */
async function addressesInHostsFile(
  hostname: string,
  path: string = PATH,
): Promise<LookupAddress[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  const wanted = hostname.toLowerCase().replace(/\.$/, "");
  return text.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    const family = isIP(address);
    const isIt = names.some((name) => name.toLowerCase() === wanted);
    return family !== 0 && isIt ? [{ address, family }] : [];
  });
}
