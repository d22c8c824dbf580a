import { z } from "zod";
import { browseEntries, cutOffAfter, readBalance } from "#lib/domain/balance/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import { readFunding, topUpIn } from "#lib/domain/payout-balance/index.ts";
import { PAYOUT_CURRENCIES, payoutOffers } from "#lib/domain/payouts/index.ts";
import { arrivalOf, fundsInTransit } from "#lib/domain/settlements/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { readPageParam } from "../list-params.ts";
import { entryList } from "../lists/balance.ts";
import { addExport } from "../lists/list.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import { fundingView, topUpView } from "../views/payouts.ts";

import { type BalanceView, entryListItemView, inTransitView } from "../views/settlements.ts";

export const balanceRoutes = routesAt("/:mode/balance");

balanceRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const [currencies, { rows, ...slice }] = await Promise.all([
    fundsByCurrency(ctx),
    browseEntries(ctx, entryList.filter(c), readPageParam(c)),
  ]);
  const nextCutOff = cutOffAfter(businessNow(ctx));
  return reply(c, {
    ...slice,
    entries: rows.map(entryListItemView),
    currencies,
    nextCutOff: nextCutOff.toISOString(),
    nextArrival: arrivalOf(nextCutOff).toISOString().slice(0, 10),
  });
});

addExport(balanceRoutes, entryList);

/** Bank accounts to fund payouts in the approved currencies. Throws as `readFunding`. */
balanceRoutes.get("/funding", async (c) => {
  const ctx = c.get("ctx");
  const offers = await payoutOffers(ctx);
  const open = offers.filter(({ isApproved }) => isApproved).map(({ currency }) => currency);
  return reply(c, fundingView(await readFunding(ctx, open)));
});

export const topUp = z.strictObject({
  amount: z.string().regex(/^[1-9]\d{0,10}$/, "Enter an amount."),
  currency: z.enum(PAYOUT_CURRENCIES as [string, ...string[]]),
  attempt: z.uuid(),
});

/** Adds sandbox money to the payout balance. Throws as `topUpIn`. */
balanceRoutes.post("/top-up", requireRole("pay_out"), async (c) => {
  const ctx = c.get("ctx");
  const { attempt, ...given } = await readBody(c, topUp);
  const { amount, currency } = given;
  const press = { attempt, params: given, status: 201, view: topUpView } as const;
  return await replyOnce(c, press, (request, render) =>
    once(ctx, request, (tx) => topUpIn(tx, ctx, { amountMinor: BigInt(amount), currency }), render),
  );
});

/** Balance and money in transit, for every currency that has either. */
async function fundsByCurrency(ctx: Context): Promise<BalanceView["currencies"]> {
  const [{ pending, available, payouts }, inTransit] = await Promise.all([
    readBalance(ctx),
    fundsInTransit(ctx),
  ]);
  const of = (sums: typeof pending, currency: string) =>
    String(sums.find((sum) => sum.currency === currency)?.amountMinor ?? 0n);
  const codes = [...pending, ...available, ...payouts, ...inTransit].map(
    ({ currency }) => currency,
  );
  return [...new Set(codes)].sort().map((currency) => {
    const underWay = inTransit.find((sum) => sum.currency === currency);
    return {
      currency,
      pending: of(pending, currency),
      available: of(available, currency),
      payouts: of(payouts, currency),
      inTransit: underWay ? inTransitView(underWay) : null,
    };
  });
}
