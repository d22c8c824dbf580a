import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";

/** `getaddrinfo` blocks one of four threads per name, so slow name servers would stop every
 *  delivery. This resolver has no threads. */
const resolver = new Resolver({ timeout: 2_000, tries: 2 });

/** How long IPv6 addresses may be waited for once IPv4 ones are known. */
const SECOND_FAMILY_MS = 150;

/** Every address of a host name, as `net.connect` wants them. */
export const lookupHost: LookupFunction = (hostname, options, callback) => {
  resolveHost(hostname).then(
    (addresses) => {
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first!.address, first!.family);
    },
    (error) => callback(error, "", 4),
  );
};

/** All addresses of a name, IPv4 first. Rejects with the name server's error when there is none. */
export async function resolveHost(hostname: string): Promise<LookupAddress[]> {
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
  if (codeOf(failure) === "ETIMEOUT") throw failure;
  // Names from the hosts file, which only the system knows; a quick answer either way.
  return await new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    );
  });
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
