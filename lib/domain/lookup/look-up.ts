import { readSearch } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import * as store from "./store.ts";
import * as label from "./text-store.ts";
import type { Found } from "./types.ts";

const MOST = 5;
const SHORTEST = 2;

/**
 * What of the merchant's, in this mode, somebody may mean by what they typed: an id or its beginning, a
 * customer's e-mail address, a card's last four digits, an amount, a reference (an invoice's number, a
 * mandate's, what a payment or payout was noted with), words of a description or a name. Each is answered by
 * an index; words, amounts and most references have none, and are looked for among the newest payments, payouts
 * and customers only. The newest first of each kind. Takes no lock.
 */
export async function lookUp(ctx: Context, typed: string): Promise<Found[]> {
  const text = typed.trim().slice(0, 200);
  if (text.length < SHORTEST) return [];
  const prefix = /^([a-z]{2,4})_[0-9a-z]*$/i.exec(text)?.[1]?.toLowerCase();
  if (prefix) return await store.byId(ctx, prefix, text.toLowerCase(), MOST);
  const meant = readSearch(text);
  if (meant.email) return await label.customersByEmail(ctx, meant.email, MOST);
  const params = { amounts: meant.amounts ?? [], label: meant.text ?? text };
  const found = await Promise.all([
    store.byReference(ctx, text),
    meant.last4 ? label.paymentsByLast4(ctx, meant.last4, MOST) : [],
    label.newestPayments(ctx, params, MOST),
    label.newestPayouts(ctx, params, MOST),
    label.newestCustomers(ctx, text, MOST),
  ]);
  // A payment can be meant in two ways: it is one all the same.
  const byId = new Map(found.flat().map((one) => [one.id, one]));
  return [...byId.values()];
}
