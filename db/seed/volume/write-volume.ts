import type { Account } from "#lib/domain/accounts/index.ts";
import { LAST_IMPORTED, sumImportedFacts } from "#lib/domain/analytics/index.ts";
import { cutOffAfter } from "#lib/domain/balance/index.ts";
import { disputeFeeOf, feesOf } from "#lib/domain/fees/index.ts";
import { arrivalOf } from "#lib/domain/settlements/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { newIdAt } from "#lib/kernel/ids.ts";
import { indexedAfter } from "../../indexed-after.ts";
import { getOwnerPool } from "../../owner.ts";
import { preparedTransaction, type RunPrepared } from "../../prepared.ts";

import { DECLINES, NOT_AUTHENTICATED, OUTAGE } from "../shop.ts";
import * as books from "./books-sql.ts";
import { type Slot, slotsOf, troubledTuesday } from "./calendar.ts";
import { drawn } from "./draws.ts";
import { CARDS, cardKinds, METHODS, WITH_CARD } from "./market.ts";
import { WRITE_PAYMENTS } from "./payments-sql.ts";

export type VolumeParams = {
  payments: number;
  /** Whole days before today; today is the last. */
  days: number;
  /** Writes each movement as double entry too: four more rows per payment. */
  withLedger: boolean;
  onStep?: (step: string) => void;
};

/** Writing fewer rows is faster than recreating indexes. */
const FEW = 20_000;
/** The most rows per statement, so that progress is visible. */
const AT_A_TIME = 1_000_000;

const OPENING = `
  begin;
  set local synchronous_commit = off;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local client_connection_check_interval = '5s';
  set local timezone = 'UTC';
  set local jit = off;
  set local work_mem = '256MB';
  set local maintenance_work_mem = '1GB';
  set local plan_cache_mode = force_custom_plan`;

/** Gives an account this many test-mode payments, spread over its days like a shop's, with their outcomes, costs,
 * refunds, some disputes and daily settlements, and the sums that reports read. The database generates the rows
 * itself in one transaction. If there are more than the tables hold, it creates their indexes after the rows, as
 * their owner, and all other users of the tables wait until the end. */
export function writeVolume(account: Account, params: VolumeParams): Promise<void> {
  return preparedTransaction(
    [OPENING],
    async (run) => {
      const say = params.onStep ?? (() => {});
      const tables = [
        "payments",
        "payment_outcomes",
        "refunds",
        "balance_transactions",
        "settlements",
      ];
      if (params.withLedger) tables.push("ledger_transfers");
      const isMost = params.payments >= FEW && !(await holdsMore(run, params.payments));
      await indexedAfter(run, { tables: isMost ? tables : [], onIndex: say }, async () => {
        const slots = await prepare(run, account, params);
        await writePayments(run, account, slots, say);
        await writeBooks(run, account, params, say);
      });
      for (const table of tables) await run("", `analyze ${table}`, []);
      const sums = [
        ...["outcome_rollups", "outcome_kind_sums", "cost_rollups", "cost_kind_sums"],
        "payment_retries",
      ];
      await indexedAfter(run, { tables: isMost ? sums : [], onIndex: say }, async () => {
        say("sums");
        await sumImportedFacts(run, account.id);
      });
      for (const table of [...sums, "outcome_kinds", "cost_kinds"]) {
        await run("", `analyze ${table}`, []);
      }
    },
    getOwnerPool(),
  );
}

async function holdsMore(run: RunPrepared, payments: number): Promise<boolean> {
  const text = "select count(*) from (select from payments limit $1) known";
  const [row] = await run<{ count: bigint }>("seed.count", text, [payments]);
  return Number(row!.count) >= payments;
}

/** A temporary table of this transaction with rows of these columns. */
async function fill(
  run: RunPrepared,
  name: string,
  columns: string,
  rows: readonly unknown[],
): Promise<void> {
  await run(`seed.${name}`, `create temp table ${name} (${columns}) on commit drop`, []);
  const text = `insert into ${name} select * from json_to_recordset($1::json) as r(${columns})`;
  await run(`seed.fill_${name}`, text, [JSON.stringify(rows)]);
  await run(`seed.analyze_${name}`, `analyze ${name}`, []);
}

