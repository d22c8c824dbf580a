import { randomBytes } from "node:crypto";
import { MINUTE_MS, nowMs } from "./clock.ts";
import { ALPHABET, TIME_CHARS } from "./id-time.ts";

export { idTimeMs } from "./id-time.ts";

/**
 * Identifiers are `prefix_` + 10 characters of time + 14 random characters in Crockford's base 32 (lower case). They sort
 * by creation, are monotonic within a process, and determine the daily partition of a row. The characters sort the same
 * in the C collation and in language collations.
 */
const RANDOM_CHARS = 14;

export type Prefix =
  | "acct"
  | "usr"
  | "key"
  | "req"
  | "pay"
  | "bp"
  | "cus"
  | "pm"
  | "re"
  | "ltr"
  | "txn"
  | "stl"
  | "dl"
  | "rsc"
  | "mcl"
  | "mcr"
  | "rtj"
  | "bjb"
  | "po"
  | "pob"
  | "plc"
  | "tu"
  | "dp"
  | "dpf"
  | "plan"
  | "sub"
  | "in"
  | "mdt"
  | "evt"
  | "we"
  | "dlv"
  | "rpl"
  | "eml"
  | "aud"
  | "inv"
  | "psk"
  | "bst"
  | "bln"
  | "inc"
  | "lvw"
  | "note"
  | "alr"
  | "alt"
  | "alc"
  | "alp"
  | "prg";
/** A bank payment is a payment with its own prefix, so a payment's id may have either. */
type Spelling<P extends Prefix> = P extends "pay" ? "pay" | "bp" : P;
export type Id<P extends Prefix = Prefix> = `${Spelling<P>}_${string}`;

let lastMs = 0;
let lastRandom: number[] = [];

/** A clock set back by more than this was wrong before. Ids then follow it back, because an id ahead of the time would be
 *  in another day's partition. */
const MOST_BEHIND_MS = MINUTE_MS;

/** A new identifier, greater than all earlier ones of this process unless the clock was set back by more than a minute. */
export function newId<P extends Prefix>(prefix: P): Id<P> {
  const ms = nowMs();
  if (ms > lastMs || lastMs - ms > MOST_BEHIND_MS) {
    lastMs = ms;
    lastRandom = freshRandom();
  } else {
    increment(lastRandom);
  }
  return `${prefix}_${encodeTime(lastMs)}${encodeRandom(lastRandom)}` as Id<P>;
}

/** An identifier for something that happened at `ms` (imports and seeds). Not monotonic. */
export function newIdAt<P extends Prefix>(prefix: P, ms: number): Id<P> {
  return `${prefix}_${encodeTime(ms)}${encodeRandom(freshRandom())}` as Id<P>;
}

/** The smallest identifier of a millisecond, as a bound for ranges and partitions. */
export function idLowerBound<P extends Prefix>(prefix: P, ms: number): Id<P> {
  return `${prefix}_${encodeTime(ms)}` as Id<P>;
}

/** Whether `value` has the form of an identifier with this prefix. Does not check existence. */
export function isId<P extends Prefix>(prefix: P, value: string): value is Id<P> {
  return value.startsWith(`${prefix}_`) && /^[0-9a-z]{10,40}$/.test(value.slice(prefix.length + 1));
}

/** Whether `value` has the form of a payment's or bank payment's identifier. */
export function isPaymentId(value: string): value is Id<"pay"> {
  return isId("pay", value) || isId("bp", value);
}

function encodeTime(ms: number): string {
  let out = "";
  let rest = ms;
  for (let i = 0; i < TIME_CHARS; i++) {
    out = ALPHABET[rest % 32] + out;
    rest = Math.floor(rest / 32);
  }
  return out;
}

/** The first digit stays below 16, so that incrementing within a millisecond cannot overflow. */
function freshRandom(): number[] {
  const digits = [...randomBytes(RANDOM_CHARS)].map((byte) => byte & 31);
  digits[0]! &= 15;
  return digits;
}

function increment(digits: number[]): void {
  for (let i = digits.length - 1; i >= 0; i--) {
    if (digits[i]! < 31) {
      digits[i]!++;
      return;
    }
    digits[i] = 0;
  }
}

function encodeRandom(digits: number[]): string {
  let out = "";
  for (const digit of digits) out += ALPHABET[digit];
  return out;
}
