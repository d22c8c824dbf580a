import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import * as store from "./store.ts";
import type { Answer, IdempotentRequest, KeyRecord, StoredResponse } from "./types.ts";

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
