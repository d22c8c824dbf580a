import { type RunPrepared, snapshot } from "#db/prepared.ts";
import { DAY_MS, dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { INCIDENT_DIMENSIONS, type IncidentDimension } from "#lib/kernel/vocabulary/incidents.ts";
import { type History, WEEKS } from "./norms.ts";

/** Currencies of an account whose payments are compared. */
const CURRENCIES = `
  with currencies as (
    select distinct currency from outcome_rollups
     where account_id = $1 and mode = $2 and dimension = 'all' and grain = 3
  )`;

/** Sums by value: the wanted hours ($4, without those of earlier incidents), and the days from $5 to $6. */
const COUNTS = `${CURRENCIES}, hours as (
    select h.at from unnest($4::timestamptz[]) h(at)
     where not exists (
       select 1 from incidents i
        where i.account_id = $1 and i.mode = $2 and i.opened_at >= $5 and i.since < h.at + interval '1 hour'
          and coalesce(i.until, i.resolved_at, 'infinity') > h.at)
  ), near as (
    select r.dimension, r.value, sum(r.approved + r.declined)::int as of, sum(r.declined)::int as declined
      from unnest($3::text[]) d(dimension) cross join currencies c cross join hours h
      join outcome_rollups r on r.account_id = $1 and r.mode = $2 and r.dimension = d.dimension
       and r.grain = 1 and r.currency = c.currency and r.bucket = h.at
     group by 1, 2
  ), days as (
    select r.dimension, r.value, sum(r.approved + r.declined)::int as of, sum(r.declined)::int as declined,
           min(r.bucket) as first
      from unnest($3::text[]) d(dimension) cross join currencies c
      join outcome_rollups r on r.account_id = $1 and r.mode = $2 and r.dimension = d.dimension
       and r.grain = 2 and r.currency = c.currency and r.bucket >= $5 and r.bucket < $6
     group by 1, 2
  )
  select days.dimension, days.value, days.first, days.of, days.declined,
         coalesce(near.of, 0) as "nearOf", coalesce(near.declined, 0) as "nearDeclined"
    from days left join near using (dimension, value)
   where days.of > 0 and (days.value <> '' or days.dimension = 'all')`;

/** Declines by value and code, of the months from $3 to $4. */
const CODES = `
  with kinds as (
    select k.reason, k.issuer, k.bin, k.issuer_country, k.method, sum(s.declined)::int as declined
      from outcome_kinds k join outcome_kind_sums s on s.kind = k.key and s.grain = 3
       and s.bucket >= $3 and s.bucket <= $4
     where k.account_id = $1 and k.mode = $2 and k.decline_kind is not null and s.declined > 0
     group by 1, 2, 3, 4, 5
  )
  select d.dimension, d.value, k.reason as code, sum(k.declined)::int as declined
    from kinds k
   cross join lateral (values ('all', ''), ('issuer', k.issuer), ('bin', k.bin),
                              ('issuer_country', k.issuer_country), ('method', k.method)) d(dimension, value)
   where d.value <> '' or d.dimension = 'all'
   group by 1, 2, 3`;

type Slice = { dimension: IncidentDimension; value: string };
type CountRow = Slice & {
  first: Date;
  of: number;
  declined: number;
  nearOf: number;
  nearDeclined: number;
};
type CodeRow = Slice & { code: string; declined: number };

const WEEK_MS = 7 * DAY_MS;

/** The counts of every slice in the weeks before the hour that begins at `hourMs`, and how many of their days the account
 *  has payments for. Reads sums only. Takes no lock. */
export function readHistories(
  ctx: Context,
  hourMs: number,
): Promise<{ histories: History[]; days: number }> {
  return snapshot({ plans: "kept" }, async (run) => {
    const today = Math.floor(hourMs / DAY_MS) * DAY_MS;
    const from = today - WEEKS * WEEK_MS;
    const rows = await run<CountRow>("incidents.counts", COUNTS, [
      ...[ctx.accountId, ctx.mode, INCIDENT_DIMENSIONS, hoursBefore(hourMs)],
      ...[dateFromMs(from), dateFromMs(today)],
    ]);
    const first = rows.find(({ dimension }) => dimension === "all")?.first.getTime();
    if (first === undefined) return { histories: [], days: 0 };
    const codes = await codesBy(run, ctx, hourMs);
    const histories = rows.map(({ dimension, value, of, declined, nearOf, nearDeclined }) => ({
      ...{ dimension, value },
      near: { of: nearOf, declined: nearDeclined },
      all: { of, declined },
      codes: codes.get(`${dimension} ${value}`) ?? new Map<string, number>(),
    }));
    return { histories, days: (today - first) / DAY_MS };
  });
}

/** The same hour of the earlier weeks, with the hour before and after. */
function hoursBefore(hourMs: number): Date[] {
  return Array.from({ length: WEEKS }, (_, week) =>
    [-1, 0, 1].map((hour) => dateFromMs(hourMs - (week + 1) * WEEK_MS + hour * HOUR_MS)),
  ).flat();
}

async function codesBy(run: RunPrepared, ctx: Context, hourMs: number) {
  const hour = dateFromMs(hourMs);
  const month = (back: number) =>
    dateFromMs(Date.UTC(hour.getUTCFullYear(), hour.getUTCMonth() - back, 1));
  const values = [ctx.accountId, ctx.mode, month(2), month(0)];
  const found = new Map<string, Map<string, number>>();
  for (const { dimension, value, code, declined } of await run<CodeRow>(
    "incidents.codes",
    CODES,
    values,
  )) {
    const key = `${dimension} ${value}`;
    const codes = found.get(key) ?? new Map<string, number>();
    found.set(key, codes.set(code, declined));
  }
  return found;
}
