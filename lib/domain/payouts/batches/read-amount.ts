import type { Faults } from "../instruction.ts";

/** More than any corridor carries: sums of a whole batch stay exact. */
export const MOST_MINOR = 99_999_999_999n;

/** An amount in minor units, as a number or its digits; a fault, and null, for everything else. */
export function readAmount(given: unknown, faults: Faults): bigint | null {
  if (given === undefined || given === null || given === "") return null;
  if (typeof given === "number" && Number.isSafeInteger(given))
    return bounded(BigInt(given), faults);
  if (typeof given === "string" && /^\d{1,20}$/.test(given.trim())) {
    return bounded(BigInt(given.trim()), faults);
  }
  const label = "An amount is a whole number of minor units: 12.50 EUR is 1250.";
  return faults.note("amount_invalid", "amountMinor", label);
}

export function bounded(amountMinor: bigint, faults: Faults): bigint | null {
  if (amountMinor <= MOST_MINOR) return amountMinor;
  return faults.note("amount_invalid", "amountMinor", "No rail carries so much at once.");
}
