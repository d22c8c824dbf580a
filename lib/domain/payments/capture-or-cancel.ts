import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  type Answer,
  askForCall,
  claimKey,
  findEarlierCall,
  finishKeyIn,
  type IdempotentRequest,
  lockIfRunning,
  type Renderer,
  type StoredResponse,
} from "#lib/domain/idempotency/index.ts";
import {
  LeaseHeldError,
  type RailLease,
  releaseLease,
  takeIfOpen,
} from "#lib/domain/rail-leases/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { StepRefusal } from "#lib/rails/index.ts";
import { doStepAtRail } from "./ask-rail.ts";
import { beginStepIn, concludeStep, giveUpStep, type StepParams } from "./payment-step.ts";
import { getPayment } from "./read-payments.ts";
import { answerCurrent } from "./settle-payment.ts";
import type { HeldPayment, Payment } from "./types.ts";

/**
 * Captures an authorised payment once, in full (`amountMinor` null) or in part; the rest is released. Idempotency,
 * repeats and crashes as in `takeStep`. Refuses with `resource_missing`, `state_invalid` (also after the authorisation
 * has expired), and `parameter_invalid` (`amount`) for more than was authorised.
 */
export async function capturePayment(
  ctx: Context,
  params: { payment: string; amountMinor: bigint | null },
  request: IdempotentRequest,
  render: Renderer<Payment>,
): Promise<Answer> {
  const choose = (payment: Payment): StepParams => {
    const amount = params.amountMinor ?? payment.amountMinor;
    if (amount > payment.amountMinor) throw tooMuch(payment);
    return { step: "capture", captureMinor: amount };
  };
  return await takeStep({ ctx, paymentId: params.payment, request, render }, choose);
}

function tooMuch({ amountMinor, currency }: Payment) {
  return invalid("amount", `At most ${formatMinor(amountMinor, currency)} was authorised.`);
}

/**
 * Cancels a payment that waits for the payer or for its capture; an authorised amount is released. Idempotency, repeats
 * and crashes as in `takeStep`. Refuses with `resource_missing` and `state_invalid`.
 */
export async function cancelPayment(
  ctx: Context,
  paymentId: string,
  request: IdempotentRequest,
  render: Renderer<Payment>,
): Promise<Answer> {
  return await takeStep({ ctx, paymentId, request, render }, () => ({
    step: "cancel",
    captureMinor: null,
  }));
}

type StepCall = {
  ctx: Context;
  paymentId: string;
  request: IdempotentRequest;
  render: Renderer<Payment>;
};

/**
 * Captures or cancels once per idempotency key: claims the key, takes the payment's lease and records that the step
 * begins (one transaction), calls the rail with no transaction open, records the result (one transaction). A repeat
 * returns the stored answer, or takes the lease and resumes where a request died. Refusals by us and by the rail are
 * stored under the key. Throws `idempotency_conflict`, `idempotency_in_progress` while another process holds the lease,
 * and `gateway_error` if the rail does not answer: the step then stays begun, and a repeat or the recovery loop finishes
 * it.
 */
async function takeStep(call: StepCall, choose: Choose): Promise<Answer> {
  for (;;) {
    const begun = await begin(call, choose, null);
    if (begun && "replayed" in begun) return begun;
    if (begun) return await carryOut(call, begun, false);
    const answer = await repeat(call, choose);
    if (answer) return answer;
    // The key expired between the two reads, so this request can claim it.
  }
}

type Choose = (payment: Payment) => StepParams;

/** Returns the payment with the step begun; or the refusal, stored; or null if another request has the key or it is
 *  finished. `held`: the lease of a repeat, whose key is already claimed. */
async function begin(
  { ctx, paymentId, request, render }: StepCall,
  choose: Choose,
  held: RailLease | null,
): Promise<HeldPayment | Answer | null> {
  return await transact(async (tx) => {
    const isOurs = held
      ? await lockIfRunning(tx, ctx, request)
      : await claimKey(tx, ctx, request, paymentId);
    if (!isOurs) return null;
    try {
      return await tx.transaction(async (inner) => {
        const begun = await beginStepIn(inner, ctx, paymentId, choose, held);
        await recordInAuditLog(inner, ctx, begun.payment);
        return begun;
      });
    } catch (error) {
      if (!isKept(error)) throw error;
      const response = render.refusal(error);
      await finishKeyIn(tx, ctx, request, response);
      return { ...response, replayed: false };
    }
  });
}

