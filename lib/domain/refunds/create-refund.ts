import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  type Answer,
  askForCall,
  claimKey,
  findEarlierCall,
  findStored,
  finishKey,
  finishKeyIn,
  type IdempotentRequest,
  type Renderer,
  replayOf,
  type StoredResponse,
} from "#lib/domain/idempotency/index.ts";
import { holdForRefundIn } from "#lib/domain/payments/index.ts";
import {
  newLease,
  type RailLease,
  railUnder,
  releaseLease,
  takeIfOpen,
} from "#lib/domain/rail-leases/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import { type RefundOutcome, railFor, takeoverMs } from "#lib/rails/index.ts";
import { advanceRefund, askRail, railRequest } from "./advance-refund.ts";
import { getRefund } from "./read-refunds.ts";
import { limitLeft, memberOf, whyAboveLimit } from "./refund-limit.ts";
import * as store from "./store.ts";
import type { NewRefund, Refund } from "./types.ts";

type Call = { ctx: Context; request: IdempotentRequest; render: Renderer<Refund> };

/**
 * Refunds part or all of the remaining amount of a captured payment, once per idempotency key. The transaction that
 * records the refund also reserves its amount on the payment, so concurrent refunds never exceed the captured amount.
 * Then the rail is called, and its answer is recorded.
 *
 * Refusals that depend on the payment are stored under the key: `parameter_invalid` (`amount`) for more than remains or than
 * the member's limit leaves, `state_invalid` for a payment that did not succeed, `resource_missing`. Throws `idempotency_conflict`,
 * `idempotency_in_progress` and `gateway_error` (the rail did not answer: the refund stays `pending`, and the recovery
 * loop asks later).
 */
export async function createRefund(
  ctx: Context,
  params: NewRefund,
  request: IdempotentRequest,
  render: Renderer<Refund>,
): Promise<Answer> {
  // Throws before anything is recorded if the mode has no rail.
  void railFor(ctx.mode);
  const call = { ctx, request, render };
  for (;;) {
    const opened = await openRefund(ctx, params, request, render);
    if (opened && "replayed" in opened) return opened;
    if (opened) {
      const { refund, lease } = opened;
      const send = async () => await railUnder(lease).refund(await railRequest(ctx, refund));
      return await submit(call, opened, send);
    }
    const answer = await repeat(call);
    if (answer) return answer;
    // The key expired between the two reads, so this request can claim it.
  }
}

const WORDING = { what: "a refund's outcome", never: "it never refunds twice" };

/** Releases the lease if the outcome is unknown or cannot be recorded, so that a repeat can ask immediately. */
async function submit(
  call: Call,
  { refund, lease }: { refund: Refund; lease: RailLease },
  ask: () => Promise<RefundOutcome>,
): Promise<Answer> {
  const { ctx, request } = call;
  let response: StoredResponse | undefined;
  const render = (settled: Refund): StoredResponse => {
    response = call.render.result(settled);
    return response;
  };
  try {
    const outcome = await askForCall(ctx, WORDING, ask);
    const settled = await advanceRefund(ctx, refund, outcome, { request, render });
    if (settled && response) return { ...response, replayed: false };
    return await answerAsItIs(call, refund.id);
  } catch (error) {
    await releaseLease(lease);
    throw error;
  }
}

async function repeat(call: Call): Promise<Answer | null> {
  const { ctx, request } = call;
  const earlier = await findEarlierCall(ctx, request);
  if (!earlier) return null;
  if ("answer" in earlier) return earlier.answer;
  const read = async () => await getRefund(ctx, earlier.resourceId);
  const { object: refund, lease } = await takeIfOpen(read, isUnanswered);
  if (!lease) return await answerAsItIs(call, refund.id);
  return await submit(call, { refund, lease }, () => askRail(ctx, refund, lease));
}

const isUnanswered = ({ railReference, status }: Refund) =>
  railReference === null && status === "pending";

/** Answers with the refund as it now is, and stores the answer under the request's key. If another process has stored
 *  one, returns that. */
async function answerAsItIs({ ctx, request, render }: Call, refundId: string): Promise<Answer> {
  const response = render.result(await getRefund(ctx, refundId));
  if (await finishKey(ctx, request, response)) return { ...response, replayed: false };
  const stored = await findStored(ctx, request);
  if (stored?.state !== "finished") throw new Error(`the key of ${refundId} was lost`);
  return replayOf(stored.response);
}

/**
 * Claims the key, reserves the amount on the payment and records the refund with its lease, in one transaction. Returns
 * the refund; or the refusal, stored under the key; or null if another request has the key. Locks the payment.
 */
async function openRefund(
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
  // The payment is locked, so no other refund of the same member can use the same part of the limit.
  const left = await limitLeft(tx, ctx, params.limit, held.payment);
  const refusal = whyAboveLimit(left, held.amountMinor);
  if (refusal) throw refusal;
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
    refundedBy: memberOf(ctx),
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
