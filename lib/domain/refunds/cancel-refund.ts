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
  lockIfRunning,
  type Renderer,
  type StoredResponse,
} from "#lib/domain/idempotency/index.ts";
import {
  type RailLease,
  railUnder,
  releaseLease,
  takeIfOpen,
} from "#lib/domain/rail-leases/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { railRequest, recordStep } from "./advance-refund.ts";
import { getRefund } from "./read-refunds.ts";
import * as store from "./store.ts";
import type { Refund } from "./types.ts";

/**
 * Cancels a refund that is still `pending` and releases its reserved amount, once per idempotency key: claims the key,
 * calls the rail with no transaction open, records the result. A repeat returns the stored answer or asks the rail again;
 * if the recovery loop has learned of the cancellation meanwhile, it returns that. Refuses, stored under the key, with
 * `state_invalid` once the refund is submitted or while the rail has not confirmed receipt. Throws `resource_missing`,
 * `idempotency_conflict`, `gateway_error` if the rail does not answer, and `idempotency_in_progress` while another process
 * asks the rail about the refund. Locks the key, the refund and its payment.
 */
export async function cancelRefund(
  ctx: Context,
  id: string,
  request: IdempotentRequest,
  render: Renderer<Refund>,
): Promise<Answer> {
  const call = { ctx, id, request, render };
  for (;;) {
    const earlier = await findEarlierCall(ctx, request);
    if (earlier && "answer" in earlier) return earlier.answer;
    const { object: refund, lease } = await takeIfOpen(() => getRefund(ctx, id), mayStop);
    const answer = lease
      ? await stopUnder(call, refund, lease, earlier !== null)
      : await answerUnasked(call, refund, earlier !== null);
    if (answer) return answer;
    // Another request with the key was first, or the refund has moved.
  }
}

/** A refund that the rail has not confirmed could reach it after our cancellation, and would be paid. */
const mayStop = ({ status, railReference }: CancelFacts) =>
  status === "pending" && railReference !== null;

type Call = {
  ctx: Context;
  id: string;
  request: IdempotentRequest;
  render: Renderer<Refund>;
};

/** Answers without asking the rail: the refund is canceled, by an earlier try of this call, or it is too late. Null if
 *  another request has the key. */
async function answerUnasked(
  call: Call,
  refund: Refund,
  isRepeat: boolean,
): Promise<StoredAnswer | null> {
  const { ctx, id, request, render } = call;
  const isDone = isRepeat && refund.status === "canceled";
  const response = isDone ? render.result(refund) : render.refusal(tooLate(refund));
  return await transact(async (tx) => {
    const isOurs = isRepeat
      ? await lockIfRunning(tx, ctx, request)
      : await claimKey(tx, ctx, request, id);
    if (!isOurs) return null;
    if (isDone) await recordInAuditLog(tx, call);
    return await finishIn(tx, call, response);
  });
}

/** Cancels the refund at the rail and releases the lease. Null if another request has the key, or if another process moved
 *  the refund. */
async function stopUnder(
  call: Call,
  refund: Refund,
  lease: RailLease,
  isRepeat: boolean,
): Promise<StoredAnswer | null> {
  const { ctx, id, request } = call;
  try {
    const isOurs = isRepeat || (await transact((tx) => claimKey(tx, ctx, request, id)));
    if (!isOurs) return null;
    const wording = { what: "the outcome of a cancellation", never: "it is asked for again" };
    const { result } = await askForCall(ctx, wording, async () =>
      railUnder(lease).cancelRefund(await railRequest(ctx, refund)),
    );
    return await record(call, refund, result === "canceled");
  } finally {
    await releaseLease(lease);
  }
}

async function record(call: Call, refund: Refund, stopped: boolean): Promise<StoredAnswer | null> {
  const { ctx, request, render } = call;
  const canceled: Refund = { ...refund, status: "canceled", railCheckAt: null };
  const answer = await transact(async (tx) => {
    if (!(await lockIfRunning(tx, ctx, request))) return null;
    if (!stopped) return await finishIn(tx, call, render.refusal(tooLate(refund)));
    if (!(await store.move(tx, ctx, refund, canceled))) return null;
    await recordStep(tx, ctx, canceled);
    await recordInAuditLog(tx, call);
    return await finishIn(tx, call, render.result(canceled));
  });
  if (stopped) notifyDispatcher();
  return answer;
}

type StoredAnswer = StoredResponse & { replayed: false };

async function finishIn(tx: Tx, call: Call, response: StoredResponse): Promise<StoredAnswer> {
  await finishKeyIn(tx, call.ctx, call.request, response);
  return { ...response, replayed: false };
}

const recordInAuditLog = (tx: Tx, { ctx, id }: Call) =>
  recordChangeIn(tx, ctx, { action: "refund.canceled", subject: { id } });

/** The refusal of a cancellation, or null; the rail can still refuse it. */
export function whyNotCanceled(refund: CancelFacts): ApiError | null {
  return mayStop(refund) ? null : tooLate(refund);
}

type CancelFacts = Pick<Refund, "status" | "railReference">;

function tooLate(refund: CancelFacts): ApiError {
  return new ApiError(
    "state_invalid",
    refund.status === "pending"
      ? "This refund has been sent and can no longer be canceled."
      : `Only a pending refund can be canceled; this one is ${refund.status}.`,
  );
}
