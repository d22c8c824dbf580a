import { runPrepared } from "#db/client.ts";
import type { Context } from "#lib/kernel/context.ts";
import { localMomentSql } from "#lib/kernel/period.ts";

/**
 * $6 account, $7 mode. A period that begins before the account's first payment is no base for a comparison.
 * $1 zone, $2 current time, $3 first day or null for $4 days up to the last day, $5 last day or null for today. The
 * previous period ends at the same local time, so that an unfinished day is compared with the same part of another. $8 days that
 * it is earlier, or null for the period just before.
 */
const PERIOD = `
  with days as (
    select coalesce($5::date, ($2::timestamptz at time zone $1)::date) as last
  ), ends as (
    select coalesce($3::date, last - ($4::int - 1)) as first, last from days
  ), spans as (
    select first, last, ${localMomentSql("first", "$1")} as from_at,
           ${localMomentSql("(last + 1)", "$1")} as ends_at,
           coalesce($8::int, greatest(7, last - first + 1)) as shift
      from ends
  ), cut as (
    select spans.*, ends_at <= $2 as is_over,
           greatest(from_at, least(ends_at, $2::timestamptz)) as to_at
      from spans
  )
  select to_char(first, 'YYYY-MM-DD') as "fromDay", to_char(last, 'YYYY-MM-DD') as "toDay",
         (last - first + 1) as days, from_at as "from", to_at as "to",
         to_char(first - shift, 'YYYY-MM-DD') as "previousFromDay",
         to_char(last - shift, 'YYYY-MM-DD') as "previousToDay",
         ${localMomentSql("(first - shift)", "$1")} as "previousFrom",
         case when is_over then ${localMomentSql("(last + 1 - shift)", "$1")}
              else ${localMomentSql("((to_at at time zone $1) - shift * interval '1 day')", "$1")}
              end as "previousTo",
         exists (select 1 from payments
                  where account_id = $6 and mode = $7
                    and created_at <= ${localMomentSql("(first - shift)", "$1")}) as "isComparable"
    from cut`;

export type PeriodRow = {
  fromDay: string;
  toDay: string;
  days: number;
  from: Date;
  to: Date;
  previousFromDay: string;
  previousToDay: string;
  previousFrom: Date;
  previousTo: Date;
  /** Whether the previous period lies wholly after the account's first payment. */
  isComparable: boolean;
};

/** The period from first to last local day as times, and the previous period to compare with. Takes no lock. */
export async function findPeriod(
  { accountId, mode }: Context,
  args: {
    zone: string;
    now: Date;
    firstDay: string | null;
    days: number;
    lastDay: string | null;
    daysBefore: number | null;
  },
): Promise<PeriodRow> {
  const { zone, now, firstDay, days, lastDay, daysBefore } = args;
  const values = [zone, now, firstDay, days, lastDay, accountId, mode, daysBefore];
  const [row] = await runPrepared<PeriodRow>("analytics.period", PERIOD, values);
  return row!;
}
