import { businessNow } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { expectedArrival, PENDING_MS } from "./payout-state.ts";
import type { CheckedPayout, PayeeResult, Payout } from "./types.ts";

/** A payout as it begins: `pending`, to be given to its rail in a moment, or on the day asked for. */
export function makePayout(
  ctx: Context,
  params: CheckedPayout,
  known: {
    payeeVerification: PayeeResult | null;
    batch?: { id: Id<"pob">; row: number };
  },
): Payout {
  const id = newId("po");
  const createdAt = businessNow(ctx);
  const { rail, notBefore, ...what } = params;
  const sendAt = dateFromMs(Math.max(createdAt.getTime() + PENDING_MS, notBefore?.getTime() ?? 0));
  return {
    ...what,
    id,
    accountId: ctx.accountId,
    mode: ctx.mode,
    status: "pending",
    payeeVerification: known.payeeVerification,
    railRequested: rail,
    rail,
    fallbackReason: null,
    endToEndId: params.endToEndId ?? id.slice("po_".length).toUpperCase(),
    reasonCode: null,
    batchId: known.batch?.id ?? null,
    batchRow: known.batch?.row ?? null,
    arrivalDate: expectedArrival(rail, sendAt),
    sentAt: null,
    railReference: null,
    railCheckAt: sendAt,
    approval: null,
    notBefore: null,
    requestId: ctx.requestId,
    createdAt,
  };
}