/** A held lease is not stored as a refusal: the same request can succeed later. */
const isKept = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && !(error instanceof LeaseHeldError);

/** Recorded when the step begins, because a begun step is always done unless the rail refuses it. */
async function recordInAuditLog(tx: Tx, ctx: Context, payment: Payment): Promise<void> {
  const { id, step, captureMinor, amountMinor, currency } = payment;
  const action = step === "capture" ? "payment.captured" : "payment.canceled";
  const after = { amountMinor: captureMinor ?? amountMinor, currency };
  await recordChangeIn(tx, ctx, { action, subject: { id }, after });
}

/** Calls the rail and records the result. Releases the lease if either fails, so that a repeat can try immediately. */
async function carryOut(call: StepCall, held: HeldPayment, again: boolean): Promise<Answer> {
  try {
    const wording = {
      what: `the outcome of a ${held.payment.step}`,
      never: "it is never done twice",
    };
    const outcome = await askForCall(call.ctx, wording, () => doStepAtRail(held, again));
    return await conclude(call, held.payment, outcome);
  } catch (error) {
    await releaseLease(held.lease);
    throw error;
  }
}

async function conclude(
  call: StepCall,
  payment: Payment,
  outcome: Awaited<ReturnType<typeof doStepAtRail>>,
): Promise<Answer> {
  const { ctx, request } = call;
  let response: StoredResponse | undefined;
  const render = (done: Payment): StoredResponse => {
    response = call.render.result(done);
    return response;
  };
  const refuse = ({ message }: StepRefusal): StoredResponse => {
    const text = `The acquirer refused the ${payment.step}: ${message}`;
    response = call.render.refusal(new ApiError("state_invalid", text));
    return response;
  };
  const done =
    outcome.result === "refused"
      ? await giveUpStep(ctx, payment, { request, response: refuse(outcome) })
      : await concludeStep(ctx, payment, outcome, { request, render });
  if (done && response) return { ...response, replayed: false };
  return await answerCurrentOf(call);
}

/** The status after a step succeeds. */
const ENDS = { capture: "succeeded", cancel: "canceled", approve: null, refuse: null } as const;

/** Whether the payment is as the step leaves it. Another capture can have succeeded after the rail refused this one. */
const isAfter = (payment: Payment, { step, captureMinor }: StepParams) =>
  payment.status === ENDS[step] &&
  (captureMinor === null || payment.amountCapturedMinor === captureMinor);

async function repeat(call: StepCall, choose: Choose): Promise<Answer | null> {
  const { ctx, request } = call;
  const earlier = await findEarlierCall(ctx, request);
  if (!earlier) return null;
  if ("answer" in earlier) return earlier.answer;
  const read = async () => await getPayment(ctx, call.paymentId);
  const isOpen = (one: Payment) => one.step !== null || !isAfter(one, choose(one));
  const { object: payment, lease } = await takeIfOpen(read, isOpen);
  if (!lease) return await answerCurrentOf(call);
  try {
    return await resumeUnder(call, choose, { payment, lease });
  } finally {
    await releaseLease(lease);
  }
}

/** Key and step were recorded together, so an open step with the same parameters belongs to this request, unless the rail
 *  has refused that one meanwhile. */
async function resumeUnder(
  call: StepCall,
  choose: Choose,
  held: HeldPayment,
): Promise<Answer | null> {
  const { payment, lease } = held;
  const stored = await findEarlierCall(call.ctx, call.request);
  // The first request finished just before its lease was free.
  if (!stored) return null;
  if ("answer" in stored) return stored.answer;
  const params = choose(payment);
  const isOurs = payment.step === params.step && payment.captureMinor === params.captureMinor;
  if (isOurs) return await carryOut(call, held, true);
  const begun = await begin(call, choose, lease);
  if (!begun || "replayed" in begun) return begun;
  return await carryOut(call, begun, true);
}

/** For a step that another process recorded. */
async function answerCurrentOf({ ctx, paymentId, request, render }: StepCall): Promise<Answer> {
  const payment = await getPayment(ctx, paymentId);
  return await answerCurrent(ctx, payment, { request, render: render.result });
}
