import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  type Answer,
  claimKey,
  finishKeyIn,
  type IdempotentRequest,
  type Renderer,
} from "#lib/domain/idempotency/index.ts";
import { holdForRefundIn } from "#lib/domain/payments/index.ts";
import { newLease, type RailLease } from "#lib/domain/rail-leases/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import { takeoverMs } from "#lib/rails/index.ts";
import * as store from "./store.ts";
import type { NewRefund, Refund } from "./types.ts";

/**
 * Claims the key, holds the amount on the payment and records the refund with its lease, in one transaction.
 * Answers the refund; or the refusal, kept under the key; or null when the key belongs to another
 * call. Locks the payment.
 */
export async function openRefund(
  ctx: Context,
  params: NewRefund,
  request: IdempotentRequest,
  render: Renderer<Refund>,
): Promise<{ refund: Refund; lease: RailLease } | Answer | null> {
  const id = newId("re");
  const lease = newLease({ ...ctx, id });
  return await transact(async (tx) => {
    if (!(await claimKey(tx, ctx, request, id))) return null;
    try {
      const refund = await tx.transaction((inner) => record(inner, ctx, params, { id, lease }));
      return { refund, lease };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const response = render.refusal(error);
      await finishKeyIn(tx, ctx, request, response);
      return { ...response, replayed: false };
    }
  });
}

async function record(
  tx: Tx,
  ctx: Context,
  params: NewRefund,
  { id, lease }: { id: Id<"re">; lease: RailLease },
): Promise<Refund> {
  const held = await holdForRefundIn(tx, ctx, params.payment, params.amountMinor);
  const refund: Refund = {
    id,
    accountId: ctx.accountId,
    mode: ctx.mode,
    paymentId: held.payment.id,
    status: "pending",
    amountMinor: held.amountMinor,
    currency: held.payment.currency,
    reason: params.reason,
    failureReason: null,
    settlementId: null,
    metadata: mergeMetadata({}, params.metadata),
    requestId: ctx.requestId,
    railReference: null,
    railCheckAt: dateFromMs(businessNowMs(ctx) + takeoverMs()),
    createdAt: businessNow(ctx),
  };
  await store.insert(tx, refund, lease);
  const { paymentId, amountMinor, currency, reason } = refund;
  await recordChangeIn(tx, ctx, {
    action: "refund.created",
    subject: { id },
    after: { paymentId, amountMinor, currency, reason },
  });
  return refund;
}
