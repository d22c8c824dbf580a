import { BlockList, isIP } from "node:net";

type Family = "ipv4" | "ipv6";
type Subnet = readonly [network: string, bits: number, family: Family];

/** Private networks: allowed in test mode on a developer's machine. */
const PRIVATE: readonly Subnet[] = [
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["::1", 128, "ipv6"],
  ["fc00::", 7, "ipv6"],
];

/** Always forbidden: cloud metadata, this host, networks for documentation and protocols, multicast, and IPv6
 *  forms that would carry an IPv4 address past these rules (6to4, Teredo). IPv4-mapped addresses need no
 *  rule: `BlockList` checks them as IPv4. */
const NEVER: readonly Subnet[] = [
  ["0.0.0.0", 8, "ipv4"],
  ["100.100.100.200", 32, "ipv4"],
  ["168.63.129.16", 32, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.0.2.0", 24, "ipv4"],
  ["192.88.99.0", 24, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["198.51.100.0", 24, "ipv4"],
  ["203.0.113.0", 24, "ipv4"],
  ["224.0.0.0", 4, "ipv4"],
  ["240.0.0.0", 4, "ipv4"],
  ["::", 128, "ipv6"],
  ["2001::", 23, "ipv6"],
  ["2001:db8::", 32, "ipv6"],
  ["2002::", 16, "ipv6"],
  ["3fff::", 20, "ipv6"],
  ["fd00:c1::a9fe:a9fe", 128, "ipv6"],
  ["fd00:ec2::", 32, "ipv6"],
  ["fd20:ce::254", 128, "ipv6"],
];

/** IPv6 outside 2000::/3 (the public internet), except `PRIVATE` and IPv4-mapped addresses: NAT64,
 *  IPv4-translated and IPv4-compatible addresses, link-local, segment routing, future assignments. */
const NOT_GLOBAL: readonly (readonly [first: string, last: string])[] = [
  ["::2", "::fffe:ffff:ffff"],
  ["::1:0:0:0", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fe00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
];

function blockListOf(subnets: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [network, bits, family] of subnets) list.addSubnet(network, bits, family);
  for (const [first, last] of NOT_GLOBAL) list.addRange(first, last, "ipv6");
  return list;
}

const withoutPrivate = blockListOf([...NEVER, ...PRIVATE]);
const withPrivate = blockListOf(NEVER);

/** Addresses that a webhook must not reach. */
export function forbiddenAddresses({ allowPrivate }: { allowPrivate: boolean }): BlockList {
  return allowPrivate ? withPrivate : withoutPrivate;
}

export function isForbiddenAddress(address: string, rules: { allowPrivate: boolean }): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return forbiddenAddresses(rules).check(address, family === 6 ? "ipv6" : "ipv4");
}
