import {
  type Answer,
  askForCall,
  findEarlierCall,
  findStored,
  finishKey,
  type IdempotentRequest,
  type Renderer,
  replayOf,
  type StoredResponse,
} from "#lib/domain/idempotency/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type RefundOutcome, railFor, takeoverMs } from "#lib/rails/index.ts";
import { advanceRefund } from "./advance-refund.ts";
import { askRail, railRequest } from "./ask-rail.ts";
import { openRefund } from "./open-refund.ts";
import * as store from "./store.ts";
import type { NewRefund, Refund } from "./types.ts";

type Call = { ctx: Context; request: IdempotentRequest; render: Renderer<Refund> };

/**
 * Refunds part or all of what remains of a captured payment, once per idempotency key. The amount is
 * held on the payment in the same transaction that records the refund, so that refunds never add up
 * to more than was captured, however many run at once; then the rail is called, and what it says is
 * recorded.
 *
 * Refusals that depend on the payment are kept under the key: `parameter_invalid` (`amount`) for
 * more than remains, `state_invalid` for a payment that did not succeed, `resource_missing`. Throws
 * `idempotency_conflict`, `idempotency_in_progress` and `gateway_error` (the rail did not answer:
 * the refund stays `pending` and is asked about later).
 */
export async function createRefund(
  ctx: Context,
  wish: NewRefund,
  request: IdempotentRequest,
  render: Renderer<Refund>,
): Promise<Answer> {
  const rail = railFor(ctx.mode);
  const call = { ctx, request, render };
  for (;;) {
    const opened = await openRefund(ctx, wish, request, render);
    if (opened && "replayed" in opened) return opened;
    if (opened) {
      return await submit(call, opened, async () => rail.refund(await railRequest(ctx, opened)));
    }
    const answer = await repeat(call);
    if (answer) return answer;
    // The key expired between the two looks: now it is ours to claim.
  }
}

async function submit(
  call: Call,
  refund: Refund,
  ask: () => Promise<RefundOutcome>,
): Promise<Answer> {
  const { ctx, request } = call;
  const outcome = await outcomeOf(call, ask);
  let response: StoredResponse | undefined;
  const render = (settled: Refund): StoredResponse => {
    response = call.render.result(settled);
    return response;
  };
  const settled = await advanceRefund(ctx, refund, outcome, { request, render });
  if (settled && response) return { ...response, replayed: false };
  return await answerAsItIs(call, refund.id);
}

async function outcomeOf(call: Call, ask: () => Promise<RefundOutcome>): Promise<RefundOutcome> {
  const wording = { what: "a refund's outcome", never: "it never refunds twice" };
  return await askForCall(call.ctx, call.request, wording, ask);
}

async function repeat(call: Call): Promise<Answer | null> {
  const { ctx, request } = call;
  const earlier = await findEarlierCall(ctx, request, takeoverMs());
  if (!earlier) return null;
  if ("answer" in earlier) return earlier.answer;
  const refund = await store.find(ctx, earlier.resourceId);
  if (!refund) throw new Error(`${earlier.resourceId} is named by a key and does not exist`);
  const isUnanswered = refund.railReference === null && refund.status === "pending";
  if (!isUnanswered) return await answerAsItIs(call, refund.id);
  return await submit(call, refund, () => askRail(ctx, refund));
}

/** Answers a call whose refund went on without it, and keeps the answer under its key. */
async function answerAsItIs({ ctx, request, render }: Call, refundId: string): Promise<Answer> {
  const refund = await store.find(ctx, refundId);
  if (!refund) throw new Error(`${refundId} does not exist`);
  const response = render.result(refund);
  if (await finishKey(ctx, request, response)) return { ...response, replayed: false };
  const stored = await findStored(ctx, request);
  if (stored?.state !== "finished") throw new Error(`the key of ${refundId} was lost`);
  return replayOf(stored.response);
}
