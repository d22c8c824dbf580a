import { brandOf, longestCodeOf, longestOf } from "./brands.ts";

/** The text of a field and its caret position. */
export type Shown = { text: string; caret: number };

const DIGIT = /\d/;

export const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** Digits grouped as printed on the card, cut to the scheme's length. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text);
  const brand = brandOf(digits);
  return [...digits.slice(0, longestOf(brand))]
    .map((digit, i) => (brand.gaps.includes(i) ? ` ${digit}` : digit))
    .join("");
}

const grouped = (digits: string): string =>
  digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2, 4)}`;

/** `MM / YY`. Accepts what people type, paste and have filled in: `3`, `0330`, `03/2030`, `2030-03`. */
export function formatExpiry(text: string): string {
  const iso = /^\s*(\d{4})-(\d{1,2})\s*$/.exec(text);
  if (iso) return formatExpiry(`${iso[2]!.padStart(2, "0")}/${iso[1]}`);
  const split = /^\s*(\d{1,2})\s*[/.-]\s*(\d*)/.exec(text);
  let digits = split ? `${split[1]!.padStart(2, "0")}${split[2]}` : digitsOf(text);
  // No month begins with 2 to 9, so the month has one digit. `13` is January and the first digit of a year.
  if (/^[2-9]/.test(digits) || /^1[3-9]/.test(digits)) digits = `0${digits}`;
  const hasCentury = digits.length === 6 && digits.startsWith("20", 2);
  return grouped(hasCentury ? digits.slice(0, 2) + digits.slice(4) : digits);
}

/** Formats while the payer deletes, and adds no digit. */
export const regroupExpiry = (text: string): string => grouped(digitsOf(text));

export function formatCode(text: string, number: string): string {
  return digitsOf(text).slice(0, longestCodeOf(brandOf(digitsOf(number))));
}

/** The text of a field after a browser edit: formatted, with the caret behind the same digit. Deleting only a
 * separator also deletes the digit next to it, because an edit without effect would trap the caret. */
export function afterEdit(
  before: string,
  edited: Shown,
  format: (text: string) => string,
  direction: "backward" | "forward" | null,
): Shown {
  let { text, caret } = edited;
  const isShorter = text.length < before.length;
  if (direction && isShorter && digitsOf(text) === digitsOf(before)) {
    const at =
      direction === "backward" ? lastDigitBefore(text, caret) : firstDigitFrom(text, caret);
    if (at >= 0) {
      text = text.slice(0, at) + text.slice(at + 1);
      if (direction === "backward") caret = at;
    }
  }
  const digits = digitsOf(text);
  // A separator at the end must not reappear while the payer deletes it.
  const shown = direction ? format(text).replace(/\D+$/, "") : format(text);
  const added = digitsOf(shown).length - digits.length;
  const behind = digitsOf(text.slice(0, caret)).length + Math.max(0, added);
  const atEnd = caret >= text.length;
  return { text: shown, caret: atEnd ? shown.length : placeOf(shown, behind) };
}

function lastDigitBefore(text: string, caret: number): number {
  let at = caret - 1;
  while (at >= 0 && !DIGIT.test(text[at]!)) at--;
  return at;
}

function firstDigitFrom(text: string, caret: number): number {
  let at = caret;
  while (at < text.length && !DIGIT.test(text[at]!)) at++;
  return at < text.length ? at : -1;
}

/** The caret position behind the `count`th digit. */
function placeOf(text: string, count: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    if (seen === count) return at;
    if (DIGIT.test(text[at]!)) seen++;
  }
  return text.length;
}
