import { transact } from "#db/transact.ts";
import { recordEntryIn } from "#lib/domain/balance/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  finishKeyIn,
  type IdempotentRequest,
  type StoredResponse,
} from "#lib/domain/idempotency/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { takeoverMs } from "#lib/rails/index.ts";
import type { StepOutcome } from "./ask-rail.ts";
import { entryFor, eventsOfStep } from "./events.ts";
import { wakeInvoice } from "./invoice-payment-store.ts";
import { abandonStep, applyStep } from "./payment-state.ts";
import * as steps from "./step-store.ts";
import type { Payment } from "./types.ts";

/**
 * Records that the rail has captured or canceled: the move, its transfer, its events and the answer
 * of a waiting call (`kept`) commit together. Answers the payment as it then stands, or null when a
 * rival recorded it first and nothing was written. Locks the payment.
 */
export async function concludeStep(
  ctx: Context,
  payment: Payment,
  outcome: StepOutcome,
  kept: { request: IdempotentRequest; render(payment: Payment): StoredResponse } | null,
): Promise<Payment | null> {
  const watchAfterMs = outcome.result === "captured" ? outcome.watchAfterMs : undefined;
  // The payer's bank may take it back: when to ask whether it did.
  const railCheckAt =
    watchAfterMs === undefined ? null : dateFromMs(businessNowMs(ctx) + watchAfterMs);
  const to = { ...applyStep(payment), railCheckAt };
  const entry = entryFor(ctx, payment, to);
  const moved = await transact(async (tx) => {
    if (!(await steps.conclude(tx, ctx, payment, to))) return false;
    if (entry) await recordEntryIn(tx, ctx, entry);
    if (to.outcome !== payment.outcome) await steps.recordOutcome(tx, to);
    for (const event of eventsOfStep(payment, to)) await emitEvent(tx, ctx, event);
    if (to.invoiceId) await wakeInvoice(tx, ctx, to);
    if (kept) await finishKeyIn(tx, ctx, kept.request, kept.render(to));
    return true;
  });
  if (moved) notifyDispatcher();
  return moved ? to : null;
}

/**
 * Records that the rail will not do what was begun: the payment is as it was before, and a waiting call's
 * refusal is kept under its key, in one transaction. False, and nothing written, when a rival
 * recorded it first. Locks the payment.
 */
export async function giveUpStep(
  ctx: Context,
  payment: Payment,
  kept: { request: IdempotentRequest; response: StoredResponse } | null,
): Promise<boolean> {
  const to = abandonStep(payment, businessNowMs(ctx) + takeoverMs());
  return await transact(async (tx) => {
    if (!(await steps.conclude(tx, ctx, payment, to))) return false;
    if (kept) await finishKeyIn(tx, ctx, kept.request, kept.response);
    return true;
  });
}
