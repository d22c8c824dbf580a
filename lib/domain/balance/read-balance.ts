import { readPayoutBalance } from "#lib/domain/payout-balance/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import * as store from "./store.ts";

export type Money = { amountMinor: bigint; currency: string };

export type Balance = {
  /** Booked, and before its cut-off. */
  pending: Money[];
  /** Past its cut-off: the next settlement takes it. May be negative: then it waits for more. */
  available: Money[];
  /** What payouts are drawn on. */
  payouts: Money[];
};

/** What the merchant's acquiring funds hold now, by its own clock, and its payout funds. Takes no lock. */
export async function readBalance(ctx: Context): Promise<Balance> {
  const [sums, payouts] = await Promise.all([
    store.unsettled(ctx, businessNow(ctx)),
    readPayoutBalance(ctx),
  ]);
  const of = (part: "pending" | "available") =>
    sums.map((row) => ({ amountMinor: row[part], currency: row.currency }));
  return { pending: of("pending"), available: of("available"), payouts };
}
