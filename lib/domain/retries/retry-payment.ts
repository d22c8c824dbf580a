import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  type Answer,
  askForCall,
  claimKey,
  findEarlierCall,
  finishKeyIn,
  type IdempotentRequest,
  type Renderer,
} from "#lib/domain/idempotency/index.ts";
import { touchLiveMandateIn } from "#lib/domain/mandates/index.ts";
import { DEBIT_SCHEMES, isDebit, lockPaymentMethodIn } from "#lib/domain/payment-methods/index.ts";
import {
  answerCurrent,
  chargeOpenedPayment,
  getPayment,
  lockPayment,
  openRetryIn,
  type Payment,
} from "#lib/domain/payments/index.ts";
import { LeaseHeldError } from "#lib/domain/rail-leases/index.ts";
import { collectInvoice, retryInvoiceIn } from "#lib/domain/subscriptions/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { RetryRefusal } from "#lib/kernel/vocabulary/retries.ts";
import { readFacts } from "./facts-store.ts";
import { RetryRefusedError, refusalOf } from "./refusal.ts";
import { findRetryOf, lockTries } from "./store.ts";
import { retryVerdict } from "./verdict.ts";

/**
 * Decides and begins the retry of a declined payment in the caller's transaction. A payment of a subscription's invoice
 * is collected again by the subscription; dunning continues as planned if that fails. Any other is a new payment under
 * the payer's mandate. Call `chargeRetry` after the commit; if the process dies before that, due work charges it. Throws
 * `RetryRefusedError` with the reason, and `resource_missing`. Locks the declined payment, so two callers never retry it
 * twice: the second one sees the first one's retry. Then locks the tries of its card, whose limits several payments share.
 */
export async function beginRetryIn(tx: Tx, ctx: Context, id: string): Promise<Payment> {
  const declined = await lockPayment(tx, ctx, id);
  await lockTries(tx, ctx, declined.card?.fingerprint ?? declined.paymentMethodId ?? declined.id);
  const [facts] = await readFacts(ctx, [declined.id], tx);
  const refusal = refusalOf(retryVerdict(facts!, businessNow(ctx)));
  if (refusal) throw refusal;
  const retry = await openIn(tx, ctx, declined);
  const { amountMinor, currency, method } = retry;
  await recordChangeIn(tx, ctx, {
    action: "payment.retried",
    subject: { id: declined.id },
    after: { retry: retry.id, amountMinor, currency, method },
  });
  return retry;
}

async function openIn(tx: Tx, ctx: Context, declined: Payment): Promise<Payment> {
  const { id, invoiceId, subscriptionId, paymentMethodId, method: type } = declined;
  if (invoiceId !== null && subscriptionId !== null) {
    const retry = await retryInvoiceIn(tx, ctx, { subscriptionId, invoiceId, retryOf: id });
    return retry ?? refuse("invoice_closed");
  }
  if (paymentMethodId === null) return refuse("needs_payer");
  const method = await lockPaymentMethodIn(tx, ctx, paymentMethodId);
  if (method.status !== "active") return refuse("method_ended");
  const scheme = isDebit(type) ? DEBIT_SCHEMES[type] : "card";
  const mandate = await touchLiveMandateIn(tx, ctx, { paymentMethod: method.id, scheme });
  if (!mandate) return refuse("needs_payer");
  return await openRetryIn(tx, ctx, declined, { method, mandateId: mandate.id });
}

/** A change between the reading of the facts and the lock. */
function refuse(refusal: RetryRefusal): never {
  throw new RetryRefusedError(refusal, null);
}

/** Charges a retry that has begun and returns it with its outcome; does nothing if it is charged already. Throws what the
 *  rail throws, and `LeaseHeldError` while another process asks the rail; due work charges it then. */
export async function chargeRetry(ctx: Context, retry: Payment): Promise<Payment> {
  const { id, invoiceId, subscriptionId } = retry;
  if (invoiceId !== null && subscriptionId !== null) {
    const invoice = { id: invoiceId, subscriptionId } as Parameters<typeof collectInvoice>[1];
    await collectInvoice(ctx, invoice);
  } else await chargeOpenedPayment(ctx, id);
  notifyDispatcher();
  return await getPayment(ctx, id);
}

const WORDING = { what: "a retry's outcome", never: "it never charges twice" };

/**
 * Retries a declined payment once per idempotency key: claims the key and opens the retry (one transaction), charges it
 * with no transaction open, stores the answer. A repeat returns the stored answer or continues where a request died; two
 * calls with different keys make one retry, and the second one is refused. Refusals are stored under the key:
 * `resource_missing`, and `state_invalid` with the reason. Throws `idempotency_conflict`, `idempotency_in_progress`, and
 * `gateway_error` if the rail's outcome is unknown.
 */
export async function retryPayment(
  ctx: Context,
  id: string,
  request: IdempotentRequest,
  render: Renderer<Payment>,
): Promise<Answer> {
  for (;;) {
    const begun = await begin(ctx, id, request, render);
    if (begun && "replayed" in begun) return begun;
    const retry = begun ?? (await earlierRetry(ctx, id, request));
    if (retry && "replayed" in retry) return retry;
    // Otherwise the key expired between the two reads, so this request can claim it.
    if (!retry) continue;
    const charged = await askForCall(ctx, WORDING, () => chargeRetry(ctx, retry));
    return await answerCurrent(ctx, charged, { request, render: render.result });
  }
}

/** The retry, or the refusal, stored; or null if another request has the key. */
async function begin(
  ctx: Context,
  id: string,
  request: IdempotentRequest,
  render: Renderer<Payment>,
): Promise<Payment | Answer | null> {
  return await transact(async (tx) => {
    if (!(await claimKey(tx, ctx, request, id))) return null;
    try {
      return await tx.transaction((inner) => beginRetryIn(inner, ctx, id));
    } catch (error) {
      if (!isKept(error)) throw error;
      const response = render.refusal(error);
      await finishKeyIn(tx, ctx, request, response);
      return { ...response, replayed: false };
    }
  });
}

const isKept = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && !(error instanceof LeaseHeldError);

/** Key and retry were recorded together, and a payment has one retry, so it is this key's. */
async function earlierRetry(
  ctx: Context,
  id: string,
  request: IdempotentRequest,
): Promise<Payment | Answer | null> {
  const earlier = await findEarlierCall(ctx, request);
  if (!earlier) return null;
  if ("answer" in earlier) return earlier.answer;
  const retryId = await findRetryOf(ctx, id);
  return retryId && (await getPayment(ctx, retryId));
}
