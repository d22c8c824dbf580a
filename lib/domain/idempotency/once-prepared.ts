import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { once, type Work } from "./once.ts";
import { findStored, replayOf } from "./record.ts";
import type { Answer, IdempotentRequest, Renderer } from "./types.ts";

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
