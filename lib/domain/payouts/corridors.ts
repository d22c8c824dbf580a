import type { PayoutRail } from "#lib/kernel/vocabulary/payouts.ts";

/** The format of accounts without IBAN: a sort code, if any, and an account number. */
export type AccountFormat = {
  country: string;
  sortCode: { pattern: RegExp; label: string } | null;
  accountNumber: { pattern: RegExp; label: string };
};

/** How payouts in a currency are sent, and to which accounts. */
export type Corridor = {
  /** The first is the default. */
  rails: readonly PayoutRail[];
  /** Countries whose IBANs can be paid. */
  ibans: "sepa" | readonly string[];
  account: AccountFormat | null;
  /** The maximum amount of one payout, in minor units. */
  maxAmountMinor: bigint;
  /** The number of characters that reach the beneficiary's statement. */
  maxReference: number;
};

export const CORRIDORS: Readonly<Record<string, Corridor>> = {
  EUR: {
    rails: ["sepa_instant", "sepa_credit"],
    ibans: "sepa",
    account: null,
    maxAmountMinor: 99_999_999_999n,
    maxReference: 140,
  },
  GBP: {
    rails: ["faster_payments"],
    ibans: ["GB"],
    account: {
      country: "GB",
      sortCode: { pattern: /^\d{6}$/, label: "A sort code has 6 digits, such as 10-88-00." },
      accountNumber: { pattern: /^\d{8}$/, label: "A UK account number has 8 digits." },
    },
    maxAmountMinor: 100_000_000n,
    maxReference: 18,
  },
  AUD: {
    rails: ["npp"],
    ibans: [],
    account: {
      country: "AU",
      sortCode: { pattern: /^\d{6}$/, label: "A BSB has 6 digits, such as 062-000." },
      accountNumber: {
        pattern: /^\d{5,9}$/,
        label: "An Australian account number has 5 to 9 digits.",
      },
    },
    maxAmountMinor: 99_999_999_999n,
    maxReference: 280,
  },
  CAD: {
    rails: ["eft"],
    ibans: [],
    account: {
      country: "CA",
      sortCode: {
        pattern: /^0\d{8}$/,
        label: "Give a 0, the 3 digits of the institution and the 5 of the branch: 9 digits.",
      },
      accountNumber: {
        pattern: /^\d{7,12}$/,
        label: "A Canadian account number has 7 to 12 digits.",
      },
    },
    maxAmountMinor: 9_999_999_999n,
    maxReference: 15,
  },
  NZD: {
    rails: ["direct_credit"],
    ibans: [],
    account: {
      country: "NZ",
      sortCode: {
        pattern: /^\d{6}$/,
        label: "Give the 2 digits of the bank and the 4 of the branch.",
      },
      accountNumber: {
        pattern: /^\d{9,10}$/,
        label: "A New Zealand account number has 7 digits and a suffix of 2 or 3.",
      },
    },
    maxAmountMinor: 9_999_999_999n,
    maxReference: 12,
  },
};

/** All payout currencies. */
export const PAYOUT_CURRENCIES: readonly string[] = Object.keys(CORRIDORS);

export function corridorOf(currency: string): Corridor | null {
  return Object.hasOwn(CORRIDORS, currency) ? (CORRIDORS[currency] ?? null) : null;
}
