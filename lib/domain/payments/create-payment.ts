import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  type Answer,
  askForCall,
  findEarlierCall,
  type IdempotentRequest,
  preparedOrReplayed,
  type RenderResponse,
  unlock,
} from "#lib/domain/idempotency/index.ts";
import { isDebit } from "#lib/domain/payment-methods/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type PaymentOutcome, takeoverMs } from "#lib/rails/index.ts";
import { askRail, authoriseAtRail } from "./ask-rail.ts";
import { openDebit } from "./open-debit.ts";
import type { Opening } from "./open-sql.ts";
import { isUnanswered } from "./payment-state.ts";
import { type Prepared, preparePayment } from "./prepare-payment.ts";
import { answerAsItIs, settleAndAnswer, type Waiting } from "./settle-payment.ts";
import * as store from "./store.ts";
import type { NewPayment, Payment } from "./types.ts";

/**
 * Charges once per idempotency key: claims the key and records the payment (one statement), calls
 * the rail with no transaction open, records the outcome with everything that follows from it (one
 * statement). A repeat replays the kept answer, or resumes where a call died; it never charges
 * again. A decline is an answer, not an error.
 *
 * Throws `parameter_invalid` and `resource_missing` before anything is recorded,
 * `idempotency_conflict`, `idempotency_in_progress`, and `gateway_error` when the rail's outcome is
 * unknown: the payment then stays `processing` until the rail has been asked.
 */
export async function createPayment(
  ctx: Context,
  wish: NewPayment,
  request: IdempotentRequest,
  render: RenderResponse<Payment>,
): Promise<Answer> {
  return await charge(ctx, () => preparePayment(ctx, wish), request, render);
}

/** The same for whatever `prepare` makes of a wish. Throws what it throws, and as `createPayment`. */
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
    const payment = await open(ctx, request, prepared);
    if (payment) {
      const outcome = await outcomeOf(ctx, request, () => authoriseAtRail(ctx, payment, railToken));
      return await settleOrLetGo(ctx, payment, outcome, waiting);
    }
    const answer = await repeat(ctx, waiting);
    if (answer) return answer;
    // The key expired between the two looks: now it is ours to claim.
  }
}

/** The payment as it was recorded, or null when the key is another call's. */
async function open(
  ctx: Context,
  request: IdempotentRequest,
  { payment, newMethod, acceptance }: Prepared,
): Promise<Payment | null> {
  if (isDebit(payment.method)) return await openDebit(ctx, request, payment, acceptance);
  const opening = { ctx, request, payment, lockMs: takeoverMs(), newMethod };
  const opened =
    ctx.actor.type === "member" ? await openAudited(opening) : await store.open(opening);
  return opened ? payment : null;
}

/** What a person charges goes alone, in a transaction with its entry in the audit log. */
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

async function repeat(ctx: Context, waiting: Waiting): Promise<Answer | null> {
  const earlier = await findEarlierCall(ctx, waiting.request, takeoverMs());
  if (!earlier) return null;
  return "answer" in earlier ? earlier.answer : await resume(ctx, earlier.resourceId, waiting);
}

/** Goes on from where an earlier call stopped: the payment is recorded, its outcome may not be. */
async function resume(ctx: Context, paymentId: string, waiting: Waiting): Promise<Answer> {
  const payment = await store.find(ctx, paymentId);
  if (!payment) throw new Error(`${paymentId} is named by a key and does not exist`);
  if (!isUnanswered(payment)) return await answerAsItIs(ctx, payment, waiting);
  const outcome = await outcomeOf(ctx, waiting.request, () => askRail(ctx, payment));
  return await settleOrLetGo(ctx, payment, outcome, waiting);
}

/** When the outcome cannot be recorded, the next repeat may try at once. */
async function settleOrLetGo(
  ctx: Context,
  payment: Payment,
  outcome: PaymentOutcome,
  waiting: Waiting,
): Promise<Answer> {
  try {
    return await settleAndAnswer(ctx, payment, outcome, waiting);
  } catch (error) {
    await unlock(ctx, waiting.request).catch(() => {});
    throw error;
  }
}

async function outcomeOf(
  ctx: Context,
  request: IdempotentRequest,
  ask: () => Promise<PaymentOutcome>,
): Promise<PaymentOutcome> {
  const wording = { what: "a payment's outcome", never: "it never charges twice" };
  return await askForCall(ctx, request, wording, ask);
}
