import { Hono } from "hono";
import {
  browseEntries,
  cutOffAfter,
  ENTRY_PLACES,
  ENTRY_TYPES,
  readBalance,
} from "#lib/domain/balance/index.ts";
import { arrivalOf, fundsInTransit } from "#lib/domain/settlements/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { readChoices, readPageParam, readPeriod, readText, readWords } from "../list-params.ts";
import type { DashboardContext, DashboardEnv } from "../types.ts";
import { type BalanceView, entryLineView, inTransitView } from "../views/settlements.ts";

export const balanceRoutes = new Hono<DashboardEnv>();

balanceRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const [currencies, { rows, ...slice }] = await Promise.all([
    fundsByCurrency(ctx),
    browseEntries(ctx, readFilter(c), readPageParam(c)),
  ]);
  const nextCutOff = cutOffAfter(businessNow(ctx));
  return c.json<BalanceView>({
    ...slice,
    entries: rows.map(entryLineView),
    currencies,
    nextCutOff: nextCutOff.toISOString(),
    nextArrival: arrivalOf(nextCutOff).toISOString().slice(0, 10),
  });
});

function readFilter(c: DashboardContext) {
  return {
    types: readChoices(c, "type", ENTRY_TYPES),
    places: readChoices(c, "place", ENTRY_PLACES),
    currencies: readWords(c, "currency"),
    created: readPeriod(c),
    settlementId: readText(c, "settlement"),
    search: readText(c, "q"),
  };
}

/** What is on the balance and what has left it for the bank, for every currency that has either. */
async function fundsByCurrency(ctx: Context): Promise<BalanceView["currencies"]> {
  const [{ pending, available }, inTransit] = await Promise.all([
    readBalance(ctx),
    fundsInTransit(ctx),
  ]);
  const of = (sums: typeof pending, currency: string) =>
    String(sums.find((sum) => sum.currency === currency)?.amountMinor ?? 0n);
  const codes = [...pending, ...available, ...inTransit].map(({ currency }) => currency);
  return [...new Set(codes)].sort().map((currency) => {
    const underWay = inTransit.find((sum) => sum.currency === currency);
    return {
      currency,
      pending: of(pending, currency),
      available: of(available, currency),
      inTransit: underWay ? inTransitView(underWay) : null,
    };
  });
}
