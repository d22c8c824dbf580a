import { type Tx, transact } from "#db/transact.ts";
import { wakeAlertsIn } from "#lib/domain/alerts/index.ts";
import { recordEntryIn, WITHOUT_FEES } from "#lib/domain/balance/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { disputeFeeOf } from "#lib/domain/fees/index.ts";
import { markDisputedIn, type Payment } from "#lib/domain/payments/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Chargeback } from "#lib/rails/index.ts";
import { wireOf } from "#lib/wire/index.ts";
import { RESPONSE_MS } from "./dispute-state.ts";
import * as store from "./store.ts";
import type { Dispute } from "./types.ts";

/** As `openDisputeIn`, in its own transaction; notifies the dispatcher. */
export async function openDispute(
  ctx: Context,
  payment: Pick<Payment, "id">,
  chargeback: Chargeback,
): Promise<void> {
  const opened = await transact((tx) => openDisputeIn(tx, ctx, payment, chargeback));
  if (opened) notifyDispatcher();
}

/**
 * Records a chargeback: the dispute, its balance entry (the captured amount less refunds, and the acquirer's fee), the
 * payment's `disputed` mark and the event commit together. Returns false, and writes nothing, if the payment is disputed
 * already, fully refunded or failed late. Locks the payment.
 */
export async function openDisputeIn(
  tx: Tx,
  ctx: Context,
  payment: Pick<Payment, "id">,
  chargeback: Chargeback,
): Promise<boolean> {
  const taken = await markDisputedIn(tx, ctx, payment.id);
  if (!taken) return false;
  const { amountMinor } = taken;
  const dispute = draft(ctx, taken.payment, amountMinor, chargeback);
  await store.insert(tx, dispute);
  await recordEntryIn(tx, ctx, {
    type: "dispute",
    amountMinor: -amountMinor,
    currency: dispute.currency,
    ...WITHOUT_FEES,
    disputeFee: dispute.feeMinor,
    sourceId: dispute.id,
    paymentId: dispute.paymentId,
    bookedAt: dispute.createdAt,
  });
  const data = wireOf("dispute", dispute);
  await wakeAlertsIn(tx, ctx);
  await emitEvent(tx, ctx, { type: "dispute.opened", objectId: dispute.id, data });
  return true;
}

function draft(
  ctx: Context,
  payment: Payment,
  amountMinor: bigint,
  { reason, networkReasonCode }: Chargeback,
): Dispute {
  const openedAt = businessNow(ctx);
  return {
    id: newId("dp"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    paymentId: payment.id,
    status: "needs_response",
    amountMinor,
    currency: payment.currency,
    feeMinor: disputeFeeOf(payment.currency),
    reason,
    networkReasonCode,
    evidence: {},
    evidenceFiles: [],
    evidenceDueBy: dateFromMs(openedAt.getTime() + RESPONSE_MS),
    railCheckAt: dateFromMs(openedAt.getTime() + RESPONSE_MS),
    createdAt: openedAt,
  };
}
