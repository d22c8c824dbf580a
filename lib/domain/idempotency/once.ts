import { type Tx, transact } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { conflict, findStored, inProgress, readRecord, replayOf } from "./earlier-call.ts";
import * as store from "./store.ts";
import type { Answer, IdempotentRequest, Renderer, StoredResponse } from "./types.ts";

/** The work of a write, with its prepared data. It must have no effect outside the database. */
export type Work<T, Prepared extends unknown[] = []> = (
  tx: Tx,
  ...prepared: Prepared
) => Promise<T>;

/**
 * Does `work` at most once per key, account and mode within 24 hours, in one transaction with its stored answer: both
 * commit or neither does, so a crash leaves the key unused. For writes without calls to other servers. `work` can run
 * again after a deadlock.
 *
 * Holds the key's advisory lock until the commit and never waits for it. Throws `idempotency_in_progress` while another
 * request with the same body is running, and `idempotency_conflict` for another body. A 4xx of `work` rolls its writes
 * back and is stored as the answer; other errors store nothing and are thrown. Without a key (`request` null), runs
 * `work` in a transaction and throws all its errors.
 */
export async function once<T>(
  ctx: Context,
  request: IdempotentRequest | null,
  work: Work<T>,
  render: Renderer<T>,
): Promise<Answer> {
  return await transact(async (tx) => {
    if (!request) return { ...render.result(await work(tx)), replayed: false };
    const { got, claimed } = await store.tryClaim(tx, ctx, request);
    if (!got) throw await whyHeld(tx, ctx, request);
    if (!claimed) return await earlierAnswer(tx, ctx, request);
    const response = await attempt(tx, work, render);
    await store.finish(tx, ctx, request, response);
    return { ...response, replayed: false };
  });
}

async function attempt<T>(tx: Tx, work: Work<T>, render: Renderer<T>): Promise<StoredResponse> {
  try {
    // A nested transaction is a savepoint: a refusal rolls back the work, but not the claim.
    return render.result(await tx.transaction(work));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return render.refusal(error);
    throw error;
  }
}

async function earlierAnswer(tx: Tx, ctx: Context, request: IdempotentRequest): Promise<Answer> {
  const record = readRecord(await store.find(ctx, request, tx), request);
  if (record?.state === "finished") return replayOf(record.response);
  throw inProgress();
}

/** Another request with this key is running: finds out whether it has the same body. */
async function whyHeld(tx: Tx, ctx: Context, request: IdempotentRequest): Promise<ApiError> {
  readRecord(await store.find(ctx, request, tx), request);
  if (await store.isSameBodyAtWork(tx, ctx, request)) return inProgress();
  // It may have ended between the two reads; then its record has the body's hash.
  const record = readRecord(await store.find(ctx, request, tx), request);
  return record ? inProgress() : conflict();
}

/** Returns the result of `prepare` or, if `prepare` refuses and an answer is stored under the key, that answer: objects
 *  may have changed since the first request, and a repeat must get the same answer. Without a stored answer, throws the
 *  error of `prepare`. */
export async function preparedOrReplayed<T extends object>(
  ctx: Context,
  request: IdempotentRequest | null,
  prepare: () => Promise<T>,
): Promise<T | Answer> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const kept = await keptAnswer(ctx, request);
    if (kept) return kept;
    throw error;
  }
}

async function keptAnswer(ctx: Context, request: IdempotentRequest | null): Promise<Answer | null> {
  const stored = request && (await findStored(ctx, request));
  return stored?.state === "finished" ? replayOf(stored.response) : null;
}

/**
 * As `once`, for a write that first calls a rail or a receiver, which must not happen in a transaction: `prepare` calls,
 * `work` writes the result. A repeat calls nobody and gets the stored answer. Throws as `once`, and the errors of
 * `prepare`, which are not stored.
 */
export async function oncePrepared<P extends object | null, T>(
  ctx: Context,
  request: IdempotentRequest | null,
  steps: { prepare: () => Promise<P>; work: Work<T, [prepared: P]> },
  render: Renderer<T>,
): Promise<Answer> {
  const kept = await keptAnswer(ctx, request);
  if (kept) return kept;
  const prepared = await preparedOrReplayed(ctx, request, async () => ({
    of: await steps.prepare(),
  }));
  if ("replayed" in prepared) return prepared;
  return await once(ctx, request, (tx) => steps.work(tx, prepared.of), render);
}
