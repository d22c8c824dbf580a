import { isCurrency } from "#lib/kernel/currencies.ts";
import { type ApiError, invalid } from "#lib/kernel/errors.ts";
import { ibanFault, plainIban } from "#lib/kernel/iban.ts";
import { excerpt } from "#lib/kernel/log.ts";
import { currencyExponent } from "#lib/kernel/money.ts";
import { isDay } from "#lib/kernel/period.ts";
import type { DateFormat } from "#lib/kernel/vocabulary/bank-statements.ts";
import { MAX_LINES, MAX_STATEMENTS } from "./types.ts";

/** The error of a field on a line of the file. */
export function faultAt(line: number, field: string, message: string): ApiError {
  return invalid("file", `Line ${line}, ${field}: ${message}`);
}

export const shown = (text: string) => `“${excerpt(text, 40)}”`;

const MOST_DIGITS = 15;

/** An unsigned decimal with the decimal sign `decimal`, as minor units. Accepts zeros beyond the currency's minor unit,
 *  and a missing fraction after the sign. Null for anything else. */
export function readUnsigned(text: string, decimal: "." | ",", currency: string): bigint | null {
  const [whole = "", fraction = "", ...rest] = text.split(decimal);
  if (rest.length > 0 || !/^\d+$/.test(whole) || !/^\d*$/.test(fraction)) return null;
  const exponent = currencyExponent(currency);
  const minor = fraction.slice(0, exponent).padEnd(exponent, "0");
  if (/[1-9]/.test(fraction.slice(exponent))) return null;
  const digits = (whole + minor).replace(/^0+(?=\d)/, "");
  return digits.length > MOST_DIGITS ? null : BigInt(digits);
}

/** The same for people's files: with a sign, brackets for debits, and grouping by the other sign, spaces or
 *  apostrophes. */
export function readSigned(text: string, decimal: "." | ",", currency: string): bigint | null {
  const plain = text.replace(/[\u2212\u2013]/g, "-").trim();
  const bracketed = /^\((.*)\)$/.exec(plain);
  const [, before = "", figure = "", after = ""] =
    /^([+-]?)\s*(\d.*?)\s*([+-]?)$/.exec(bracketed?.[1] ?? plain) ?? [];
  if (figure === "" || (before && after) || (bracketed && (before || after))) return null;
  const ungrouped = withoutGroups(figure, decimal);
  const minor = ungrouped === null ? null : readUnsigned(ungrouped, decimal, currency);
  if (minor === null) return null;
  return bracketed || before === "-" || after === "-" ? -minor : minor;
}

function withoutGroups(figure: string, decimal: "." | ","): string | null {
  const at = figure.indexOf(decimal);
  const whole = at < 0 ? figure : figure.slice(0, at);
  if (/^\d+$/.test(whole)) return figure;
  // No thousands follow a zero: `0.250` is not 250 where the comma is the decimal sign.
  if (whole.startsWith("0")) return null;
  const groups = decimal === "," ? /^\d{1,3}(?:([.' \u00a0\u202f])\d{3})(?:\1\d{3})*$/ : GROUPS;
  if (!groups.test(whole)) return null;
  return whole.replace(/\D/g, "") + (at < 0 ? "" : figure.slice(at));
}

const GROUPS = /^\d{1,3}(?:([,' \u00a0\u202f])\d{3})(?:\1\d{3})*$/;

const PARTS: Readonly<Record<DateFormat, RegExp>> = {
  "YYYY-MM-DD": /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)(?:[T ].*)?$/,
  "DD.MM.YYYY": /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})$/,
  "DD.MM.YY": /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d\d)$/,
  "DD/MM/YYYY": /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4})$/,
  "MM/DD/YYYY": /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})$/,
  "DD-MM-YYYY": /^(?<d>\d{1,2})-(?<m>\d{1,2})-(?<y>\d{4})$/,
  YYYYMMDD: /^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)$/,
};

/** The day (`YYYY-MM-DD`) that a text names in a format; null if it names none. */
export function readDay(text: string, format: DateFormat): string | null {
  const { y = "", m = "", d = "" } = PARTS[format].exec(text.trim())?.groups ?? {};
  const year = y.length === 2 ? `20${y}` : y;
  const day = `${year}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`;
  return isDay(day) ? day : null;
}

/** Text as it can be stored and shown: on one line, without control characters, at most `most` characters. */
export function cleaned(text: string, most: number): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, most)
    .toWellFormed();
}

export const MOST_TEXT = 500;
export const MOST_NAME = 140;
export const MOST_REFERENCE = 64;
const MOST_REFERENCES = 1_000;

/** Values that stand for "no reference". */
const NO_REFERENCE = /^(?:NONREF|NOTPROVIDED|NOT PROVIDED|N\/?A|NONE|[EPK]REF\+?|0+|-+)$/i;

export function referenceOf(text: string | null | undefined): string | null {
  const plain = cleaned(text ?? "", MOST_REFERENCE);
  return plain === "" || NO_REFERENCE.test(plain) ? null : plain;
}

/** The references among some texts, each once. */
export function referencesOf(texts: readonly (string | null | undefined)[]): string[] {
  const found = texts.map(referenceOf).filter((text) => text !== null);
  return [...new Set(found)].slice(0, MOST_REFERENCES);
}

const MOST_ACCOUNT = 40;

/** An account's identification without spaces: an IBAN, or another number of a bank. Banks append the currency to either.
 *  Null if there is none. */
export function accountOf(text: string): string | null {
  const plain = plainIban(cleaned(text, 2 * MOST_ACCOUNT));
  const bare = plain.replace(/[A-Z]{3}$/, "");
  if (ibanFault(plain) !== null && isCurrency(plain.slice(-3)) && bare !== "") {
    if (ibanFault(bare) === null || /\d$/.test(bare)) return bare;
  }
  return plain === "" || plain.length > MOST_ACCOUNT ? null : plain;
}

export function tooManyLines(): ApiError {
  const most = MAX_LINES.toLocaleString("en-US");
  return invalid("file", `A file can have at most ${most} lines. Split it by days.`);
}

export function tooManyStatements(): ApiError {
  return invalid("file", `A file can have at most ${MAX_STATEMENTS} statements. Split it.`);
}

/** Days sort as text. */
export const earliest = (days: readonly string[]) => days.toSorted()[0]!;
export const latest = (days: readonly string[]) => days.toSorted().at(-1)!;
