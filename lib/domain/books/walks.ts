import { compareRollup, type RollupName } from "#lib/domain/analytics/index.ts";
import { findBlock, queueSums, verifyBlocks, wrongSums } from "#lib/domain/ledger/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
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
/** Days of the ledger per statement. */
const SUMMED_DAYS = 7;

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
  newest: newestDay,
});

/** The sums of a whole account, of any size. */
const BALANCES: Walk = {
  part: "balances",
  async next(ctx): Promise<Chunk> {
    const payouts = await payoutSums(ctx);
    const wrong: Wrong[] = payouts.flatMap((one) => [
      ...differs(one.currency, "payout_balance", one.balance, one.ledgerBalance),
      ...differs(one.currency, "payouts_in_transit", one.inTransit, one.ledgerInTransit),
    ]);
    const sums = await store.wholeSums(ctx);
    const found =
      sums.unsummed === null ? sums.wrong.map(ofSum) : await unsummed(ctx, sums.unsummed);
    return { rows: 1, last: null, wrong: [...wrong, ...found] };
  },
  newest: async () => null,
};

const ofSum = ({ row, has, ledger }: { row: string; has: string; ledger: string }): Wrong => ({
  ...{ place: row, row, law: "sum" },
  what: `the rows say ${has}, the ledger ${ledger}`,
});

/** A block of an older version waits for its sums; one whose transfers were changed never gets them. */
async function unsummed(ctx: Context, number: number): Promise<Wrong[]> {
  await queueSums(ctx);
  const { problems } = await verifyBlocks(ctx, number - 1, 1);
  return problems.map(({ row, what }) => ({ place: row, row, law: "unsummed", what }));
}

/** The sums of each day against those of the blocks. */
const DAYS: Walk = {
  part: "days",
  async next(ctx, after): Promise<Chunk> {
    const { unsummed: waits, rows, last, wrong } = await store.daySums(ctx, after, SUMMED_DAYS);
    if (waits !== null) return { rows: 0, last: null, wrong: [] };
    return {
      rows,
      last,
      wrong: wrong.map((one) => ({ ...ofSum(one), place: one.place, law: "day" })),
    };
  },
  newest: newestDay,
};

async function newestDay(ctx: Context): Promise<string> {
  const from = dateFromMs(businessNowMs(ctx) - NEWEST_DAYS * DAY_MS);
  return from.toISOString().slice(0, 10);
}

function differs(currency: string, account: string, has: bigint, ledger: bigint): Wrong[] {
  if (has === ledger) return [];
  return [ofSum({ row: `${account} ${currency}`, has: String(has), ledger: String(ledger) })];
}

const BLOCKS = 40;
const PLACE_DIGITS = 12;

/** The chain of blocks that seals the ledger, and their sums. */
const SEAL: Walk = {
  part: "seal",
  async next(ctx, after): Promise<Chunk> {
    const start = Number(after || 0);
    const { transfers, last, problems } = await verifyBlocks(ctx, start, BLOCKS);
    const sums = await wrongSums(ctx, start, start + BLOCKS);
    const place = String(start + 1).padStart(PLACE_DIGITS, "0");
    return {
      rows: transfers,
      last: last === null ? null : String(last).padStart(PLACE_DIGITS, "0"),
      wrong: [
        ...problems.map(({ row, what }) => ({ place, row, law: "seal", what })),
        ...sums.map(({ row, has, should }) => ({
          ...{ place, row, law: "sum" },
          what: `its sum is ${has}, its transfers say ${should}`,
        })),
      ],
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
  DAYS,
  SEAL,
  rollup("outcome_rollups", "outcomes"),
  rollup("cost_rollups", "costs"),
];
