import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  type Answer,
  findStored,
  type IdempotentRequest,
  once,
  type Renderer,
  replayOf,
} from "#lib/domain/idempotency/index.ts";
import {
  LeaseHeldError,
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
 * Cancels a refund that is still `pending` and releases its reserved amount. Throws `state_invalid` once it is submitted
 * or while the rail has not confirmed receipt, `resource_missing`, `gateway_error` if the rail does not answer, and
 * `idempotency_in_progress` while another process asks the rail about the refund. Locks the refund and its payment.
 */
export async function cancelRefund(
  ctx: Context,
  id: string,
  request: IdempotentRequest,
  render: Renderer<Refund>,
): Promise<Answer> {
  const stored = await findStored(ctx, request);
  if (stored?.state === "finished") return replayOf(stored.response);
  const { object: refund, lease } = await takeIfOpen(() => getRefund(ctx, id), mayStop);
  const call = { ctx, request, render };
  if (!lease) return await record(call, refund, false);
  try {
    return await record(call, refund, await stopAtRail(ctx, refund, lease));
  } finally {
    await releaseLease(lease);
  }
}

/** A refund that the rail has not confirmed could reach it after our cancellation, and would be paid. */
const mayStop = ({ status, railReference }: CancelFacts) =>
  status === "pending" && railReference !== null;

type Call = { ctx: Context; request: IdempotentRequest; render: Renderer<Refund> };

async function record(
  { ctx, request, render }: Call,
  refund: Refund,
  stopped: boolean,
): Promise<Answer> {
  const { id } = refund;
  const answer = await once(
    ctx,
    request,
    async (tx) => {
      const canceled: Refund = { ...refund, status: "canceled", railCheckAt: null };
      if (!stopped || !(await store.move(tx, ctx, refund, canceled))) throw tooLate(refund);
      await recordStep(tx, ctx, canceled);
      await recordChangeIn(tx, ctx, { action: "refund.canceled", subject: { id } });
      return canceled;
    },
    render,
  );
  if (stopped) notifyDispatcher();
  return answer;
}

async function stopAtRail(ctx: Context, refund: Refund, lease: RailLease): Promise<boolean> {
  const request = await railRequest(ctx, refund);
  try {
    return (await railUnder(lease).cancelRefund(request)).result === "canceled";
  } catch (error) {
    if (error instanceof LeaseHeldError) throw error;
    throw new ApiError(
      "gateway_error",
      "The acquirer did not answer, so nothing was changed. Retry with the same Idempotency-Key.",
      { cause: error },
    );
  }
}

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
