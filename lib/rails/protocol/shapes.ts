import { z } from "zod";

/** Pieces that several messages share. */

/** Money travels as a string of digits: JSON's numbers end where bigints go on. */
export const amountMinor = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt);
export const currency = z.string().regex(/^[A-Z]{3}$/);
export const id = z.string().min(1).max(64);
export const moment = z.number().int().nonnegative();
export const text = z.string().max(2_048);
export const railReference = z.string().max(2_048);
export const askAgainAfterMs = z.number().nonnegative();

/** The JSON of a message; undefined, which no shape takes, for what is none. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
