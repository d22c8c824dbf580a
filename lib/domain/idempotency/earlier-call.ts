import { LeaseHeldError } from "#lib/domain/rail-leases/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import { findStored, inProgress, replayOf } from "./record.ts";
import type { Answer, IdempotentRequest } from "./types.ts";

/**
 * What an earlier call under this key left, for writes that call a rail: its kept answer, or the object that it
 * began; null when the key is free again. A repeat may go on with the object only under its lease. Takes no lock.
 * Throws `idempotency_conflict`, and `idempotency_in_progress` while a call that began nothing is at work.
 */
export async function findEarlierCall(
  ctx: Context,
  request: IdempotentRequest,
): Promise<{ answer: Answer } | { resourceId: string } | null> {
  const stored = await findStored(ctx, request);
  if (!stored) return null;
  if (stored.state === "finished") return { answer: replayOf(stored.response) };
  if (!stored.resourceId) throw inProgress();
  return { resourceId: stored.resourceId };
}

/** Asks the rail for a call that waits. Throws `gateway_error` when the rail does not answer (`never` ends the
 *  message), and `LeaseHeldError` when somebody else may ask it. The caller ends its lease, so that a repeat may
 *  ask at once. */
export async function askForCall<T>(
  ctx: Context,
  wording: { what: string; never: string },
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof LeaseHeldError) throw error;
    log.warn(`${wording.what} is unknown for now`, { error, requestId: ctx.requestId });
    throw new ApiError(
      "gateway_error",
      `The acquirer gave no answer, so the outcome is not known yet. Retry with the same Idempotency-Key: ${wording.never}.`,
      { cause: error },
    );
  }
}
