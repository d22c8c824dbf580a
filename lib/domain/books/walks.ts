import { compareRollup, type RollupName } from "#lib/domain/analytics/index.ts";
import { findBlock, verifyBlocks } from "#lib/domain/ledger/index.ts";
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
    const sums = await store.wrongSums(ctx, SUMMED);
    for (const { currency, entries, ledger } of sums?.balances ?? []) {
      wrong.push(...differs(currency, "merchant_balance", entries, ledger));
    }
    for (const { row, has, should } of sums?.days ?? []) {
      wrong.push({
        place: row,
        row,
        law: "day",
        what: `its sums are ${has}, the transfers say ${should}`,
      });
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

const BLOCKS = 40;
const PLACE_DIGITS = 12;

/** The chain of blocks that seals the ledger. */
const SEAL: Walk = {
  part: "seal",
  async next(ctx, after): Promise<Chunk> {
    const { transfers, last, problems } = await verifyBlocks(ctx, Number(after || 0), BLOCKS);
    const place = String(Number(after || 0) + 1).padStart(PLACE_DIGITS, "0");
    return {
      rows: transfers,
      last: last === null ? null : String(last).padStart(PLACE_DIGITS, "0"),
      wrong: problems.map(({ row, what }) => ({ place, row, law: "seal", what })),
    };
  },
  newest: async (ctx) => {
    const head = await findBlock(ctx);
    const start = (head?.number ?? 0) - BLOCKS;
    return start > 0 ? String(start).padStart(PLACE_DIGITS, "0") : null;
  },
};

/** All parts of the check. */
export const WALKS: readonly Walk[] = [
  ...[ENTRIES, TRANSFERS_OF_ALL, PAYMENTS, REFUNDS, DISPUTES, SETTLEMENTS].map(rowsOf),
  ...[PAYOUTS, BATCHES, CREDITS].map(rowsOf),
  BALANCES,
  SEAL,
  rollup("outcome_rollups", "outcomes"),
  rollup("cost_rollups", "costs"),
];
