import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { findStored, replayOf } from "./record.ts";
import type { Answer, IdempotentRequest } from "./types.ts";

/** What `prepare` makes of a call, or the answer that is kept under its key. What a repeat is refused for
 *  must not depend on what has changed since: when what the call names does not hold (any longer), a kept
 *  answer comes first. Throws what `prepare` throws when there is none. */
export async function preparedOrReplayed<T extends object>(
  ctx: Context,
  request: IdempotentRequest | null,
  prepare: () => Promise<T>,
): Promise<T | Answer> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof ApiError) || !request) throw error;
    const stored = await findStored(ctx, request);
    if (stored?.state === "finished") return replayOf(stored.response);
    throw error;
  }
}
