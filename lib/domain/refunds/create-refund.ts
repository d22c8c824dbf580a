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
import {
  type RailLease,
  railUnder,
  releaseLease,
  takeIfOpen,
} from "#lib/domain/rail-leases/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type RefundOutcome, railFor } from "#lib/rails/index.ts";
import { advanceRefund } from "./advance-refund.ts";
import { askRail, railRequest } from "./ask-rail.ts";
import { getRefund } from "./list-refunds.ts";
import { openRefund } from "./open-refund.ts";
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
  params: NewRefund,
  request: IdempotentRequest,
  render: Renderer<Refund>,
): Promise<Answer> {
  // Known before anything is recorded: without a rail nothing may begin.
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
    // The key expired between the two looks: now it is ours to claim.
  }
}

const WORDING = { what: "a refund's outcome", never: "it never refunds twice" };

/** When the outcome is not known, or cannot be recorded, the next repeat may ask at once. */
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

/** Answers a call whose refund went on without it, and keeps the answer under its key. */
async function answerAsItIs({ ctx, request, render }: Call, refundId: string): Promise<Answer> {
  const response = render.result(await getRefund(ctx, refundId));
  if (await finishKey(ctx, request, response)) return { ...response, replayed: false };
  const stored = await findStored(ctx, request);
  if (stored?.state !== "finished") throw new Error(`the key of ${refundId} was lost`);
  return replayOf(stored.response);
}
