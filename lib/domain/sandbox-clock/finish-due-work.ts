import { dueDisputes, openDispute } from "#lib/domain/disputes/index.ts";
import { dueMandates } from "#lib/domain/mandates/index.ts";
import { unsettledPayments } from "#lib/domain/payments/index.ts";
import {
  expiringApprovals,
  expiringLimitChanges,
  unsettledPayouts,
} from "#lib/domain/payouts/index.ts";
import { unsettledRefunds } from "#lib/domain/refunds/index.ts";
import { settlementArrivals } from "#lib/domain/settlements/index.ts";
import { collectedInvoices, dueSubscriptions } from "#lib/domain/subscriptions/index.ts";
import { type DueWork, finishDue } from "#lib/kernel/due-work.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** Everything that falls due by itself, in the order in which it is done for one account at one moment. Mandates come
 *  first: debits wait for them. Subscriptions come after the payments that pay their invoices. */
export const DUE_WORK: readonly DueWork[] = [
  dueMandates,
  unsettledPayments(openDispute),
  unsettledRefunds,
  unsettledPayouts,
  expiringApprovals,
  expiringLimitChanges,
  dueDisputes,
  collectedInvoices,
  dueSubscriptions,
  settlementArrivals,
];

/**
 * Does what is due of an account, by its own clock, until nothing is or `isOver`. Returns whether it is done. Safe to
 * run in many processes at once.
 */
export async function finishDueWork(
  accountId: Id<"acct">,
  isOver: () => boolean,
): Promise<boolean> {
  for (const work of DUE_WORK) if (!(await finishDue(work, accountId, isOver))) return false;
  return true;
}
