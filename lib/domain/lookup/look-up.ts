import { readSearch } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import * as store from "./store.ts";
import type { Found } from "./types.ts";

const MOST = 5;
const SHORTEST = 2;

/**
 * What of the merchant's, in this mode, somebody may mean by what they typed: an id or its beginning, a
 * customer's e-mail address, a card's last four digits, an amount, words of a description or a name.
 * Each is answered by an index; words and amounts have none, and are looked for among the newest payments
 * and customers only. The newest first of each kind. Takes no lock.
 */
export async function lookUp(ctx: Context, typed: string): Promise<Found[]> {
  const text = typed.trim().slice(0, 200);
  if (text.length < SHORTEST) return [];
  const prefix = /^([a-z]{2,4})_[0-9a-z]*$/i.exec(text)?.[1]?.toLowerCase();
  if (prefix) return await store.byId(ctx, prefix, text.toLowerCase(), MOST);
  const { email, last4, amounts, words } = readSearch(text);
  if (email) return await store.customersByEmail(ctx, email, MOST);
  const found = await Promise.all([
    last4 ? store.paymentsByLast4(ctx, last4, MOST) : [],
    store.newestPayments(ctx, { amounts: amounts ?? [], words: words ?? text }, MOST),
    store.newestCustomers(ctx, text, MOST),
  ]);
  // A payment can be meant in two ways: it is one all the same.
  const byId = new Map(found.flat().map((one) => [one.id, one]));
  return [...byId.values()];
}
