import { type Tx, transact } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { conflict, findStored, inProgress, readRecord, replayOf } from "./earlier-call.ts";
import * as store from "./store.ts";
import type { Answer, IdempotentRequest, Renderer, StoredResponse } from "./types.ts";

/** What a write does, with what was prepared for it; it must have no effect outside the database. */
export type Work<T, Prepared extends unknown[] = []> = (
  tx: Tx,
  ...prepared: Prepared
) => Promise<T>;

/**
 * Does `work` at most once per key, account and mode within 24 hours, in one transaction with the
 * record of its answer: both commit, or neither does, so a crash anywhere leaves the key unused.
 * For writes without a call to the outside; `work` may run again after a deadlock.
 *
 * Holds the key's advisory lock until the commit and never waits for it. Throws
 * `idempotency_in_progress` while another call with the same body is at work and
 * `idempotency_conflict` for another body. A 4xx that `work` throws undoes what it wrote and is kept
 * as the answer; any other failure keeps nothing and is thrown on. Without a request (no key was
 * sent) the work is simply done in a transaction, and whatever it throws is thrown on.
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
    // A nested transaction is a savepoint: a refusal takes back what the work wrote, not the claim.
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

/** Somebody else is at work under this key right now: with our body, or with another one? */
async function whyHeld(tx: Tx, ctx: Context, request: IdempotentRequest): Promise<ApiError> {
  readRecord(await store.find(ctx, request, tx), request);
  if (await store.isSameBodyAtWork(tx, ctx, request)) return inProgress();
  // It may have ended between the two looks; then its record says which body it had.
  const record = readRecord(await store.find(ctx, request, tx), request);
  return record ? inProgress() : conflict();
}

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
 * `once` for a write that first asks somebody outside, a rail or a receiver, which must not happen within a
 * transaction: `prepare` asks, `work` writes what came of it. A repeat asks nobody: it is answered as before,
 * whatever has become of the one asked. Throws as `once`, and what `prepare` throws; that is not kept.
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
