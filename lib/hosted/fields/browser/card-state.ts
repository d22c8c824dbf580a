import { passesLuhn } from "#lib/kernel/check-digits.ts";
import { type BrandName, brandOf, longestOf } from "./brands.ts";
import { digitsOf } from "./typing.ts";

export const FIELD_NAMES = ["number", "expiry", "cvc"] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/** The fault of a field; the page has the message for it. */
export type Fault =
  | "number_incomplete"
  | "number_invalid"
  | "expiry_incomplete"
  | "expiry_invalid"
  | "expiry_past"
  | "cvc_incomplete";

export type Typed = Record<FieldName, string>;

export type FieldState = { empty: boolean; complete: boolean; error: Fault | null };

export type CardState = {
  brand: BrandName;
  empty: boolean;
  complete: boolean;
  fields: Record<FieldName, FieldState>;
};

export type Expiry = { month: number; year: number };

const FURTHEST_YEARS = 50;

/** The month and full year of `MM / YY`; null while either is missing. */
export function readExpiry(text: string): Expiry | null {
  const digits = digitsOf(text);
  if (digits.length !== 4) return null;
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) };
}

/** The fault of a number. While the payer is typing (`done` false) only faults that more digits cannot correct. */
export function faultOfNumber(text: string, done: boolean): Fault | null {
  const digits = digitsOf(text);
  const brand = brandOf(digits);
  if (brand.lengths.includes(digits.length) && (!brand.luhn || passesLuhn(digits))) return null;
  if (digits.length >= longestOf(brand)) return "number_invalid";
  if (!done) return null;
  return digits.length > 0 && brand.lengths.includes(digits.length)
    ? "number_invalid"
    : "number_incomplete";
}

/** A card is valid until the end of its month in the latest time zone. */
export function faultOfExpiry(text: string, today: Date, done: boolean): Fault | null {
  const digits = digitsOf(text);
  const month = digits.slice(0, 2);
  if (month.length === 2 && (Number(month) < 1 || Number(month) > 12)) return "expiry_invalid";
  const expiry = readExpiry(text);
  if (!expiry) return done ? "expiry_incomplete" : null;
  const lastMoment = Date.UTC(expiry.year, expiry.month, 1) + 12 * 3_600_000;
  if (lastMoment <= today.getTime()) return "expiry_past";
  return expiry.year > today.getUTCFullYear() + FURTHEST_YEARS ? "expiry_invalid" : null;
}

export function faultOfCode(text: string, number: string, done: boolean): Fault | null {
  const { cvcLengths } = brandOf(digitsOf(number));
  return done && !cvcLengths.includes(text.length) ? "cvc_incomplete" : null;
}

/** Everything the merchant's page may learn of the input: none of its digits. */
export function stateOf(typed: Typed, done: Record<FieldName, boolean>, today: Date): CardState {
  const faults = (finished: Record<FieldName, boolean>) => ({
    number: faultOfNumber(typed.number, finished.number),
    expiry: faultOfExpiry(typed.expiry, today, finished.expiry),
    cvc: faultOfCode(typed.cvc, typed.number, finished.cvc),
  });
  const now = faults(done);
  const atLast = faults({ number: true, expiry: true, cvc: true });
  const field = (name: FieldName): FieldState => ({
    empty: typed[name] === "",
    complete: atLast[name] === null,
    error: now[name],
  });
  const fields = { number: field("number"), expiry: field("expiry"), cvc: field("cvc") };
  const all = Object.values(fields);
  return {
    brand: brandOf(digitsOf(typed.number)).name,
    empty: all.every(({ empty }) => empty),
    complete: all.every(({ complete }) => complete),
    fields,
  };
}
