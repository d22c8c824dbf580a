import { compareRollup, type RollupName } from "#lib/domain/analytics/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import { ENTRIES, TRANSFERS_OF_ALL } from "./laws/entries-sql.ts";
import { BATCHES, CREDITS, PAYOUTS, SETTLEMENTS } from "./laws/funds-sql.ts";
import type { Law } from "./laws/law.ts";
import { DISPUTES, PAYMENTS, REFUNDS } from "./laws/objects-sql.ts";
import { payoutSums } from "./store.ts";
import type { Chunk, Part, Walk, Wrong } from "./types.ts";
import * as store from "./walk-store.ts";

/** Each round checks this many of the newest rows of a table, also while its walk is elsewhere. */
const NEWEST = 10_000;
/** Facts per comparison of a rollup. */
const COMPARED = 30_000;
/** Also while the walk is elsewhere. */
const NEWEST_DAYS = 2;
/** The sums of accounts with more transfers follow from the checks of their rows. */
const SUMMED = 200_000;

const rowsOf = (law: Law): Walk => ({
  part: law.part,
  next: (ctx, after) => store.checkRows(law, ctx, after),
  newest: (ctx) => store.placeBack(law, ctx, Math.min(NEWEST, 10 * law.limit)),
});

const rollup = (part: Part, name: RollupName): Walk => ({
  part,
  async next(ctx, after): Promise<Chunk> {
    const { day, isLast, wrong } = await compareRollup(ctx, name, { after, rows: COMPARED });
    return {
      rows: day === null ? 0 : COMPARED,
      last: isLast ? null : day,
      wrong: wrong.map(({ row, column, has, should }) => ({
        ...{ place: day ?? after, row, law: column },
        what: `its ${column} is ${has}, the rows say ${should}`,
      })),
    };
  },
  async newest(ctx) {
    return dateFromMs(businessNowMs(ctx) - NEWEST_DAYS * DAY_MS)
      .toISOString()
      .slice(0, 10);
  },
});

/** The sums of a whole account. */
const BALANCES: Walk = {
  part: "balances",
  async next(ctx): Promise<Chunk> {
    const payouts = await payoutSums(ctx);
    const wrong: Wrong[] = payouts.flatMap((one) => [
      ...differs(one.currency, "payout_balance", one.balance, one.ledgerBalance),
      ...differs(one.currency, "payouts_in_transit", one.inTransit, one.ledgerInTransit),
    ]);
    for (const { currency, entries, ledger } of (await store.merchantBalances(ctx, SUMMED)) ?? []) {
      wrong.push(...differs(currency, "merchant_balance", entries, ledger));
    }
    return { rows: 1, last: null, wrong };
  },
  newest: async () => null,
};

function differs(currency: string, account: string, has: bigint, ledger: bigint): Wrong[] {
  if (has === ledger) return [];
  const row = `${account} ${currency}`;
  const what = `the rows say ${has}, the ledger ${ledger}`;
  return [{ place: row, row, law: "sum", what }];
}

/** All parts of the check. */
export const WALKS: readonly Walk[] = [
  ...[ENTRIES, TRANSFERS_OF_ALL, PAYMENTS, REFUNDS, DISPUTES, SETTLEMENTS].map(rowsOf),
  ...[PAYOUTS, BATCHES, CREDITS].map(rowsOf),
  BALANCES,
  rollup("outcome_rollups", "outcomes"),
  rollup("cost_rollups", "costs"),
];
