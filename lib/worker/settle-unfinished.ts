import { finishDueDisputes, openDispute } from "#lib/domain/disputes/index.ts";
import { finishUnsettledPayments } from "#lib/domain/payments/index.ts";
import { finishUnsettledRefunds } from "#lib/domain/refunds/index.ts";

/**
 * Asks rails what became of calls whose outcome is open, until nothing is due: calls that a crash or
 * a time-out cut short, refunds on their way, payments that may be taken back and disputes of them. Safe to run in many processes at once.
 */
export async function settleUnfinished(): Promise<void> {
  while (await finishUnsettledPayments(openDispute));
  while (await finishDueDisputes());
  while (await finishUnsettledRefunds());
}
