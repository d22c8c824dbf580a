import { and, asc, count, eq, gte, inArray, like, lte, or, type SQL, sql } from "drizzle-orm";
import { db, runPrepared } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { settlements as t } from "#db/schema/balance.ts";
import { beginning } from "#db/sql-text.ts";
import { sumListed } from "#db/sums.ts";
import { within } from "#db/time-filters.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { KeysetPage, KeysetSlice, ListSums } from "#lib/kernel/page.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { SettlementStatus } from "#lib/kernel/vocabulary/balance.ts";
import { toSettlement } from "./store.ts";
import type {
  ArrivalDay,
  DayRange,
  InTransit,
  Settlement,
  SettlementBooks,
  SettlementFilter,
} from "./types.ts";

const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

/** Returns one page of the settlements that match the filter, newest first. Takes no lock. */
export async function listSettlementItems(
  ctx: Context,
  filter: SettlementFilter,
  page: KeysetPage,
): Promise<KeysetSlice<Settlement>> {
  const slice = await readPage(
    t.id,
    page,
    (bound, order, take) =>
      db()
        .select()
        .from(t)
        .where(and(matching(ctx, filter), bound))
        .orderBy(order)
        .limit(take),
    { own: own(ctx), keys: SORTS },
  );
  return { ...slice, rows: slice.rows.map(toSettlement) };
}

const SORTS = {
  arrival: [{ by: t.arrivalDate, type: "date" }],
  // Amounts compare only within a currency.
  net: [
    { by: t.currency, type: "text" },
    { by: t.net, type: "bigint" },
  ],
} as const;

/** Returns count and net of the settlements that match the filter, by currency, bounded. Takes no lock. */
export function sumSettlements(ctx: Context, filter: SettlementFilter): Promise<ListSums> {
  return sumListed({ currency: t.currency, amount: t.net }, t, matching(ctx, filter));
}

/** Returns the exact number of settlements that match the filter. Takes no lock. */
export async function countSettlementItems(
  ctx: Context,
  filter: SettlementFilter,
): Promise<number> {
  const [row] = await db().select({ total: count() }).from(t).where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

/** Returns the settlements that arrive in a range of days, by day and then currency. Takes no lock. */
export async function listArriving(ctx: Context, { fromDay, toDay }: DayRange) {
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), gte(t.arrivalDate, fromDay), lte(t.arrivalDate, toDay)))
    .orderBy(asc(t.arrivalDate), asc(t.currency), asc(t.id));
  return rows.map(toSettlement);
}

const BY_DAY = `
  select arrival_date::text as day, status, count(*)::int as settlements,
         sum(gross)::bigint as "grossMinor", sum(interchange)::bigint as "interchangeMinor",
         sum(scheme_fee)::bigint as "schemeFeeMinor", sum(markup)::bigint as "markupMinor",
         sum(commission)::bigint as "commissionMinor", sum(refunds)::bigint as "refundsMinor",
         sum(chargebacks)::bigint as "chargebacksMinor", sum(dispute_fees)::bigint as "disputeFeesMinor",
         sum(adjustments)::bigint as "adjustmentsMinor", sum(net)::bigint as "netMinor"
    from settlements
   where account_id = $1 and mode = $2 and currency = $3
     and arrival_date between $4::date and $5::date
   group by 1, 2 order by 1, 2`;

/** Returns the sums per day of arrival and status in one currency; days without a settlement are missing. Takes no lock. */
export function sumByArrival(
  ctx: Context,
  currency: string,
  { fromDay, toDay }: DayRange,
): Promise<ArrivalDay[]> {
  const values = [ctx.accountId, ctx.mode, currency, fromDay, toDay];
  return runPrepared<ArrivalDay>("settlements.by_arrival", BY_DAY, values);
}

/** Returns the currencies of all settlements, most settlements first. Takes no lock. */
export async function currenciesSettled(ctx: Context): Promise<string[]> {
  const rows = await db()
    .select({ currency: t.currency })
    .from(t)
    .where(own(ctx))
    .groupBy(t.currency)
    .orderBy(sql`count(*) desc`, asc(t.currency));
  return rows.map(({ currency }) => currency);
}

