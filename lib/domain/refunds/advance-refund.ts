import { type Tx, transact } from "#db/transact.ts";
import { emitEvent, pokeDispatcher, wireOf } from "#lib/domain/events/index.ts";
import {
  finishKeyIn,
  type IdempotentRequest,
  type StoredResponse,
} from "#lib/domain/idempotency/index.ts";
import { recordTransferIn } from "#lib/domain/ledger/index.ts";
import { releaseRefundIn } from "#lib/domain/payments/index.ts";
import { at, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { RefundOutcome } from "#lib/rails/index.ts";
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
  const to = afterOutcome(refund, outcome, steps);
  const moved = await transact(async (tx) => {
    if (!(await store.move(tx, refund, to))) return false;
    for (const status of steps) {
      await recordStep(tx, ctx, status === to.status ? to : { ...refund, status });
    }
    if (waiting) await finishKeyIn(tx, ctx, waiting.request, waiting.render(to));
    return true;
  });
  if (moved && steps.length > 0) pokeDispatcher();
  return moved ? to : null;
}

function afterOutcome(
  refund: Refund,
  outcome: RefundOutcome,
  steps: readonly RefundStatus[],
): Refund {
  return {
    ...refund,
    status: steps.at(-1) ?? refund.status,
    railReference: outcome.railReference,
    failureReason: outcome.result === "failed" ? outcome.failureReason : null,
    railCheckAt: "askAgainAfterMs" in outcome ? at(nowMs() + outcome.askAgainAfterMs) : null,
  };
}

/** What follows from a refund having come to its status: money in the books, and the news of it. */
export async function recordStep(tx: Tx, ctx: Context, refund: Refund): Promise<void> {
  const { status, amountMinor, currency, id: sourceId } = refund;
  if (status === "submitted") {
    await recordTransferIn(tx, ctx, { kind: "refund", amountMinor, currency, sourceId });
  }
  if (status === "failed") {
    await recordTransferIn(tx, ctx, { kind: "refund_reversal", amountMinor, currency, sourceId });
  }
  if (status === "failed" || status === "canceled") {
    await releaseRefundIn(tx, ctx, refund.paymentId, amountMinor);
  }
  const data = wireOf("refund", refund);
  await emitEvent(tx, ctx, { type: "refund.updated", objectId: sourceId, data });
  if (status === "settled" || status === "failed") {
    await emitEvent(tx, ctx, { type: `refund.${status}`, objectId: sourceId, data });
  }
}
