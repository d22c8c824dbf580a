import { transact } from "#db/transact.ts";
import { NO_FEES, recordEntryIn } from "#lib/domain/balance/index.ts";
import { emitEvent, pokeDispatcher, wireOf } from "#lib/domain/events/index.ts";
import { disputeFeeOf } from "#lib/domain/fees/index.ts";
import { markDisputedIn, type Payment } from "#lib/domain/payments/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { at } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Chargeback } from "#lib/rails/index.ts";
import { RESPONSE_MS } from "./dispute-state.ts";
import * as store from "./store.ts";
import type { Dispute } from "./types.ts";

/**
 * Records that the payer's bank took a payment back: the dispute, what it takes from the balance (what
 * was captured and not refunded, and the acquirer's fee), the payment's mark and the event commit
 * together. Nothing is written when the payment is disputed already, or nothing of it is left. Locks the
 * payment.
 */
export async function openDispute(
  ctx: Context,
  payment: Pick<Payment, "id">,
  chargeback: Chargeback,
): Promise<void> {
  const opened = await transact(async (tx) => {
    const disputed = await markDisputedIn(tx, ctx, payment.id);
    const amountMinor = disputed.amountCapturedMinor - disputed.amountRefundedMinor;
    if (amountMinor === 0n) return false;
    const openedAt = businessNow(ctx);
    const dispute: Dispute = {
      id: newId("dp"),
      accountId: ctx.accountId,
      mode: ctx.mode,
      paymentId: disputed.id,
      status: "needs_response",
      amountMinor,
      currency: disputed.currency,
      feeMinor: disputeFeeOf(disputed.currency),
      reason: chargeback.reason,
      networkReasonCode: chargeback.networkReasonCode,
      evidence: {},
      evidenceDueBy: at(openedAt.getTime() + RESPONSE_MS),
      railCheckAt: at(openedAt.getTime() + RESPONSE_MS),
      createdAt: openedAt,
    };
    if (!(await store.insert(tx, dispute))) return false;
    await recordEntryIn(tx, ctx, {
      type: "dispute",
      amountMinor: -amountMinor,
      currency: dispute.currency,
      fees: NO_FEES,
      disputeFee: dispute.feeMinor,
      pricing: null,
      sourceId: dispute.id,
      paymentId: dispute.paymentId,
      bookedAt: openedAt,
    });
    const data = wireOf("dispute", dispute);
    await emitEvent(tx, ctx, { type: "dispute.opened", objectId: dispute.id, data });
    return true;
  });
  if (opened) pokeDispatcher();
}
