import { findPayments, railTokenOf } from "#lib/domain/payments/index.ts";
import { type RailLease, railUnder } from "#lib/domain/rail-leases/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { RefundOutcome, RefundRequest } from "#lib/rails/index.ts";
import type { Refund } from "./types.ts";

/** What the rail is told of a refund. Its id is the rail's idempotency key. */
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

/** Asks what became of a refund, and sends it when the rail never saw it. Throws when the rail does
 *  not answer. */
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
