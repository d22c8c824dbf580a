import { LeaseHeldError } from "#lib/domain/rail-leases/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import * as store from "./store.ts";
import type { Answer, IdempotentRequest, KeyRecord, StoredResponse } from "./types.ts";

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

type Row = Awaited<ReturnType<typeof store.find>>;

/** The record in the domain's terms. Throws `idempotency_conflict` when it is of another body. */
export function readRecord(row: Row, request: IdempotentRequest): KeyRecord | null {
  if (!row) return null;
  if (!row.requestHash.equals(request.requestHash)) throw conflict();
  if (row.state === "running") {
    return { state: "running", resourceId: row.resourceId };
  }
  return {
    state: "finished",
    response: { status: row.status!, body: row.body!, version: row.version! },
  };
}

/** What is known of a key that has not expired, or null. Takes no lock. Throws
 *  `idempotency_conflict` when the key was used with another body. */
export async function findStored(
  ctx: Context,
  request: IdempotentRequest,
): Promise<KeyRecord | null> {
  return readRecord(await store.find(ctx, request), request);
}

/** A kept answer as it is sent again: a creation turns from 201 to 200, all else stays as it was. */
export function replayOf(response: StoredResponse): Answer {
  return { ...response, status: response.status === 201 ? 200 : response.status, replayed: true };
}

export function conflict(): ApiError {
  return new ApiError(
    "idempotency_conflict",
    "This Idempotency-Key was used with other parameters. Nothing was created; use a fresh key.",
    { param: "Idempotency-Key" },
  );
}

export function inProgress(): ApiError {
  return new ApiError(
    "idempotency_in_progress",
    "The first call with this Idempotency-Key is still running. Wait and retry with the same key.",
    { param: "Idempotency-Key" },
  );
}

/** Replaces the body that is kept under a key, once: of several calls at a time one succeeds, and all of them
 *  get its body. Returns the body to send, which is `to` when the key has expired. */
export async function replaceAnswer(
  ctx: Context,
  request: Pick<IdempotentRequest, "key">,
  { from, to }: { from: string; to: string },
): Promise<string> {
  if (await store.replaceBody(ctx, request, { from, to })) return to;
  const kept = await store.find(ctx, request);
  return kept?.body ?? to;
}
