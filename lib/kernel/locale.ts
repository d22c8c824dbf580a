import { minorToDecimal } from "./money.ts";

/** How a locale writes numbers and dates. Ours rather than the runtime's, because server and browser must render the same
 *  text; a test compares them with `Intl`. */
export type LocaleRules = {
  decimal: "." | ",";
  group: string;
  /** Digits before the first separator from which numbers are grouped: `1234` but `12.345` with 2. */
  fewestGrouped: 1 | 2;
  order: "dmy" | "mdy" | "ymd";
  /** Hours from 1 to 12 with AM and PM. */
  hasHalfDays: boolean;
  /** 1: Monday, 7: Sunday. */
  firstDay: 1 | 7;
};

/** Those of `en-GB`, the default. */
export const DEFAULT_RULES: LocaleRules = {
  ...{ decimal: ".", group: ",", fewestGrouped: 1 },
  ...{ order: "dmy", hasHalfDays: false, firstDay: 1 },
};
/** A plain decimal number, such as `-1234.50`, as a locale writes it: `−1.234,50`. */
export function decimalIn({ decimal, group, fewestGrouped }: LocaleRules, plain: string): string {
  const [whole = "0", fraction] = plain.replace("-", "").split(".");
  const isGrouped = whole.length >= 3 + fewestGrouped;
  const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
  const sign = plain.startsWith("-") ? "−" : "";
  return `${sign}${grouped}${fraction === undefined ? "" : `${decimal}${fraction}`}`;
}

/** As `formatMinor`, in a locale: `−1.234,56 EUR`. */
export function formatMinorIn(rules: LocaleRules, amountMinor: bigint, currency: string): string {
  return `${decimalIn(rules, minorToDecimal(amountMinor, currency))} ${currency}`;
}
