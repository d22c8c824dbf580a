import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  type Answer,
  askForCall,
  claimKey,
  findEarlierCall,
  type IdempotentRequest,
  preparedOrReplayed,
  type RenderResponse,
} from "#lib/domain/idempotency/index.ts";
import { mandateForDebitIn } from "#lib/domain/mandates/index.ts";
import { DEBIT_SCHEMES, type DebitMethod, isDebit } from "#lib/domain/payment-methods/index.ts";
import {
  newLease,
  type RailLease,
  releaseLease,
  takeIfOpen,
} from "#lib/domain/rail-leases/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { PaymentOutcome } from "#lib/rails/index.ts";
import { askRail, authoriseAtRail } from "./ask-rail.ts";
import { insert } from "./change-store.ts";
import type { Opening } from "./open-sql.ts";
import { isUnanswered } from "./payment-state.ts";
import { type Prepared, preparePayment } from "./prepare-payment.ts";
import { getPayment } from "./read-payments.ts";
import { answerCurrent, settleAndAnswer, type Waiting } from "./settle-payment.ts";
import * as store from "./store.ts";
import type { NewPayment, Payment } from "./types.ts";

/**
 * Charges once per idempotency key: claims the key and records the payment with its lease (one statement), calls the
 * rail with no transaction open, records the outcome with its bookings, event and answer (one statement). A repeat
 * returns the stored answer, or resumes where a request died; it never charges again. A decline is a result, not an
 * error.
 *
 * Throws `parameter_invalid` and `resource_missing` before anything is recorded, `idempotency_conflict`,
 * `idempotency_in_progress`, and `gateway_error` if the rail's outcome is unknown: the payment then stays `processing`
 * until the rail answers.
 */
export async function createPayment(
  ctx: Context,
  params: NewPayment,
  request: IdempotentRequest,
  render: RenderResponse<Payment>,
): Promise<Answer> {
  return await charge(ctx, () => preparePayment(ctx, params), request, render);
}

/** As `createPayment`, for the payment that `prepare` returns. Throws the errors of `prepare` too. */
export async function charge(
  ctx: Context,
  prepare: () => Promise<Prepared>,
  request: IdempotentRequest,
  render: RenderResponse<Payment>,
): Promise<Answer> {
  const prepared = await preparedOrReplayed(ctx, request, prepare);
  if ("replayed" in prepared) return prepared;
  const waiting = { request, render };
  const { railToken } = prepared;
  for (;;) {
    const lease = newLease(prepared.payment);
    const payment = await open(ctx, request, prepared, lease);
    if (payment) {
      const ask = () => authoriseAtRail(ctx, payment, lease, railToken);
      return await askAndSettle(ctx, { payment, lease }, ask, waiting);
    }
    const answer = await repeat(ctx, waiting);
    if (answer) return answer;
    // The key expired between the two reads, so this request can claim it.
  }
}

/** Returns the recorded payment, or null if another request has the key. */
async function open(
  ctx: Context,
  request: IdempotentRequest,
  prepared: Prepared,
  lease: RailLease,
): Promise<Payment | null> {
  const { payment, newMethod } = prepared;
  if (isDebit(payment.method)) return await openDebit(ctx, request, prepared, lease);
  const opening = { ctx, request, payment, lease, newMethod };
  const opened =
    ctx.actor.type === "member" ? await openAudited(opening) : await store.open(opening);
  return opened ? payment : null;
}

/** Charges by members are not grouped: each needs a transaction with its entry in the audit log. */
async function openAudited(opening: Opening): Promise<boolean> {
  const { ctx, payment } = opening;
  const { id, amountMinor, currency, method } = payment;
  const change = { action: "payment.created", after: { amountMinor, currency, method } } as const;
  return await transact(async (tx) => {
    const opened = await store.openIn(tx, opening);
    if (opened) await recordChangeIn(tx, ctx, { ...change, subject: { id } });
    return opened;
  });
}

/**
 * Claims the key and records a debit with its lease and its mandate (the first debit creates it), in one transaction.
 * Returns the payment, or null if another request has the key. Throws `parameter_invalid`, and records nothing: for
 * `payment_method` if the mandate has ended and the payer has not agreed to a new one (`acceptance`), for `mandate_data`
 * if the agreement is missing. Locks the mandate.
 */
async function openDebit(
  ctx: Context,
  request: IdempotentRequest,
  { payment, acceptance, isAgreementMissing }: Prepared,
  lease: RailLease,
): Promise<Payment | null> {
  const { paymentMethodId, customerId: customer, method } = payment;
  if (paymentMethodId === null) throw new Error(`${payment.id} has nothing to debit`);
  return await transact(async (tx) => {
    if (!(await claimKey(tx, ctx, request, payment.id))) return null;
    const mandate = await mandateForDebitIn(tx, ctx, {
      ...acceptance,
      scheme: DEBIT_SCHEMES[method as DebitMethod],
      customer,
      paymentMethod: paymentMethodId,
      isFresh: acceptance !== null,
      isAgreementMissing,
    });
    const debit: Payment = { ...payment, mandateId: mandate.id };
    await insert(tx, debit, lease);
    const { id, amountMinor, currency } = debit;
    const after = { amountMinor, currency, method };
    await recordChangeIn(tx, ctx, { action: "payment.created", subject: { id }, after });
    return debit;
  });
}

async function repeat(ctx: Context, waiting: Waiting): Promise<Answer | null> {
  const earlier = await findEarlierCall(ctx, waiting.request);
  if (!earlier) return null;
  return "answer" in earlier ? earlier.answer : await resume(ctx, earlier.resourceId, waiting);
}

/** Continues where an earlier request stopped: its payment is recorded, the outcome may not be. */
async function resume(ctx: Context, paymentId: string, waiting: Waiting): Promise<Answer> {
  const read = async () => await getPayment(ctx, paymentId);
  const { object: payment, lease } = await takeIfOpen(read, isUnanswered);
  if (!lease) return await answerCurrent(ctx, payment, waiting);
  const ask = () => askRail(ctx, payment, lease);
  return await askAndSettle(ctx, { payment, lease }, ask, waiting);
}

const WORDING = { what: "a payment's outcome", never: "it never charges twice" };

/** Releases the lease if the outcome is unknown or cannot be recorded, so that a repeat can ask immediately. */
async function askAndSettle(
  ctx: Context,
  { payment, lease }: { payment: Payment; lease: RailLease },
  ask: () => Promise<PaymentOutcome>,
  waiting: Waiting,
): Promise<Answer> {
  try {
    const outcome = await askForCall(ctx, WORDING, ask);
    return await settleAndAnswer(ctx, payment, outcome, waiting);
  } catch (error) {
    await releaseLease(lease);
    throw error;
  }
}
