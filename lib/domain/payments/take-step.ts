import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  type Answer,
  askForCall,
  claimKey,
  findEarlierCall,
  finishKeyIn,
  type IdempotentRequest,
  type Renderer,
  type StoredResponse,
  unlock,
} from "#lib/domain/idempotency/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { type StepRefusal, takeoverMs } from "#lib/rails/index.ts";
import { doStepAtRail } from "./ask-rail.ts";
import { beginStepIn, type StepWish } from "./begin-step.ts";
import { concludeStep, giveUpStep } from "./conclude-step.ts";
import { getPayment } from "./get-payment.ts";
import { answerAsItIs } from "./settle-payment.ts";
import type { Payment } from "./types.ts";

export type StepCall = {
  ctx: Context;
  paymentId: string;
  request: IdempotentRequest;
  render: Renderer<Payment>;
};

/**
 * Captures or cancels once per idempotency key: claims the key and records that the step begins (one
 * transaction), calls the rail with none open, records what came of it (one transaction). A repeat
 * replays the kept answer or resumes where a call died. Refusals that depend on the payment are kept
 * under the key, and so is the rail's own. Throws what `beginStepIn` throws in none of these cases, `idempotency_conflict`,
 * `idempotency_in_progress`, and `gateway_error` when the rail does not answer: the step then stays
 * begun, and a repeat or the recovery loop finishes it.
 */
export async function takeStep(call: StepCall, choose: Choose): Promise<Answer> {
  for (;;) {
    const begun = await begin(call, choose, "claim");
    if (begun && "replayed" in begun) return begun;
    if (begun) return await carryOut(call, begun, false);
    const answer = await repeat(call, choose);
    if (answer) return answer;
    // The key expired between the two looks: now it is ours to claim.
  }
}

type Choose = (payment: Payment) => StepWish;

/** The payment with the step begun; or the refusal, kept; or null when the key is another call's.
 *  `held`: the key is this call's already. */
async function begin(
  { ctx, paymentId, request, render }: StepCall,
  choose: Choose,
  key: "claim" | "held",
): Promise<Payment | Answer | null> {
  return await transact(async (tx) => {
    const claim = { resourceId: paymentId, lockMs: takeoverMs() };
    if (key === "claim" && !(await claimKey(tx, ctx, request, claim))) return null;
    try {
      return await tx.transaction(async (inner) => {
        const begun = await beginStepIn(inner, ctx, paymentId, choose);
        await noteIn(inner, ctx, begun);
        return begun;
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const response = render.refusal(error);
      await finishKeyIn(tx, ctx, request, response);
      return { ...response, replayed: false };
    }
  });
}

/** What is begun is done, now or by the recovery loop, unless the rail refuses. */
async function noteIn(tx: Tx, ctx: Context, payment: Payment): Promise<void> {
  const { id, step, captureMinor, amountMinor, currency } = payment;
  const action = step === "capture" ? "payment.captured" : "payment.canceled";
  const after = { amountMinor: captureMinor ?? amountMinor, currency };
  await recordChangeIn(tx, ctx, { action, subject: { id }, after });
}

async function carryOut(call: StepCall, payment: Payment, again: boolean): Promise<Answer> {
  const { ctx, request } = call;
  const outcome = await atRail(call, payment, again);
  let response: StoredResponse | undefined;
  const render = (done: Payment): StoredResponse => {
    response = call.render.result(done);
    return response;
  };
  const refuse = ({ message }: StepRefusal): StoredResponse => {
    const words = `The acquirer refused the ${payment.step}: ${message}`;
    response = call.render.refusal(new ApiError("state_invalid", words));
    return response;
  };
  try {
    const done =
      outcome.result === "refused"
        ? await giveUpStep(ctx, payment, { request, response: refuse(outcome) })
        : await concludeStep(ctx, payment, outcome, { request, render });
    if (done && response) return { ...response, replayed: false };
    return await asItIs(call);
  } catch (error) {
    // When it cannot be recorded, the next repeat may try at once.
    await unlock(ctx, request).catch(() => {});
    throw error;
  }
}

async function atRail({ ctx, request }: StepCall, payment: Payment, again: boolean) {
  const wording = { what: `the outcome of a ${payment.step}`, never: "it is never done twice" };
  return await askForCall(ctx, request, wording, () => doStepAtRail(payment, again));
}

/** Where a step leads that the rail does. */
const ENDS = { capture: "succeeded", cancel: "canceled", approve: null, refuse: null } as const;

async function repeat(call: StepCall, choose: Choose): Promise<Answer | null> {
  const { ctx, request } = call;
  const earlier = await findEarlierCall(ctx, request, takeoverMs());
  if (!earlier) return null;
  if ("answer" in earlier) return earlier.answer;
  // The key and the step began together: the step that is on its way is this very call's, unless the
  // rail has refused this call's meanwhile.
  const payment = await getPayment(ctx, call.paymentId);
  const wish = choose(payment);
  const isOurs = payment.step === wish.step && payment.captureMinor === wish.captureMinor;
  if (isOurs) return await carryOut(call, payment, true);
  if (payment.status === ENDS[wish.step]) return await asItIs(call);
  const begun = await begin(call, choose, "held");
  if (!begun || "replayed" in begun) return begun;
  return await carryOut(call, begun, true);
}

/** Somebody else recorded it: the payment is answered as it stands. */
async function asItIs({ ctx, paymentId, request, render }: StepCall): Promise<Answer> {
  const payment = await getPayment(ctx, paymentId);
  return await answerAsItIs(ctx, payment, { request, render: render.result });
}
