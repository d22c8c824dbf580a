import { type Tx, transact } from "#db/transact.ts";
import { type NewEntry, NO_FEES, recordEntryIn } from "#lib/domain/balance/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  finishKeyIn,
  type IdempotentRequest,
  type StoredResponse,
} from "#lib/domain/idempotency/index.ts";
import { releaseRefundIn } from "#lib/domain/payments/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { RefundOutcome } from "#lib/rails/index.ts";
import { wireOf } from "#lib/wire/index.ts";
import { type RefundStatus, stepsTo } from "./refund-state.ts";
import * as store from "./store.ts";
import type { Refund } from "./types.ts";

/** The answer that a waiting call is to be sent, kept under its key with the move. */
export type Waiting = { request: IdempotentRequest; render(refund: Refund): StoredResponse };

/**
 * Brings a refund to where the rail says it is, with every step's transfer and events, in one
 * transaction; answers the refund as it then stands, or null when a rival moved it meanwhile and
 * nothing was written. Locks the refund, and its payment when money comes back to it.
 */
export async function advanceRefund(
  ctx: Context,
  refund: Refund,
  outcome: RefundOutcome,
  waiting: Waiting | null,
): Promise<Refund | null> {
  const steps = stepsTo(refund.status, outcome.result);
  const to = afterOutcome(ctx, refund, outcome, steps);
  const moved = await transact(async (tx) => {
    if (!(await store.move(tx, ctx, refund, to))) return false;
    for (const status of steps) {
      await recordStep(tx, ctx, status === to.status ? to : { ...refund, status });
    }
    if (waiting) await finishKeyIn(tx, ctx, waiting.request, waiting.render(to));
    return true;
  });
  if (moved && steps.length > 0) notifyDispatcher();
  return moved ? to : null;
}

function afterOutcome(
  ctx: Context,
  refund: Refund,
  outcome: RefundOutcome,
  steps: readonly RefundStatus[],
): Refund {
  return {
    ...refund,
    status: steps.at(-1) ?? refund.status,
    railReference: outcome.railReference,
    failureReason: outcome.result === "failed" ? outcome.failureReason : null,
    railCheckAt:
      "askAgainAfterMs" in outcome
        ? dateFromMs(businessNowMs(ctx) + outcome.askAgainAfterMs)
        : null,
  };
}

/** What follows from a refund having come to its status: money in the books, and the news of it. */
export async function recordStep(tx: Tx, ctx: Context, refund: Refund): Promise<void> {
  const { status, amountMinor, id: sourceId } = refund;
  if (status === "submitted") await recordEntryIn(tx, ctx, entryOf(ctx, refund, "refund"));
  if (status === "failed") await recordEntryIn(tx, ctx, entryOf(ctx, refund, "refund_failure"));
  if (status === "failed" || status === "canceled") {
    await releaseRefundIn(tx, ctx, refund.paymentId, amountMinor);
  }
  const data = wireOf("refund", refund);
  await emitEvent(tx, ctx, { type: "refund.updated", objectId: sourceId, data });
  if (status === "settled" || status === "failed") {
    await emitEvent(tx, ctx, { type: `refund.${status}`, objectId: sourceId, data });
  }
}

/** The money of a refund: out when it is sent, back when the payer's bank would not take it. What the
 *  payment cost is not given back. */
function entryOf(ctx: Context, refund: Refund, type: "refund" | "refund_failure"): NewEntry {
  return {
    type,
    amountMinor: type === "refund" ? -refund.amountMinor : refund.amountMinor,
    currency: refund.currency,
    fees: NO_FEES,
    disputeFee: 0n,
    pricing: null,
    sourceId: refund.id,
    paymentId: refund.paymentId,
    bookedAt: businessNow(ctx),
  };
}
