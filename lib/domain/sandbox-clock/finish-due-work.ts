import { dueAlertPosts } from "#lib/domain/alert-channels/index.ts";
import { watchedRules } from "#lib/domain/alerts/index.ts";
import { dueBulkJobs } from "#lib/domain/bulk/index.ts";
import { dueClosings } from "#lib/domain/closings/index.ts";
import { dueDisputes, openDispute } from "#lib/domain/disputes/index.ts";
import { watchedApprovals } from "#lib/domain/incidents/index.ts";
import { dueMandates } from "#lib/domain/mandates/index.ts";
import { unsettledPayments } from "#lib/domain/payments/index.ts";
import {
  expiringApprovals,
  expiringLimitChanges,
  unsettledPayouts,
} from "#lib/domain/payouts/index.ts";
import { unsettledRefunds } from "#lib/domain/refunds/index.ts";
import { dueSchedules } from "#lib/domain/reports/index.ts";
import { dueRetryJobs } from "#lib/domain/retries/index.ts";
import { settlementArrivals } from "#lib/domain/settlements/index.ts";
import { collectedInvoices, dueSubscriptions } from "#lib/domain/subscriptions/index.ts";
import { dueWeeklyMails } from "#lib/domain/weekly-figures/index.ts";
import { type DueWork, finishDue } from "#lib/kernel/due-work.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** All due work, in the order in which it is done for one account. Mandates come first, because debits wait for them.
 *  Subscriptions come after the payments of their invoices, scheduled reports after everything that they contain. */
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
  dueRetryJobs,
  dueBulkJobs,
  settlementArrivals,
  dueSchedules,
  dueClosings,
  dueWeeklyMails,
  watchedApprovals,
  watchedRules,
  dueAlertPosts,
];

/**
 * Does an account's due work by its own clock, until nothing is due or `isOver`. Returns whether all is done. Many
 * processes may run it concurrently.
 */
export async function finishDueWork(
  accountId: Id<"acct">,
  isOver: () => boolean,
): Promise<boolean> {
  for (const work of DUE_WORK) if (!(await finishDue(work, accountId, isOver))) return false;
  return true;
}
