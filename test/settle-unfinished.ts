import { DUE_WORK } from "#lib/domain/sandbox-clock/index.ts";
import { finishInTurns } from "#lib/worker/due-work.ts";

/** Does all due work of all accounts, one kind after the other. Claims nothing more after `signal` aborts. */
export async function settleUnfinished(signal?: AbortSignal): Promise<void> {
  for (const work of DUE_WORK) await finishInTurns(work, { last: null }, signal);
}
