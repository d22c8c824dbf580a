import { finishUnsettledPayments } from "#lib/domain/payments/index.ts";
import { finishUnsettledRefunds } from "#lib/domain/refunds/index.ts";

/**
 * One round of the loop that asks rails what became of calls whose outcome is open: left by a crash
 * or a time-out, or still on their way. Answers how many objects it looked at, so that the worker
 * goes on at once while there is more. Safe to run in many processes at once.
 */
export async function settleUnfinished(): Promise<number> {
  return (await finishUnsettledPayments()) + (await finishUnsettledRefunds());
}