const IN_TRANSIT = `
  with waiting as (
    select currency, arrival_date, sum(net) as net, count(*) as n
      from settlements where account_id = $1 and mode = $2 and status = 'scheduled'
     group by 1, 2
  )
  select currency, sum(net)::bigint as "amountMinor", sum(n)::int as settlements,
         min(arrival_date)::text as "nextArrival",
         (array_agg(net order by arrival_date))[1]::bigint as "nextAmountMinor",
         max(arrival_date)::text as "lastArrival"
    from waiting group by 1 order by 1`;

/** Returns the sums of scheduled settlements, by currency. Takes no lock. */
export function sumInTransit(ctx: Context): Promise<InTransit[]> {
  return runPrepared<InTransit>("settlements.in_transit", IN_TRANSIT, [ctx.accountId, ctx.mode]);
}

/** Returns the settlement's net in each of the books, from one snapshot. Takes no lock. */
export async function readBooks(ctx: Context, id: string): Promise<SettlementBooks | null> {
  const values = [ctx.accountId, ctx.mode, id];
  const [row] = await runPrepared<SettlementBooks>("settlements.books_of", BOOKS_OF, values);
  return row ?? null;
}

function matching(ctx: Context, filter: SettlementFilter): SQL | undefined {
  const { statuses, currencies, search } = filter;
  return and(
    own(ctx),
    statuses?.length ? inArray(t.status, [...statuses] as SettlementStatus[]) : undefined,
    currencies?.length ? inArray(t.currency, [...currencies]) : undefined,
    filter.arrival ? arrivingWithin(filter.arrival) : undefined,
    filter.cutOff ? within(t.periodEnd, filter.cutOff) : undefined,
    search
      ? or(like(t.id, beginning(search)), eq(t.bankReference, search.toUpperCase()))
      : undefined,
  );
}

/** An arrival is a date without a time zone, so only the dates of the period count. */
function arrivingWithin(period: Period): SQL | undefined {
  const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
  if ("lastMs" in period) {
    const presentMs = period.presentMs ?? nowMs();
    // The last 7 days are 7 dates, today's included.
    return and(
      gte(t.arrivalDate, dayOf(dateFromMs(presentMs - period.lastMs + DAY_MS))),
      lte(t.arrivalDate, dayOf(dateFromMs(presentMs))),
    );
  }
  if ("from" in period) {
    const { from, to } = period;
    return and(
      from ? gte(t.arrivalDate, dayOf(from)) : undefined,
      to ? lte(t.arrivalDate, dayOf(to)) : undefined,
    );
  }
  const { fromDay, toDay } = period;
  return and(
    fromDay ? gte(t.arrivalDate, fromDay.slice(0, 10)) : undefined,
    toDay ? lte(t.arrivalDate, toDay.slice(0, 10)) : undefined,
  );
}

/**
 * The net of one settlement in three records, from one snapshot: the settlement's row, the sum of its balance
 * transactions, and the effect of their ledger transfers on the merchant's balance. Transfers are matched by source id
 * and by the kinds of the entry's type, because a failed refund has two entries under one id. $1 account, $2 mode,
 * $3 the settlement's id; the parameter is used instead of the column, because the index by source is on plain text.
 */
const BOOKS_OF = `
  with batch as (
    select id, net from settlements where account_id = $1 and mode = $2 and id = $3
  ), entries as (
    select b.type, b.source_id, b.net
      from balance_transactions b
     where b.account_id = $1 and b.settlement_id = $3 and b.mode = $2
  ), booked as (
    select coalesce(sum(case 'merchant_balance' when t.credit then t.amount when t.debit then -t.amount end), 0)
             as net
      from entries e
      join ledger_transfers t
        on t.account_id = $1 and t.mode = $2 and t.source_id = e.source_id
       and t.kind = any (case e.type
             when 'charge' then array['capture', 'interchange', 'scheme_fee', 'markup', 'commission']
             when 'refund' then array['refund']
             when 'refund_failure' then array['refund_reversal']
             when 'dispute' then array['dispute', 'dispute_fee']
             when 'dispute_reversal' then array['dispute_reversal']
             when 'settlement_failure' then array['settlement_failure']
             when 'payment_failure' then array['payment_failure']
             else array['adjustment'] end)
  )
  select batch.net as "netMinor",
         (select coalesce(sum(net), 0)::bigint from entries) as "rowsMinor",
         (select count(*)::int from entries) as "rowCount",
         (select net::bigint from booked) as "ledgerMinor",
         (select coalesce(sum(amount), 0)::bigint from ledger_transfers
           where account_id = $1 and mode = $2 and source_id = $3 and kind = 'settlement')
           as "sweptMinor"
    from batch`;
