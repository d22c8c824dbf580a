import { isIP } from "node:net";

/** An address or a CIDR range as numbers. A v4-mapped v6 address becomes its v4 address. */
type Range = { bits: 32 | 128; value: bigint; prefix: number };

/** The first 96 bits of `::ffff:0:0/96`, the addresses of v4 callers on v6 sockets. */
const MAPPED_V4 = 0xffffn;
const MAPPED_BITS = 96;

/** The canonical spelling of an address or range, or its fault. Refuses a range with bits beyond its prefix: its author
 *  may have meant the address or the range. */
export function parseRange(text: string): { range: string } | { fault: string } {
  const range = readRange(text);
  if (!range) return { fault: "is not an IPv4 or IPv6 address or CIDR range" };
  const network = { ...range, value: networkOf(range) };
  if (network.value !== range.value) {
    return { fault: `has bits beyond its prefix; the range is ${spell(network)}` };
  }
  return { range: spell(range) };
}

/** Whether one of the ranges contains the address. v4 ranges contain v4 and v4-mapped v6 addresses, v6 ranges all other
 *  v6 addresses. False for an unknown address. */
export function isWithin(ranges: readonly string[], address: string | null): boolean {
  const caller = address === null ? null : readRange(address);
  if (!caller) return false;
  return ranges.some((text) => {
    const range = readRange(text);
    if (!range || range.bits !== caller.bits) return false;
    return networkOf({ ...caller, prefix: range.prefix }) === networkOf(range);
  });
}

/** The network by which a caller's attempts are counted: for a v6 address its /64, which usually belongs to one caller. */
export function networkOfCaller(address: string): string {
  const range = readRange(address);
  if (!range) return address;
  const network = { ...range, prefix: range.bits === 32 ? 32 : 64 };
  return spell({ ...network, value: networkOf(network) });
}

function networkOf({ bits, value, prefix }: Range): bigint {
  const free = BigInt(bits - prefix);
  return (value >> free) << free;
}

function readRange(text: string): Range | null {
  const [, address = "", length] = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0) return null;
  const bits = family === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  if (prefix > bits) return null;
  const value = family === 4 ? valueOfV4(address) : valueOfV6(address);
  const isMapped = bits === 128 && prefix >= MAPPED_BITS && value >> 32n === MAPPED_V4;
  if (!isMapped) return { bits, value, prefix };
  return { bits: 32, value: value & 0xffff_ffffn, prefix: prefix - MAPPED_BITS };
}

function valueOfV4(address: string): bigint {
  return address.split(".").reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function valueOfV6(address: string): bigint {
  const [head = [], tail] = compressed(address)
    .split("::")
    .map((side) => side.split(":").filter(Boolean));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(zeros).fill("0"), ...(tail ?? [])];
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

/** RFC 5952: lower case, the longest run of zeros as `::`, an embedded v4 address as two groups. */
function compressed(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function spell({ bits, value, prefix }: Range): string {
  const [size, separator, base] = bits === 32 ? [8, ".", 10] : [16, ":", 16];
  const parts = Array.from({ length: bits / size }, (_, i) =>
    ((value >> BigInt(bits - size * (i + 1))) & ((1n << BigInt(size)) - 1n)).toString(base),
  ).join(separator);
  const address = bits === 32 ? parts : compressed(parts);
  return prefix === bits ? address : `${address}/${prefix}`;
}
