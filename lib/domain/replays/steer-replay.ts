import { inTransaction, type Tx } from "#db/transact.ts";
import { type Action, recordChangeIn } from "#lib/domain/audit/index.ts";
import { notifyQueue } from "#lib/domain/events/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import type { ReplayStatus, ReplayStep } from "#lib/kernel/vocabulary/webhooks.ts";
import * as jobs from "./advance-store.ts";
import { lanesOf, saveLanes } from "./job-store.ts";
import { freshPace } from "./pace.ts";
import * as store from "./store.ts";
import type { Replay } from "./types.ts";

const FROM: Record<ReplayStep, readonly ReplayStatus[]> = {
  pause: ["queued", "running"],
  resume: ["paused"],
  cancel: ["queued", "running", "paused"],
};

const ACTIONS: Record<ReplayStep, Action> = {
  pause: "replay.paused",
  resume: "replay.resumed",
  cancel: "replay.canceled",
};

const PAUSED_BY_HAND = "Paused manually.";

/**
 * Pauses, resumes or cancels a replay. Deliveries that are already queued are sent in each case. Resuming restarts
 * every stopped endpoint with a new canary and makes its waiting retries due now. Cancelling skips the items that are
 * not queued yet; their deliveries stay unchanged, including retries. Call `wakeAfterReplay()` after the commit. Locks
 * the replay. Throws `resource_missing`, and `state_invalid` when its status does not allow the step.
 */
export async function steerReplayIn(
  tx: Tx,
  ctx: Context,
  id: string,
  step: ReplayStep,
): Promise<Replay> {
  const job = await store.lock(tx, ctx, id);
  if (!job) throw missing("replay", id);
  const refusal = whyNotSteered(job, step);
  if (refusal) throw refusal;
  if (step === "pause") {
    await store.update(tx, job, { status: "paused", reason: PAUSED_BY_HAND });
  } else if (step === "resume") {
    await resume(tx, job);
  } else {
    await jobs.skipUnfinished(tx, job, "canceled", now());
    await store.update(tx, job, {
      status: "canceled",
      reason: null,
      frozen: true,
      finishedAt: now(),
      dueAt: now(),
    });
  }
  const steered = (await store.find(ctx, id, tx))!;
  await recordChangeIn(tx, ctx, {
    action: ACTIONS[step],
    subject: { id },
    before: { status: job.status },
    after: { status: steered.status },
  });
  return steered;
}

/** The refusal of a step, or null. */
export function whyNotSteered(
  { status }: Pick<Replay, "status">,
  step: ReplayStep,
): ApiError | null {
  if (FROM[step].includes(status)) return null;
  return new ApiError("state_invalid", `Cannot ${step} a replay that is ${status}.`);
}

async function resume(tx: Tx, job: Awaited<ReturnType<typeof store.lock>> & object): Promise<void> {
  const lanes = await lanesOf(tx, job);
  await saveLanes(
    tx,
    lanes.map((lane) =>
      lane.phase === "stopped"
        ? { ...lane, ...freshPace(), reason: null, pacedAt: now() }
        : { ...lane, pacedAt: now() },
    ),
  );
  await jobs.makeDueNow(tx, job, now());
  await store.update(tx, job, {
    status: job.frozen ? "running" : "queued",
    reason: null,
    dueAt: now(),
  });
}

/** As `steerReplayIn`, in a transaction of its own; wakes the workers after the commit. */
export const steerReplay = inTransaction(steerReplayIn, wakeAfterReplay);

/** Wakes the workers. Call it after the transaction that created or changed a replay has committed. */
export function wakeAfterReplay(): void {
  notifyReplayers();
  notifyQueue();
}

/** Wakes the replay loop of all workers. Returns immediately and never throws. A notification can be lost; workers poll
 *  as well. Call it after the commit, never inside a transaction. */
export function notifyReplayers(): void {
  store.notifyReplayers().catch((error) => log.debug("replay notification was lost", { error }));
}
