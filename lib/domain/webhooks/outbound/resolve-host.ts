import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { addressesInHostsFile } from "./hosts-file.ts";

/** Half the deadline of an attempt at most. */
const PATIENCE = { timeout: 2_000, tries: 2 };

/** How long IPv6 addresses may be waited for once IPv4 ones are known. */
const SECOND_FAMILY_MS = 150;

/**
 * Finds every address of a host name, as `net.connect` wants them. `getaddrinfo` blocks one of four
 * threads per name, so slow name servers would stop every delivery. This has no threads. It asks the
 * system's name servers, or `nameServers` (`address:port`).
 */
export function hostLookup(nameServers?: readonly string[]): LookupFunction {
  const resolver = new Resolver(PATIENCE);
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

/** All addresses of a name, IPv4 first. Rejects with the name server's error when there is none. */
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
