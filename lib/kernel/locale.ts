import { currencyExponent, decimalToMinor, minorToDecimal } from "./money.ts";
import type { Locale } from "./vocabulary/locales.ts";

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

const NBSP = "\u00a0";
const ENGLISH: LocaleRules = {
  ...{ decimal: ".", group: ",", fewestGrouped: 1 },
  ...{ order: "dmy", hasHalfDays: false, firstDay: 1 },
};
const COMMA: LocaleRules = { ...ENGLISH, decimal: ",", group: "." };
const SPACED: LocaleRules = { ...COMMA, group: NBSP };

const RULES: Readonly<Record<Locale, LocaleRules>> = {
  "en-GB": ENGLISH,
  "en-US": { ...ENGLISH, order: "mdy", hasHalfDays: true, firstDay: 7 },
  "cs-CZ": SPACED,
  "da-DK": COMMA,
  "de-AT": SPACED,
  "de-CH": { ...ENGLISH, group: "’" },
  "de-DE": COMMA,
  "es-ES": { ...COMMA, fewestGrouped: 2 },
  "fi-FI": SPACED,
  "fr-FR": { ...COMMA, group: "\u202f" },
  "it-IT": { ...COMMA, fewestGrouped: 2 },
  "nb-NO": SPACED,
  "nl-NL": COMMA,
  "pl-PL": { ...SPACED, fewestGrouped: 2 },
  "pt-PT": { ...SPACED, fewestGrouped: 2, firstDay: 7 },
  "sv-SE": { ...SPACED, order: "ymd" },
};

export const localeRules = (locale: Locale): LocaleRules => RULES[locale];

/** A plain decimal number, such as `-1234.50`, as a locale writes it: `−1.234,50`. */
export function decimalIn(locale: Locale, plain: string): string {
  const { decimal, group, fewestGrouped } = RULES[locale];
  const [whole = "0", fraction] = plain.replace("-", "").split(".");
  const isGrouped = whole.length >= 3 + fewestGrouped;
  const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
  const sign = plain.startsWith("-") ? "−" : "";
  return `${sign}${grouped}${fraction === undefined ? "" : `${decimal}${fraction}`}`;
}

/** As `formatMinor`, in a locale: `−1.234,56 EUR`. */
export function formatMinorIn(locale: Locale, amountMinor: bigint, currency: string): string {
  return `${decimalIn(locale, minorToDecimal(amountMinor, currency))} ${currency}`;
}

/** An amount as the value of a field: `1234,56`. */
export function amountField(locale: Locale, amountMinor: bigint, currency: string): string {
  return minorToDecimal(amountMinor, currency).replace(".", RULES[locale].decimal);
}

/** What people type between thousands. */
const GROUPS = /[\u0020\u00a0\u202f'’]/g;

/**
 * A typed amount in minor units, or why it is not one. It is read by the locale's own separators; a single other decimal
 * separator is accepted too (`12.50` in German) unless that makes two amounts of it: `1,234 KWD` is refused in English.
 */
export function readAmount(
  locale: Locale,
  text: string,
  currency: string,
): { minor: bigint; fault?: undefined } | { minor: null; fault: string } {
  const { decimal } = RULES[locale];
  const other = decimal === "." ? "," : ".";
  const own = readBy(text.trim(), { decimal, group: other }, currency);
  const plain = decimalToMinor(text, currency);
  const minor = own ?? plain;
  if (minor === null) return { minor, fault: `This is not an amount in ${currency}.` };
  if (plain === null || plain === minor) return { minor };
  const [one, two] = [minor, plain].map((each) => amountField(locale, each, currency));
  return { minor: null, fault: `This can be ${one} or ${two} ${currency}. Enter one of the two.` };
}

/** Null unless every group has three digits, and there is one kind of separator between thousands. */
function readBy(
  text: string,
  { decimal, group }: { decimal: string; group: string },
  currency: string,
): bigint | null {
  const [whole = "", fraction, ...rest] = text.split(decimal);
  if (rest.length > 0) return null;
  const unified = whole.replace(GROUPS, " ");
  const parts = unified.includes(" ") ? unified.split(" ") : unified.split(group);
  const [first = "", ...thousands] = parts;
  const isWhole = /^\d+$/.test(first) && (thousands.length === 0 || first.length <= 3);
  if (!isWhole || thousands.some((part) => !/^\d{3}$/.test(part))) return null;
  if (fraction !== undefined && currencyExponent(currency) === 0) return null;
  const figure = fraction === undefined ? parts.join("") : `${parts.join("")}.${fraction}`;
  return decimalToMinor(figure, currency);
}
