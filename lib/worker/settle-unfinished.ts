import { finishUnsettledPayments } from "#lib/domain/payments/index.ts";
import { finishUnsettledRefunds } from "#lib/domain/refunds/index.ts";

/**
 * Asks rails what became of calls whose outcome is open, until nothing is due: calls that a crash or
 * a time-out cut short, and refunds on their way. Safe to run in many processes at once.
 */
export async function settleUnfinished(): Promise<void> {
  while (await finishUnsettledPayments());
  while (await finishUnsettledRefunds());
}
