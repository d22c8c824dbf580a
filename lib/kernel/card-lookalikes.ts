/** Texts with long runs of digits that are not card numbers. */

import { passesGtin } from "./check-digits.ts";
import { ibanFault, ibanLength, isCreditorReference } from "./iban.ts";

/** Groups of digits with only a few signs and no letter between them: the start of each in the text and in `digits`, and
 *  its length. */
export type Run = { digits: string; starts: number[]; offsets: number[]; sizes: number[] };

const HASH = [24, 32, 40, 48, 56, 64, 96, 128].map((length) => `[\\da-f]{${length}}`).join("|");
const GROUP = "[\\da-f]{1,4}";

const alone = (...patterns: string[]) =>
  `(?<![\\p{L}\\p{N}])(?:${patterns.join("|")})(?![\\p{L}\\p{N}])`;

/** UUIDs, also next to letters; hashes, ids of documents and blockchain addresses; our ids; `traceparent`; fingerprints in
 *  octets; IPv6 addresses. The digits of one number can be in none of them: letters or groups are in the way. */
const IDENTIFIERS = new RegExp(
  [
    "(?<!\\p{N})[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}(?!\\p{N})",
    alone(
      `(?:0x)?(?=\\d{0,127}[a-f])(?:${HASH})`,
      // A delivery's id ends with ten digits of a hash.
      "[a-z]{2,4}_01[\\da-hjkmnp-tv-z]{22}(?:[\\da-f]{10})?",
      "[\\da-f]{2}-[\\da-f]{32}-[\\da-f]{16}-[\\da-f]{2}",
      "(?=[\\d:]{0,95}[a-f])[\\da-f]{2}(?::[\\da-f]{2}){7,31}",
      `(?=[\\da-f:]{0,39}[\\da-f]{3})(?:${GROUP}:){7}${GROUP}`,
      `(?:${GROUP}:){1,6}(?::${GROUP}){1,6}`,
      `(?:${GROUP}:){2,7}:(?=\\/\\d)`,
      // `uniqid("", true)` of PHP.
      "(?=\\d{0,12}[a-f])[\\da-f]{14}\\.\\d{8}",
    ),
  ].join("|"),
  "giu",
);

/** A Polish account number, which is an IBAN without its country. */
const POLISH_ACCOUNT = /(?<![\p{L}\p{N}])\d{2}(?:[ -]?\d{4}){6}(?![\p{L}\p{N}])/gu;

/** An IBAN or a creditor reference. */
const BANK_NUMBER_BEGINNING = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}/giu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Replaces identifiers by letters of the same length, which separate the digits around them. */
export function withoutIdentifiers(text: string): string {
  const letters = (match: string) => "x".repeat(match.length);
  const rest = text.replace(IDENTIFIERS, letters).replace(POLISH_ACCOUNT, (match) => {
    const isValid = ibanFault(`PL${match.replace(/[ -]/g, "")}`) === null;
    return isValid ? letters(match) : match;
  });
  // A payout file has an IBAN in every row, so the text is built in one pass.
  let safe = "";
  let from = 0;
  for (const { index } of rest.matchAll(BANK_NUMBER_BEGINNING)) {
    const end = index < from ? 0 : endOfBankNumber(rest, index);
    if (end === 0) continue;
    safe += rest.slice(from, index) + "x".repeat(end - index);
    from = end;
  }
  return safe + rest.slice(from);
}

const LONGEST_REFERENCE = 25;

/** The end of a valid IBAN or creditor reference (ISO 11649) that begins at `start`; 0 without one. */
function endOfBankNumber(text: string, start: number): number {
  const country = text.slice(start, start + 2).toUpperCase();
  const isReference = country === "RF";
  const length = isReference ? LONGEST_REFERENCE : ibanLength(country);
  let number = "";
  let end = start;
  let endOfReference = 0;
  for (let at = start; at < text.length && number.length < length; at++) {
    const char = text[at]!;
    // Letters in a reference separate digits anyway.
    if (isReference && number.length > 1 && /[a-z]/i.test(char)) break;
    if (/[A-Z\d]/i.test(char)) {
      number += char.toUpperCase();
      end = at + 1;
      const isEnd = !LETTER_OR_DIGIT.test(text[end] ?? " ");
      if (isReference && isEnd && isCreditorReference(number)) endOfReference = end;
    } else if (!/[ .-]/.test(char)) break;
  }
  if (isReference) return endOfReference;
  const continues = LETTER_OR_DIGIT.test(text[end] ?? " ");
  return length === 0 || continues || ibanFault(number) !== null ? 0 : end;
}

const GTIN_DIGITS = 13;

/** Whether groups of a run are a decimal number, a phone number (`+49 …`) or an article number (GTIN-13). */
export function isLookalike(text: string, run: Run, first: number, last: number): boolean {
  const { digits, starts, offsets, sizes } = run;
  const number = digits.slice(offsets[first]!, offsets[last]! + sizes[last]!);
  if (isFraction(text, run, first, last) || isDecimal(text, run, first, last)) return true;
  if (number.length > GTIN_DIGITS) return false;
  const start = starts[first]!;
  const isPhone = /(?:\+|%2b)$/i.test(text.slice(Math.max(0, start - 3), start));
  return isPhone || (first === last && passesGtin(number));
}

/** Programs print at most this many significant digits of a decimal number. */
const MOST_OF_DECIMAL = 17;
const MOST_OF_WHOLE = 7;
const WHOLE = /(?<![\p{L}\d.])(?:0|([1-9]\d{0,6}))\.$/u;

/** Whether a group is a fraction, without leading zeros: the digits after `0.` or `52.`, but not those after `no.`. */
function isFraction(text: string, { starts, sizes }: Run, first: number, last: number): boolean {
  const start = starts[first]!;
  const whole = WHOLE.exec(text.slice(Math.max(0, start - MOST_OF_WHOLE - 2), start));
  const wholeDigits = whole?.[1]?.length ?? 0;
  return first === last && whole !== null && wholeDigits + sizes[first]! <= MOST_OF_DECIMAL;
}

/** Analytics make ids such as `410414023.1790152423`, with a Unix time. */
const UNIX_TIME = /^1\d{9}$/;

/** Whether two groups are one decimal number, such as a latitude or an inexact sum, or an id with a time after the point. */
function isDecimal(text: string, run: Run, first: number, last: number): boolean {
  const { starts, sizes } = run;
  const start = starts[first]!;
  const point = start + sizes[first]!;
  const end = starts[last]! + sizes[last]!;
  if (last !== first + 1 || text.slice(point, starts[last]) !== ".") return false;
  if (UNIX_TIME.test(text.slice(point + 1, end))) return true;
  const isPart = /\d\.$/.test(text.slice(Math.max(0, start - 2), start));
  const isContinued = /^(?:\.\d|e\+?1\d)/i.test(text.slice(end, end + 4));
  const digits = sizes[first]! + sizes[last]!;
  return !isPart && !isContinued && sizes[first]! <= MOST_OF_WHOLE && digits <= MOST_OF_DECIMAL;
}
