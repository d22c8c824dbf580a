import { and, asc, eq, gte, isNotNull, isNull, or, sql } from "drizzle-orm";
import { db, runPrepared } from "#db/client.ts";
import { snapshot } from "#db/prepared.ts";
import { payments as p } from "#db/schema/payments.ts";
import { refunds as r } from "#db/schema/refunds.ts";
import { webhookEndpoints as w } from "#db/schema/webhooks.ts";
import { oldestDeliveryId } from "#lib/domain/webhooks/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { localMomentSql } from "#lib/kernel/period.ts";
import type { Attention, DayFigures, DeclineCount, Figures } from "./types.ts";

/**
 * One scan of the index by creation time, grouped by day, currency and decline code. `$5` is the current time, at which
 * every day is cut for comparison. Rows are grouped by quarter of an hour first: converting half a million times to
 * local time one by one takes nearly three times as long (measured), and every zone is whole quarters from UTC.
 * `early` keeps the cut exact within a quarter.
 */
const BY_DAY = `
  with present as (
    select $5::timestamptz as moment,
           date_bin('15 minutes', $5::timestamptz, timestamptz '2000-01-01 00:00:00Z') as quarter
  ), quarters as (
    select date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00Z') as quarter,
           created_at - date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00Z')
             <= (select moment - present.quarter from present) as early,
           currency, status, outcome, decline_code, max(advice_code) as advice,
           sum(amount_captured)::bigint as captured, count(*)::int as payments
      from payments
     where account_id = $1 and mode = $2
       and created_at >= ${localMomentSql("(($5::timestamptz at time zone $3)::date - $4::int)", "$3")}
       and created_at < ${localMomentSql("(($5::timestamptz at time zone $3)::date - $6::int)", "$3")}
       and created_at <= $5
     group by 1, 2, 3, 4, 5, 6
  ), local as (
    select quarters.*, (quarters.quarter at time zone $3)::date as day,
           (quarters.quarter at time zone $3)::time < (present.quarter at time zone $3)::time
             or (quarters.quarter at time zone $3)::time = (present.quarter at time zone $3)::time
                and early as by_now
      from quarters cross join present
  )
  select to_char(day, 'YYYY-MM-DD') as day, currency,
         case when outcome = 'declined' then coalesce(decline_code, 'unknown') end as code,
         max(advice) as advice,
         coalesce(sum(captured) filter (where status = 'succeeded'), 0)::bigint as volume,
         coalesce(sum(payments) filter (where outcome = 'approved'), 0)::int as approved,
         coalesce(sum(payments) filter (where outcome = 'declined'), 0)::int as declined,
         coalesce(sum(captured) filter (where status = 'succeeded' and by_now), 0)::bigint
           as "volumeByNow",
         coalesce(sum(payments) filter (where outcome = 'approved' and by_now), 0)::int as "approvedByNow",
         coalesce(sum(payments) filter (where outcome = 'declined' and by_now), 0)::int as "declinedByNow"
    from local
   group by 1, 2, 3
   order by 1`;

type Row = {
  day: string;
  currency: string;
  code: string | null;
  advice: string | null;
  volume: bigint;
  approved: number;
  declined: number;
  volumeByNow: bigint;
  approvedByNow: number;
  declinedByNow: number;
};

/** Figures of local days per currency, from `first` days back to before `until` days back (-1 includes today). Days
 *  without a payment are absent. Takes no lock. */
export async function readFigures(
  ctx: Context,
  args: { zone: string; now: Date; daysBack: { first: number; until: number } },
): Promise<Figures> {
  const { first, until } = args.daysBack;
  const values = [ctx.accountId, ctx.mode, args.zone, first, args.now, until];
  const [rows, today] = await Promise.all([
    runPrepared<Row>("overview.by_day", BY_DAY, values),
    runPrepared<{ today: string }>("overview.today", TODAY, [args.now, args.zone]),
  ]);
  const days = new Map<string, DayFigures>();
  const declines: DeclineCount[] = [];
  for (const row of rows) {
    const key = `${row.currency} ${row.day}`;
    const sum = days.get(key) ?? emptyDay(row.day, row.currency);
    days.set(key, {
      ...sum,
      volumeMinor: sum.volumeMinor + row.volume,
      approved: sum.approved + row.approved,
      declined: sum.declined + row.declined,
      volumeByNowMinor: sum.volumeByNowMinor + row.volumeByNow,
      approvedByNow: sum.approvedByNow + row.approvedByNow,
      declinedByNow: sum.declinedByNow + row.declinedByNow,
    });
    if (row.code !== null) {
      const { day, currency, code, advice, declined } = row;
      declines.push({ day, currency, code, advice, count: declined });
    }
  }
  return { today: today[0]!.today, days: [...days.values()], declines };
}

const TODAY = `select to_char(($1::timestamptz at time zone $2)::date, 'YYYY-MM-DD') as today`;

function emptyDay(day: string, currency: string): DayFigures {
  return {
    day,
    currency,
    volumeMinor: 0n,
    approved: 0,
    declined: 0,
    volumeByNowMinor: 0n,
    approvedByNow: 0,
    declinedByNow: 0,
  };
}

