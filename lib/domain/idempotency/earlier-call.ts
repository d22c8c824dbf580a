import { LeaseHeldError } from "#lib/domain/rail-leases/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import * as store from "./store.ts";
import type { Answer, IdempotentRequest, KeyRecord, StoredResponse } from "./types.ts";

/**
 * For writes that call a rail: returns the stored answer of an earlier request with this key, or the id of the object
 * that it created; null if the key is free again. A repeat may continue with the object only under its lease. Takes no
 * lock. Throws `idempotency_conflict`, and `idempotency_in_progress` while a request that created nothing is running.
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

/** Calls the rail for a request that waits. Throws `gateway_error` if the rail does not answer (the message ends with
 *  `never`), and `LeaseHeldError` if another process took the lease over. The caller must release its lease, so that a
 *  repeat can ask immediately. */
export async function askForCall<T>(
  ctx: Context,
  wording: { what: string; never: string },
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof LeaseHeldError) throw error;
    log.warn(`${wording.what} is unknown until the rail answers`, {
      error,
      requestId: ctx.requestId,
    });
    throw new ApiError(
      "gateway_error",
      `The acquirer did not answer, so the outcome is unknown. Retry with the same Idempotency-Key: ${wording.never}.`,
      { cause: error },
    );
  }
}

type Row = Awaited<ReturnType<typeof store.find>>;

/** Returns the row as a record. Throws `idempotency_conflict` if the row has another body. */
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

/** Returns the record of a key that has not expired, or null. Takes no lock. Throws `idempotency_conflict` if the key was
 *  used with another body. */
export async function findStored(
  ctx: Context,
  request: IdempotentRequest,
): Promise<KeyRecord | null> {
  return readRecord(await store.find(ctx, request), request);
}

/** Returns the stored answer for a repeat: 201 becomes 200, everything else is unchanged. */
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
    "The first call with this key, or another call on the object, is still running. Wait and retry with the same key.",
    { param: "Idempotency-Key" },
  );
}

/** Replaces the body stored under a key once: of concurrent calls one succeeds, and all of them get its body. Returns the
 *  body to send, which is `to` if the key has expired. */
export async function replaceAnswer(
  ctx: Context,
  request: Pick<IdempotentRequest, "key">,
  { from, to }: { from: string; to: string },
): Promise<string> {
  if (await store.replaceBody(ctx, request, { from, to })) return to;
  const kept = await store.find(ctx, request);
  return kept?.body ?? to;
}
