import { z } from "zod";
import { passesLuhn } from "#lib/kernel/check-digits.ts";
import { CHECK_RESULTS } from "#lib/kernel/vocabulary/payments.ts";

/** Parts of several messages. */

/** Amounts are strings of digits, because JSON numbers are not exact beyond 2^53. */
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

/** An evidence file without its content. */
export const evidenceFile = z.object({
  id,
  name: text,
  type: text,
  size: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const fact = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined);
/** A malformed fact is left out: it must not make the outcome of a payment unknown. */
export const acquirer = fact(
  z.object({
    eci: fact(z.string().regex(/^\d{2}$/)),
    liabilityShift: fact(z.boolean()),
    avsResult: fact(z.enum(CHECK_RESULTS)),
    cvcResult: fact(z.enum(CHECK_RESULTS)),
    arn: fact(
      z
        .string()
        .regex(/^\d{23}$/)
        .refine(passesLuhn),
    ),
  }),
);
/** The JSON of a message; undefined, which no shape accepts, if it is invalid. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
