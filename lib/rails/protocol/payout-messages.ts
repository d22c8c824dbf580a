import { z } from "zod";
import { PAYEE_VERIFICATIONS, PAYOUT_RAILS } from "#lib/kernel/vocabulary/payouts.ts";
import { UNPAID_RESULTS } from "../payouts.ts";
import {
  amountMinor,
  askAgainAfterMs,
  currency,
  id,
  moment,
  railReference,
  text,
} from "./shapes.ts";

export const payoutAccount = z.object({
  name: text,
  iban: text.nullable(),
  accountNumber: text.nullable(),
  sortCode: text.nullable(),
  bic: text.nullable(),
  country: text,
});
export const payeeRequest = z.object({
  beneficiary: payoutAccount,
  currency,
});
export const payoutRequest = z.object({
  id,
  accountId: id,
  rail: z.enum(PAYOUT_RAILS),
  amountMinor,
  currency,
  beneficiary: payoutAccount,
  reference: text.nullable(),
  endToEndId: text,
  requestedAtMs: moment,
  askedAtMs: moment,
});

export const payeeVerification = z.object({
  result: z.enum(PAYEE_VERIFICATIONS),
  accountName: text.nullable(),
});
export const payoutOutcome = z.discriminatedUnion("result", [
  z.object({ result: z.literal("submitted"), railReference, askAgainAfterMs }),
  z.object({
    result: z.literal("settled"),
    railReference,
    watchAfterMs: z.number().nonnegative().optional(),
  }),
  z.object({
    result: z.enum(UNPAID_RESULTS),
    railReference,
    reasonCode: z.string().regex(/^[A-Z0-9]{4}$/),
  }),
]);
