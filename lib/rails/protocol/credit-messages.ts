import { z } from "zod";
import { payoutAccount } from "./payout-messages.ts";
import { amountMinor, currency, id, moment, text } from "./shapes.ts";

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
