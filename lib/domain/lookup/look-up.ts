import { readSearch } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { LocaleRules } from "#lib/kernel/locale.ts";
import * as store from "./store.ts";
import * as text from "./text-store.ts";

/** Kinds of objects that a search can find. */
export type FoundKind =
  | "payment"
  | "payout"
  | "batch"
  | "mandate"
  | "plan"
  | "subscription"
  | "invoice"
  | "refund"
  | "dispute"
  | "customer"
  | "payment_method"
  | "settlement"
  | "balance_transaction"
  | "endpoint"
  | "event"
  | "delivery"
  | "replay"
  | "request"
  | "transfer"
  | "top_up"
  | "download"
  | "closing"
  | "retry_job"
  | "bulk_job"
  | "key";

/** An object that a search found. */
export type Found = {
  kind: FoundKind;
  id: string;
  /** Description, name, e-mail address or type. */
  label: string | null;
  amountMinor: bigint | null;
  currency: string | null;
  status: string | null;
  createdAt: Date;
};

const MOST = 5;
const SHORTEST = 2;

/**
 * Returns the merchant's objects in this mode that match the text: by id or its first characters, customer's e-mail
 * address, last four card digits, amount, reference (of an invoice, mandate, payment or payout), or text in a
 * description or name. Text, amounts and most references have no index, so they are searched in the newest 2,000
 * payments, payouts and customers only. Amounts are read by `rules`. Each of these searches returns its newest five. Takes no lock.
 */
export async function lookUp(ctx: Context, typed: string, rules?: LocaleRules): Promise<Found[]> {
  const query = typed.trim().slice(0, 200);
  if (query.length < SHORTEST) return [];
  const prefix = /^([a-z]{2,4})_[0-9a-z]*$/i.exec(query)?.[1]?.toLowerCase();
  if (prefix) return await store.byId(ctx, prefix, query.toLowerCase(), MOST);
  const terms = readSearch(query, rules);
  if (terms.email) return await text.customersByEmail(ctx, terms.email, MOST);
  const params = { amounts: terms.amounts ?? [], text: terms.text ?? query };
  const found = await Promise.all([
    store.byReference(ctx, query),
    terms.last4 ? text.paymentsByLast4(ctx, terms.last4, MOST) : [],
    text.newestPayments(ctx, params, MOST),
    text.newestPayouts(ctx, params, MOST),
    text.newestCustomers(ctx, query, MOST),
  ]);
  // An object can match in more than one way.
  const byId = new Map(found.flat().map((one) => [one.id, one]));
  return [...byId.values()];
}
