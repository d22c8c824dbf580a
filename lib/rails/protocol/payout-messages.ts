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

const payoutAccount = z.object({
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

export const fundingRequest = z.object({ accountId: id, currency, reference: text });
export const fundingOutcome = z.discriminatedUnion("result", [
  z.object({ result: z.literal("account"), bank: text, account: payoutAccount }),
  z.object({ result: z.literal("not_offered") }),
]);

/** The rail's id of a transfer: stored, and compared byte by byte. */
export const creditId = z.string().min(1).max(128);
export const creditRequest = z.object({ id: creditId });
export const receivedCredit = z.object({
  result: z.literal("received"),
  reference: text,
  amountMinor,
  currency,
  payerName: text.nullable(),
  receivedAtMs: moment,
});
export const creditOutcome = z.discriminatedUnion("result", [
  receivedCredit,
  z.object({ result: z.literal("pending") }),
]);
