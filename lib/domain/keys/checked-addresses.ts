import { parseRange } from "#lib/kernel/address-ranges.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { KeyKind } from "./types.ts";

const MAX_ADDRESSES = 50;

/**
 * The addresses and CIDR ranges that a key may be used from, each once; null: from anywhere. Throws `parameter_invalid`
 * (`addresses`) on a malformed entry, an empty list or more than 50 entries, and for a publishable key.
 */
export function checkedAddresses({
  kind,
  addresses,
}: {
  kind: KeyKind;
  addresses?: readonly string[] | null;
}): string[] | null {
  if (!addresses) return null;
  if (kind === "publishable") {
    throw invalid(
      "addresses",
      "A publishable key has no list of addresses: payers' browsers use it.",
    );
  }
  if (addresses.length === 0) throw invalid("addresses", "Name at least one address, or no list.");
  if (addresses.length > MAX_ADDRESSES) {
    throw invalid("addresses", `A key may have at most ${MAX_ADDRESSES} addresses and ranges.`);
  }
  const ranges = addresses.map((entry) => {
    const text = entry.trim();
    const parsed = parseRange(text);
    if ("range" in parsed) return parsed.range;
    throw invalid("addresses", `"${text.slice(0, 60)}" ${parsed.fault}.`);
  });
  return [...new Set(ranges)];
}
