/** An integer in its only decimal form: no leading zeros, `+`, exponent, point or spaces, and no `-0`. `012` may be meant as
 *  octal and `12.00` as major units, so neither is guessed at. */
const PLAIN_INTEGER = /^(?:0|-?[1-9]\d{0,15})$/;

/** The number that a form, a query or a cell has as text; null unless it is a plain integer of at most 16 digits. */
export function readPlainInteger(text: string): number | null {
  return PLAIN_INTEGER.test(text) ? Number(text) : null;
}
