import { finishDueDisputes, openDispute } from "#lib/domain/disputes/index.ts";
import { finishDueMandates } from "#lib/domain/mandates/index.ts";
import { finishUnsettledPayments } from "#lib/domain/payments/index.ts";
import { finishUnsettledPayouts } from "#lib/domain/payouts/index.ts";
import { finishUnsettledRefunds } from "#lib/domain/refunds/index.ts";
import {
  finishCollectedInvoices,
  finishDueSubscriptions,
} from "#lib/domain/subscriptions/index.ts";

/**
 * Asks rails what became of calls whose outcome is open, until nothing is due: calls that a crash or
 * a time-out cut short, refunds and payouts on their way, mandates that wait for a bank, payments that may
 * be taken back and disputes of them; and does what is due of subscriptions, whose invoices they pay. Safe
 * to run in many processes at once.
 */
export async function settleUnfinished(): Promise<void> {
  while (await finishDueMandates());
  while (await finishUnsettledPayments(openDispute));
  while (await finishCollectedInvoices());
  while (await finishDueSubscriptions());
  while (await finishDueDisputes());
  while (await finishUnsettledRefunds());
  while (await finishUnsettledPayouts());
}
