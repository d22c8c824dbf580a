import type { ExemptionOutcome } from "../rail.ts";

/** About how many minor units of a currency make a hundred euros; enough for a sandbox. */
const HUNDRED_EUROS: Record<string, bigint> = {
  EUR: 10_000n,
  GBP: 8_500n,
  AUD: 17_000n,
  CAD: 15_000n,
  NZD: 18_500n,
  USD: 11_000n,
  CHF: 9_500n,
  DKK: 75_000n,
  NOK: 115_000n,
  SEK: 115_000n,
  PLN: 43_000n,
  CZK: 250_000n,
  RON: 50_000n,
  HUF: 4_000_000n,
};

/** Ceilings of the regulatory technical standards (EU) 2018/389, in euros. */
const CEILING_EUROS: Record<string, bigint | null> = {
  low_value: 30n,
  transaction_risk_analysis: 500n,
  trusted_beneficiary: null,
};

/** Whether the sandbox's issuer grants a requested exemption; null when none was requested. */
export function exemptionOutcome(
  exemption: string | null,
  amountMinor: bigint,
  currency: string,
): ExemptionOutcome | null {
  if (exemption === null) return null;
  const ceiling = CEILING_EUROS[exemption];
  if (ceiling === undefined) return "rejected";
  if (ceiling === null) return "accepted";
  const hundred = HUNDRED_EUROS[currency];
  if (hundred === undefined) return "rejected";
  return amountMinor * 100n <= ceiling * hundred ? "accepted" : "rejected";
}