/** Prepares the tables of choices and prices; returns when payments happen. */
async function prepare(run: RunPrepared, account: Account, params: VolumeParams): Promise<Slot[]> {
  const now = nowMs();
  const firstDay = Math.floor(now / DAY_MS) - params.days + 1;
  const slots = slotsOf(params.payments, firstDay * DAY_MS, now).filter(({ count }) => count > 0);
  const rows = slots.map(({ first, count, fromMs, spanMs, time }) => ({
    first,
    count,
    from_ms: fromMs,
    span_ms: spanMs,
    time,
  }));
  const slotColumns = "first bigint, count int, from_ms bigint, span_ms bigint, time text";
  await fill(run, "volume_slots", slotColumns, rows);
  await fillDays(run, { firstDay, days: params.days, now });
  await fillCards(run);
  const declines = [...DECLINES.map(([decline]) => decline), NOT_AUTHENTICATED, OUTAGE];
  const known = new Map(declines.map((decline) => [decline.code, decline]));
  await fill(run, "volume_declines", "code text, network text, advice text", [...known.values()]);
  await fillPrices(run, account.country);
  return slots;
}

/** Days with their numbers of facts, and the settlements of those that have ended. */
async function fillDays(
  run: RunPrepared,
  { firstDay, days, now }: { firstDay: number; days: number; now: number },
): Promise<void> {
  const all = Array.from({ length: days }, (_, index) => ({
    day: firstDay + index,
    cut_off: cutOffAfter(dateFromMs((firstDay + index) * DAY_MS)),
    tx_id: String(1 + Math.floor((index * (LAST_IMPORTED - 1)) / days)),
  }));
  await fill(run, "volume_days", "day int, cut_off timestamptz, tx_id xid8", all);
  const settled = all.filter(({ cut_off }) => cut_off.getTime() <= now);
  const settlements = settled.flatMap(({ day, cut_off }) =>
    ["EUR", "GBP", "SEK"].map((currency) => {
      const arrival = arrivalOf(cut_off);
      const id = newIdAt("stl", cut_off.getTime());
      return { day, currency, id, cut_off, arrival, is_paid: arrival.getTime() <= now };
    }),
  );
  const columns =
    'day int, currency text, id text collate "C", cut_off timestamptz, arrival timestamptz, is_paid bool';
  await fill(run, "volume_settlements", columns, settlements);
}

async function fillCards(run: RunPrepared): Promise<void> {
  let upTo = 0;
  const kinds = cardKinds().map(({ weight, ...kind }) => {
    const from = upTo;
    upTo += weight;
    return { ...kind, from_share: from / 100, to_share: upTo / 100 };
  });
  const columns =
    "brand text, bin text, issuer text, country text, funding text, refuses float8, from_share float8, to_share float8";
  await fill(run, "volume_kinds", columns, kinds);
  await run(
    "seed.volume_cards",
    `create temp table volume_cards on commit drop as
     select number, k.*, 'vol' || lpad(to_hex(number), 9, '0') as fingerprint,
            lpad((${drawn("number", "last4", 10_000)})::text, 4, '0') as last4
       from generate_series(0, ${CARDS - 1}) number
       join volume_kinds k on ${drawn("number", "kind", 100_000)} >= k.from_share * 100000
                          and ${drawn("number", "kind", 100_000)} < k.to_share * 100000`,
    [],
  );
  await run("seed.analyze_cards", "analyze volume_cards", []);
}

/** Amounts from which a price can be derived: its fixed part, and the part that depends on the amount. */
const [NOTHING, ALL_BP] = [0n, 10_000n];

