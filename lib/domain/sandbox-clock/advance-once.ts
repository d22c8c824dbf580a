import { transact } from "#db/transact.ts";
import {
  type Answer,
  claimKey,
  findEarlierCall,
  findStored,
  finishKey,
  type IdempotentRequest,
  inProgress,
  type RenderResponse,
  replayOf,
} from "#lib/domain/idempotency/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { advanceClockIn, moveClock, type SandboxClock } from "./advance-clock.ts";
import { isMoving } from "./store.ts";

/** How long a call waits for the clock to arrive (decisions §3). */
const PATIENCE_MS = 30 * SECOND_MS;

/**
 * Advances the clock once per idempotency key, and keeps what it answers when the clock has arrived, or
 * after 30 seconds. A repeat of a call that died goes on where that left off and advances nothing more.
 * Throws as `advanceClockIn`, and `idempotency_conflict`, `idempotency_in_progress`.
 */
export async function advanceClock(
  ctx: Context,
  seconds: number,
  { request, render }: { request: IdempotentRequest; render: RenderResponse<SandboxClock> },
): Promise<Answer> {
  for (;;) {
    const claimed = await transact(async (tx) => {
      if (!(await claimKey(tx, ctx, request, ctx.accountId))) return false;
      await advanceClockIn(tx, ctx, seconds);
      return true;
    });
    const earlier = claimed ? null : await findEarlierCall(ctx, request);
    if (earlier && "answer" in earlier) return earlier.answer;
    // The key expired between the two looks: now it is ours to claim.
    if (!claimed && !earlier) continue;
    if (!claimed && (await isMoving(ctx.accountId))) throw inProgress();
    const response = render(await moveClock(ctx.accountId, PATIENCE_MS));
    if (await finishKey(ctx, request, response)) return { ...response, replayed: false };
    const stored = await findStored(ctx, request);
    if (stored?.state === "finished") return replayOf(stored.response);
  }
}
