import { finishDueDisputes, openDispute } from "#lib/domain/disputes/index.ts";
import { finishDueMandates } from "#lib/domain/mandates/index.ts";
import { finishUnsettledPayments } from "#lib/domain/payments/index.ts";
import { finishUnsettledPayouts } from "#lib/domain/payouts/index.ts";
import { finishUnsettledRefunds } from "#lib/domain/refunds/index.ts";
import {
  finishCollectedInvoices,
  finishDueSubscriptions,
} from "#lib/domain/subscriptions/index.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** Each does a batch of what is due, and answers whether there may be more. Mandates come first: debits
 *  wait for them. Subscriptions come after the payments that pay their invoices. */
const DUE_WORK: ReadonlyArray<(account: Id<"acct"> | null) => Promise<boolean>> = [
  finishDueMandates,
  (account) => finishUnsettledPayments(openDispute, account),
  finishUnsettledRefunds,
  finishUnsettledPayouts,
  finishDueDisputes,
  finishCollectedInvoices,
  finishDueSubscriptions,
];

/**
 * Does what is due of an account, or (null) of all, until nothing is: asks rails what became of calls that
 * a crash or a time-out cut short, of refunds and payouts on their way, of mandates that wait for a bank and
 * of payments that may be taken back; and moves disputes and subscriptions on. Safe to run in many
 * processes at once.
 */
export async function finishDueWork(account: Id<"acct"> | null): Promise<void> {
  for (const doBatch of DUE_WORK) while (await doBatch(account));
}