/** The current fee table for these methods, cards and currencies. */
async function fillPrices(run: RunPrepared, merchantCountry: string): Promise<void> {
  const currencies = ["EUR", "GBP", "SEK"];
  const priced = METHODS.flatMap(([method]) =>
    (WITH_CARD.has(method) ? cardKinds() : [null]).flatMap((card) =>
      currencies.map((currency) => {
        const priceOf = (amountMinor: bigint) =>
          feesOf({ method, card, merchantCountry, amountMinor, currency });
        const [fixed, whole] = [priceOf(NOTHING), priceOf(ALL_BP)];
        const part = (
          name: string,
          key: "interchange" | "schemeFee" | "markup" | "commission",
        ) => ({
          [`${name}_bp`]: Number(whole[key] - fixed[key]),
          [`${name}_fixed`]: Number(fixed[key]),
        });
        return {
          ...{ method, bin: card?.bin ?? "", currency },
          ...part("interchange", "interchange"),
          ...part("scheme_fee", "schemeFee"),
          ...part("markup", "markup"),
          ...part("commission", "commission"),
          region: fixed.pricing?.region,
          card_product: fixed.pricing?.cardProduct,
          consumer_or_commercial: fixed.pricing?.consumerOrCommercial,
          rate_bp: fixed.pricing?.rateBp,
          fixed: fixed.pricing && Number(fixed.pricing.fixed),
        };
      }),
    ),
  );
  const parts = ["interchange", "scheme_fee", "markup", "commission"];
  const columns = [
    "method text, bin text, currency text",
    ...parts.map((name) => `${name}_bp bigint, ${name}_fixed bigint`),
    "region text, card_product text, consumer_or_commercial text, rate_bp int, fixed bigint",
  ];
  await fill(run, "volume_prices", columns.join(", "), priced);
  const disputes = currencies.map((currency) => ({
    currency,
    dispute_fee: Number(disputeFeeOf(currency)),
  }));
  await fill(run, "volume_dispute_fees", "currency text, dispute_fee bigint", disputes);
}

async function writePayments(
  run: RunPrepared,
  account: Account,
  slots: readonly Slot[],
  say: (step: string) => void,
): Promise<void> {
  const now = nowMs();
  const trouble = troubledTuesday(now);
  const hours = [trouble + 12 * HOUR_MS, trouble + 19 * HOUR_MS];
  const salt = Math.floor(account.createdAt.getTime());
  const ends = Map.groupBy(slots, ({ first }) => Math.floor(first / AT_A_TIME));
  for (const part of ends.values()) {
    const [from, last] = [part[0]!, part.at(-1)!];
    say(`payments from ${from.first}`);
    const range = [from.first, last.first + 1];
    const values = [account.id, salt, ...range, ...hours, now];
    await run("seed.payments", WRITE_PAYMENTS, values);
  }
}

async function writeBooks(
  run: RunPrepared,
  account: Account,
  { withLedger }: VolumeParams,
  say: (step: string) => void,
): Promise<void> {
  const own = [account.id];
  const write = async (step: string, text: string) => {
    say(step);
    await run(`seed.${step}`, text, own);
  };
  await run("seed.analyze_new", "analyze payments", []);
  await write("outcomes", books.WRITE_OUTCOMES);
  await write("refunds", books.WRITE_REFUNDS);
  await write("charges", books.WRITE_CHARGES);
  await write("disputes", books.WRITE_DISPUTES);
  await write("returns", books.WRITE_RETURNS);
  await write("settlements", books.WRITE_SETTLEMENTS);
  const [unpaid] = await run<{ ids: string[] }>("seed.unpaid", books.FIND_UNPAID, own);
  for (const table of unpaid!.ids.length > 0 ? books.SETTLED_TABLES : []) {
    await run(`seed.unsettle_${table}`, books.leaveUnsettled(table), [account.id, unpaid!.ids]);
  }
  if (!withLedger) return;
  await write("transfers", books.WRITE_TRANSFERS);
  await write("settlement_transfers", books.WRITE_SETTLEMENT_TRANSFERS);
}