/** The local day of the first payment, or null. Takes no lock. */
export async function firstPaymentDay(ctx: Context, zone: string): Promise<string | null> {
  const [row] = await db()
    .select({
      day: sql<string>`to_char((${p.createdAt} at time zone ${zone})::date, 'YYYY-MM-DD')`,
    })
    .from(p)
    .where(and(eq(p.accountId, ctx.accountId), eq(p.mode, ctx.mode)))
    .orderBy(asc(p.createdAt), asc(p.id))
    .limit(1);
  return row?.day ?? null;
}

/** Uses a partial index of returned payouts. */
const RETURNED = `
  select currency, count(*)::int as count, sum(amount)::bigint as "amountMinor"
    from payouts
   where account_id = $1 and mode = $2 and status = 'returned' and updated_at >= $3
   group by 1`;

function listReturned(ctx: Context, sinceMs: number) {
  const values = [ctx.accountId, ctx.mode, dateFromMs(sinceMs)];
  return runPrepared<Attention["returnedPayouts"][number]>("overview.returned", RETURNED, values);
}

/** Deliveries per endpoint that are searched for an attempt, because the newest may not have been sent yet. */
const LATEST = 20;

const CERTIFICATES = `
  select w.id, w.url, (shown.certificate ->> 'validTo')::timestamptz as "validTo"
    from webhook_endpoints w
   cross join lateral (
     select a.certificate
       from (select d.account_id, d.id from deliveries d
              where d.account_id = w.account_id and d.endpoint_id = w.id and d.id >= $4
              order by d.id desc limit ${LATEST}) d
       join delivery_attempts a on a.account_id = d.account_id and a.delivery_id = d.id
      where a.delivery_id >= $4 and a.certificate is not null
      order by a.sent_at desc
      limit 1) shown
   where w.account_id = $1 and w.mode = $2 and w.deleted_at is null and w.status = 'enabled'
     and (shown.certificate ->> 'validTo')::timestamptz < $3
   order by 3`;

const ENDS_SOON_MS = 14 * DAY_MS;

/** The query plan is kept, because planning over every daily partition takes longer than the query. */
function listEndingCertificates(ctx: Context) {
  const values = [ctx.accountId, ctx.mode, dateFromMs(nowMs() + ENDS_SOON_MS), oldestDeliveryId()];
  return snapshot({ plans: "kept" }, (run) =>
    run<Attention["certificates"][number]>("overview.certificates", CERTIFICATES, values),
  );
}

/** Items that need attention: endpoints that fail, are disabled or have a certificate that expires within 14 days,
 *  failed refunds and returned payouts since `sinceMs`, and uncaptured authorisations. Takes no lock. */
export async function readAttention(ctx: Context, sinceMs: number): Promise<Attention> {
  const sums = (amount: typeof p.amount | typeof r.amount) => ({
    count: sql<number>`count(*)::int`,
    amountMinor: sql<bigint>`sum(${amount})::bigint`,
  });
  const [returnedPayouts, certificates, endpoints, failedRefunds, toCapture] = await Promise.all([
    listReturned(ctx, sinceMs),
    listEndingCertificates(ctx),
    db()
      .select({
        id: w.id,
        url: w.url,
        status: w.status,
        disabledReason: w.disabledReason,
        failingSince: w.failingSince,
      })
      .from(w)
      .where(
        and(
          eq(w.accountId, ctx.accountId),
          eq(w.mode, ctx.mode),
          isNull(w.deletedAt),
          or(isNotNull(w.failingSince), eq(w.status, "disabled")),
        ),
      )
      .orderBy(asc(w.failingSince)),
    db()
      .select({ currency: r.currency, ...sums(r.amount) })
      .from(r)
      .where(
        and(
          eq(r.accountId, ctx.accountId),
          eq(r.mode, ctx.mode),
          eq(r.status, "failed"),
          gte(r.updatedAt, dateFromMs(sinceMs)),
        ),
      )
      .groupBy(r.currency),
    db()
      .select({
        currency: p.currency,
        ...sums(p.amount),
        oldest: sql<Date>`min(${p.createdAt})`.mapWith(p.createdAt),
      })
      .from(p)
      .where(
        and(eq(p.accountId, ctx.accountId), eq(p.mode, ctx.mode), eq(p.status, "requires_capture")),
      )
      .groupBy(p.currency),
  ]);
  return { endpoints, failedRefunds, toCapture, returnedPayouts, certificates };
}

export type Progress = {
  firstPayment: Id<"pay"> | null;
  firstDecline: Id<"pay"> | null;
  endpoint: Id<"we"> | null;
  delivered: Id<"dlv"> | null;
};

/** Newest rows that are searched. A merchant with more no longer needs the quick start. */
const NEWEST = 1_000;

const PROGRESS = `
  select (select id from payments where account_id = $1 and mode = $2
           order by created_at, id limit 1) as "firstPayment",
         (select id from (select id, status from payments where account_id = $1 and mode = $2
                           order by created_at desc, id desc limit ${NEWEST}) newest
           where status = 'failed' order by id limit 1) as "firstDecline",
         (select id from webhook_endpoints
           where account_id = $1 and mode = $2 and deleted_at is null
           order by id limit 1) as endpoint,
         (select id from (select id, status from deliveries where account_id = $1 and mode = $2
                           order by id desc limit ${NEWEST}) newest
           where status = 'delivered' order by id limit 1) as delivered`;

/** Which of the first steps a mode has done. Takes no lock. */
export async function readProgress(ctx: Context): Promise<Progress> {
  const [row] = await runPrepared<Progress>("overview.progress", PROGRESS, [
    ctx.accountId,
    ctx.mode,
  ]);
  return row!;
}
