import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { type NewEntry, recordEntryIn, WITHOUT_FEES } from "#lib/domain/balance/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  finishKeyIn,
  type IdempotentRequest,
  type StoredResponse,
} from "#lib/domain/idempotency/index.ts";
import { findPayments, railTokenOf, releaseRefundIn } from "#lib/domain/payments/index.ts";
import { type RailLease, railUnder, underLease } from "#lib/domain/rail-leases/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import type { RefundStatus } from "#lib/kernel/vocabulary/refunds.ts";
import { type RefundOutcome, type RefundRequest, takeoverMs } from "#lib/rails/index.ts";
import { wireOf } from "#lib/wire/index.ts";
import { getRefund } from "./read-refunds.ts";
import { stepsTo } from "./refund-state.ts";
import * as store from "./store.ts";
import type { Refund } from "./types.ts";

/** The request that waits for the outcome: its idempotency key, and how its answer is rendered. */
type Waiting = { request: IdempotentRequest; render(refund: Refund): StoredResponse };

/**
 * Moves a refund to the status that the rail reports, with the transfer and events of every status in between, in one
 * transaction. Returns the new refund, or null, and writes nothing, if another process moved it meanwhile. Locks the
 * refund, and its payment if the reserved amount is released.
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

/** Records the consequences of the refund's new status: balance entry, released amount, events. */
export async function recordStep(tx: Tx, ctx: Context, refund: Refund): Promise<void> {
  const { status, id: sourceId } = refund;
  if (status === "submitted") await recordEntryIn(tx, ctx, entryOf(ctx, refund, "refund"));
  if (status === "failed") await recordEntryIn(tx, ctx, entryOf(ctx, refund, "refund_failure"));
  if (status === "failed" || status === "canceled") {
    await releaseRefundIn(tx, ctx, refund);
  }
  const data = wireOf("refund", refund);
  await emitEvent(tx, ctx, { type: "refund.updated", objectId: sourceId, data });
  if (status === "settled" || status === "failed") {
    await emitEvent(tx, ctx, { type: `refund.${status}`, objectId: sourceId, data });
  }
}

/** A refund leaves the balance when it is submitted and returns if the payer's bank rejects it. The fees of the payment
 *  are not returned. */
function entryOf(ctx: Context, refund: Refund, type: "refund" | "refund_failure"): NewEntry {
  return {
    type,
    amountMinor: type === "refund" ? -refund.amountMinor : refund.amountMinor,
    currency: refund.currency,
    ...WITHOUT_FEES,
    sourceId: refund.id,
    paymentId: refund.paymentId,
    bookedAt: businessNow(ctx),
  };
}

/** The rail request of a refund. The refund's id is the rail's idempotency key. */
export async function railRequest(ctx: Context, refund: Refund): Promise<RefundRequest> {
  const payment = (await findPayments(ctx, [refund.paymentId])).get(refund.paymentId);
  if (!payment) throw new Error(`${refund.id} has no payment`);
  return {
    id: refund.id,
    paymentId: refund.paymentId,
    railToken: await railTokenOf(payment),
    amountMinor: refund.amountMinor,
    currency: refund.currency,
    requestedAtMs: refund.createdAt.getTime(),
    askedAtMs: businessNowMs(ctx),
  };
}

/** Asks for the outcome of a refund, and sends the refund if the rail does not know it. Throws if the rail does not
 *  answer. */
export async function askRail(
  ctx: Context,
  refund: Refund,
  lease: RailLease,
): Promise<RefundOutcome> {
  const rail = railUnder(lease);
  const request = await railRequest(ctx, refund);
  const known = await rail.refundStatus(request);
  return known.result === "unknown" ? await rail.refund(request) : known;
}

/** Asks the rail about submitted refunds, and refunds whose outcome is unknown after a crash, and records the answer. */
export const unsettledRefunds = defineDueWork({
  name: "refunds",
  queue: store.dueRows,
  leaseMs: takeoverMs,
  finish: askAbout,
  failure: "a refund's outcome is still unknown",
});

async function askAbout(claimed: Refund): Promise<void> {
  const ctx = await systemContext(claimed, "recovery");
  await underLease(claimed, async (lease) => {
    const refund = await getRefund(ctx, claimed.id);
    // The previous holder of the lease may have finished it.
    if (refund.railCheckAt !== null) await goOn(ctx, refund, lease);
  });
}

async function goOn(ctx: Context, refund: Refund, lease: RailLease): Promise<void> {
  const outcome = await askRail(ctx, refund, lease);
  const isNews = refund.railReference === null || stepsTo(refund.status, outcome.result).length > 0;
  if (isNews) await advanceRefund(ctx, refund, outcome, null);
  else if ("askAgainAfterMs" in outcome) {
    await store.postpone(refund, dateFromMs(businessNowMs(ctx) + outcome.askAgainAfterMs));
  }
}
