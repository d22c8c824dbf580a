import { createHmac, randomBytes } from "node:crypto";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { equalInConstantTime } from "#lib/kernel/crypto.ts";

/** Time-based codes as authenticator apps generate them: RFC 6238 with SHA-1, six digits, 30 s. */

const STEP_MS = 30 * SECOND_MS;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** One step to either side is accepted, which is more than phones' clocks deviate. */
const STEPS_OFF = 1;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret in base 32, as apps accept it. */
export function newTotpSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, "0"));
  return bits
    .join("")
    .match(/.{5}/g)!
    .map((five) => BASE32[Number.parseInt(five, 2)])
    .join("");
}

export const stepAt = (ms: number) => Math.floor(ms / STEP_MS);

/** The code of a secret in a time step. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = mac[mac.length - 1]! & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The time step around `ms` to which a code belongs, or null. */
export function stepOfCode(secret: string, code: string, ms: number): number | null {
  const given = Buffer.from(code.replace(/\s/g, ""));
  const now = stepAt(ms);
  let found: number | null = null;
  // Always compare every step, so that the duration reveals nothing.
  for (let step = now - STEPS_OFF; step <= now + STEPS_OFF; step++) {
    if (equalInConstantTime(Buffer.from(codeOf(secret, step)), given)) found = step;
  }
  return found;
}

/** The content of the QR code that the app scans. */
export function totpUri(secret: string, person: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(person)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((eight) => Number.parseInt(eight, 2)));
}
