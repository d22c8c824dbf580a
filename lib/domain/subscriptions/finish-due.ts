import { systemContext } from "#lib/domain/accounts/index.ts";
import { claimDueInvoices } from "#lib/domain/invoices/index.ts";
import { HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { concludeAttempt } from "./collect-invoice.ts";
import { doWhatIsDue } from "./renew-subscription.ts";
import * as store from "./store.ts";

const BATCH = 50;
const LEASE_MS = HOUR_MS;

/**
 * Does what is due of subscriptions by their account's clock, each thing on its day and in order: the
 * ends of trials, renewals, tries of the dunning ladder, ends. Answers whether there may be more.
 * `account`: only of this one. Safe to run in many processes at once; what a crash leaves half-way is
 * taken up again.
 */
export async function finishDueSubscriptions(account: Id<"acct"> | null = null): Promise<boolean> {
  const due = await store.claimDue({ nowMs: nowMs(), leaseMs: LEASE_MS, limit: BATCH, account });
  for (const sub of due) {
    try {
      await doWhatIsDue(await systemContext(sub, "billing"), sub.id);
    } catch (error) {
      log.warn("what is due of a subscription could not be done, and will be tried again", {
        error,
        subscription: sub.id,
      });
    }
  }
  // What was done may have made more due at once.
  return due.length > 0;
}

/** Records what became of payments of invoices, where whoever charged them did not. As
 *  `finishDueSubscriptions`. */
export async function finishCollectedInvoices(account: Id<"acct"> | null = null): Promise<boolean> {
  const due = await claimDueInvoices({ nowMs: nowMs(), leaseMs: LEASE_MS, limit: BATCH, account });
  for (const invoice of due) {
    try {
      await concludeAttempt(await systemContext(invoice, "billing"), invoice);
    } catch (error) {
      log.warn("what became of an invoice's payment was not recorded", {
        error,
        invoice: invoice.id,
      });
    }
  }
  return due.length >= BATCH;
}
