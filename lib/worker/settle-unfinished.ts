import { finishDueWork } from "#lib/domain/sandbox-clock/index.ts";

/** Finishes what is due of every account: see `finishDueWork`. */
export async function settleUnfinished(): Promise<void> {
  await finishDueWork(null);
}
