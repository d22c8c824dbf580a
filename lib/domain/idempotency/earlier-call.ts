import { nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import { findStored, inProgress, replayOf } from "./record.ts";
import { takeOver, unlock } from "./store.ts";
import type { Answer, IdempotentRequest } from "./types.ts";

/**
 * What an earlier call under this key left, for writes that call a rail: its kept answer, or its
 * work, taken over for `lockMs`, with the object it had begun; null when the key is free again.
 * Throws `idempotency_in_progress` while that call is still at work, and `idempotency_conflict`.
 */
export async function findEarlierCall(
  ctx: Context,
  request: IdempotentRequest,
  lockMs: number,
): Promise<{ answer: Answer } | { resourceId: string } | null> {
  const stored = await findStored(ctx, request);
  if (!stored) return null;
  if (stored.state === "finished") return { answer: replayOf(stored.response) };
  const stillAtWork = stored.lockedUntil !== null && stored.lockedUntil.getTime() > nowMs();
  const taken = stillAtWork ? null : await takeOver(ctx, request, lockMs);
  if (!taken?.resourceId) throw inProgress();
  return { resourceId: taken.resourceId };
}

/** Asks the rail for a call that waits. When it does not answer, the key is let go, so that a
 *  repeat may ask at once, and `gateway_error` is thrown; `never` ends its message. */
export async function askForCall<T>(
  ctx: Context,
  request: IdempotentRequest,
  wording: { what: string; never: string },
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    log.warn(`${wording.what} is unknown for now`, { error, requestId: ctx.requestId });
    await unlock(ctx, request);
    throw new ApiError(
      "gateway_error",
      `The acquirer gave no answer, so the outcome is not known yet. Retry with the same Idempotency-Key: ${wording.never}.`,
      { cause: error },
    );
  }
}
