import { systemContext } from "#lib/domain/accounts/index.ts";
import { dueInvoices } from "#lib/domain/invoices/index.ts";
import { HOUR_MS } from "#lib/kernel/clock.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { concludeAttempt } from "./collect-invoice.ts";
import { doWhatIsDue } from "./renew-subscription.ts";
import * as store from "./store.ts";

const LEASE_MS = HOUR_MS;

/**
 * Does what is due of subscriptions, each thing on its day and in order: the ends of trials, renewals, tries of the
 * dunning ladder, ends. What a crash leaves half-way is taken up again.
 */
export const dueSubscriptions = defineDueWork({
  name: "subscriptions",
  queue: store.dueRows,
  leaseMs: () => LEASE_MS,
  finish: async (sub) => await doWhatIsDue(await systemContext(sub, "billing"), sub.id),
  failure: "what is due of a subscription could not be done, and will be tried again",
});

/** Records what became of payments of invoices, where the call that charged them did not. */
export const collectedInvoices = defineDueWork({
  name: "collected invoices",
  queue: dueInvoices,
  leaseMs: () => LEASE_MS,
  finish: async (invoice) =>
    await concludeAttempt(await systemContext(invoice, "billing"), invoice),
  failure: "what became of an invoice's payment was not recorded",
});
