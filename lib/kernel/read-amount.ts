import type { LocaleRules } from "./locale.ts";
import { currencyExponent, decimalToMinor, minorToDecimal } from "./money.ts";

/** An amount as the value of a field: `1234,56`. */
export function amountField(rules: LocaleRules, amountMinor: bigint, currency: string): string {
  return minorToDecimal(amountMinor, currency).replace(".", rules.decimal);
}

/** Separators that people type between thousands. */
const GROUPS = /[\u0020\u00a0\u202f'’]/g;

/**
 * A typed amount in minor units, or why it is not one. It is read by the locale's own separators; a single other decimal
 * separator is accepted too (`12.50` in German) unless that makes two amounts of it: `1,234 KWD` is refused in English with
 * both, in `readings`.
 */
export function readAmount(
  rules: LocaleRules,
  text: string,
  currency: string,
): { minor: bigint; fault?: undefined } | { minor: null; fault: string; readings: bigint[] } {
  const readings = readingsOf(rules, text, currency);
  const [minor, second] = readings;
  if (minor === undefined) {
    return { minor: null, fault: `This is not an amount in ${currency}.`, readings };
  }
  if (second === undefined) return { minor };
  const [one, two] = readings.map((each) => amountField(rules, each, currency));
  const fault = `This can be ${one} or ${two} ${currency}. Enter one of the two.`;
  return { minor: null, fault, readings };
}

/** The amounts that a text can be, in minor units: none, one, or two. The locale's own reading comes first. */
export function readingsOf(rules: LocaleRules, text: string, currency: string): bigint[] {
  const { decimal } = rules;
  const other = decimal === "." ? "," : ".";
  const own = readBy(text.trim(), { decimal, group: other }, currency);
  const plain = decimalToMinor(text, currency);
  return [...new Set([own, plain])].filter((minor) => minor !== null);
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
