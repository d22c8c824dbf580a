import { and, eq, lt } from "drizzle-orm";
import { db, runPrepared } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { apiKeyAddresses, apiKeyCallers, apiVersionUsage } from "#db/schema/keys.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { CallerPart, UsageSlot } from "#lib/kernel/vocabulary/keys.ts";
import type { CallerTally } from "./count-key-use.ts";
import type { Caller, KeyCall, VersionDay, VersionUse } from "./types.ts";

// Rows are written in key order, so that concurrent writes cannot deadlock.
const ADD_CALLERS = `
  with input as (
    select t.*
      from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[],
                  $7::int[], $8::int[], $9::timestamptz[])
           as t(account_id, key_id, minute, address, client, version, requests, errors, last_at)
      join api_keys k on k.account_id = t.account_id and k.id = t.key_id
  )
  insert into api_key_callers as c
         (account_id, key_id, per, start, address, client, version, requests, errors, last_at)
  select account_id, key_id, per, date_bin(width, minute, to_timestamp(0)), address, client, version,
         sum(requests), sum(errors), max(last_at)
    from input cross join (values ('minute', interval '1 minute'), ('hour', interval '1 hour'))
         as slices(per, width)
   group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (account_id, key_id, per, start, address, client, version) do update
    set requests = c.requests + excluded.requests, errors = c.errors + excluded.errors,
        last_at = greatest(c.last_at, excluded.last_at)`;

/** $5 the real time. Wakes the alert rules of accounts whose keys have a new address, by their own clock. */
const ADD_ADDRESSES = `
  with input as (
    select t.account_id, t.key_id, k.mode, t.address, max(t.last_at) as last_at
      from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as t(account_id, key_id, address, last_at)
      join api_keys k on k.account_id = t.account_id and k.id = t.key_id and not k.managed
     group by 1, 2, 3, 4
  ), noted as (
    insert into api_key_addresses as a (account_id, key_id, address, first_at, last_at)
    select account_id, key_id, address, last_at, last_at from input order by 1, 2, 3
    on conflict (account_id, key_id, address) do update
      set first_at = case when a.last_at < excluded.last_at - interval '30 days'
                          then excluded.first_at else a.first_at end,
          last_at = excluded.last_at
      where a.last_at < excluded.last_at - interval '1 hour'
    returning account_id, key_id, first_at = last_at as is_new
  )
  insert into alert_watches as w (account_id, mode, id, due_at, wakes)
  select distinct n.account_id, i.mode, 'rules',
         $5::timestamptz + coalesce(c.ahead_ms, 0) * interval '1 ms', 1
    from noted n
    join input i on i.account_id = n.account_id and i.key_id = n.key_id
    left join sandbox_clocks c on c.account_id = n.account_id and i.mode = 'test'
   where n.is_new order by 1, 2
      on conflict (account_id, mode, id) do update
     set due_at = case when w.due_at <= excluded.due_at + interval '1 minute' then w.due_at
                       else excluded.due_at end,
         wakes = w.wakes + 1`;

/** Notes the addresses of keys; repeating it changes nothing. */
export async function addAddresses(tallies: readonly CallerTally[]): Promise<void> {
  if (tallies.length === 0) return;
  const column = <K extends keyof CallerTally>(name: K) => tallies.map((tally) => tally[name]);
  await runPrepared("keys.add_addresses", ADD_ADDRESSES, [
    ...[column("accountId"), column("keyId"), column("address")],
    column("lastMs").map(dateFromMs),
    dateFromMs(nowMs()),
  ]);
}

/** Adds this process's counts per minute and per hour in one statement. */
export async function addCallers(tallies: readonly CallerTally[]): Promise<void> {
  const column = <K extends keyof CallerTally>(name: K) => tallies.map((tally) => tally[name]);
  await runPrepared("keys.add_callers", ADD_CALLERS, [
    column("accountId"),
    column("keyId"),
    column("minuteMs").map(dateFromMs),
    column("address"),
    column("client"),
    column("version"),
    column("requests"),
    column("errors"),
    column("lastMs").map(dateFromMs),
  ]);
}

export type CallerSlice = {
  keyId: Id<"key">;
  value: string;
  start: Date;
  requests: number;
  errors: number;
  lastAt: Date;
};

const slicesBy = (part: CallerPart) => `
  select key_id as "keyId", ${part} as value, start, sum(requests)::int as requests,
         sum(errors)::int as errors, max(last_at) as "lastAt"
    from api_key_callers
   where account_id = $1 and key_id = any ($2::text[]) and per = $3 and start >= $4
   group by 1, 2, 3`;

/** Requests of the account's keys by one property of the caller and time slice. Takes no lock. */
export async function listSlices(
  ctx: Context,
  keyIds: ReadonlyArray<Id<"key">>,
  params: { part: CallerPart; per: UsageSlot; since: Date },
): Promise<CallerSlice[]> {
  return await runPrepared<CallerSlice>(`keys.callers_by_${params.part}`, slicesBy(params.part), [
    ctx.accountId,
    keyIds,
    params.per,
    params.since,
  ]);
}

const CALLERS = `
  select address, client, version, sum(requests)::int as requests, sum(errors)::int as errors,
         min(start) as "firstAt", max(last_at) as "lastAt"
    from api_key_callers
   where account_id = $1 and key_id = $2 and per = 'hour' and start >= $3
   group by 1, 2, 3 order by requests desc, 7 desc limit $4`;

/** Callers of a key since a time, most requests first. Takes no lock. */
export async function listCallers(
  ctx: Context,
  keyId: Id<"key">,
  since: Date,
  most: number,
): Promise<Caller[]> {
  return await runPrepared<Caller>("keys.callers", CALLERS, [ctx.accountId, keyId, since, most]);
}

const CALLS = `
  select route, sum(requests)::int as requests, min(hour) as "firstAt", max(hour) as "lastAt"
    from api_version_usage
   where account_id = $1 and key_id = $2 and hour >= $3
   group by 1 order by requests desc, 1`;

/** Routes that a key called since a time (by the hour), most requests first. Takes no lock. */
export async function listCalls(ctx: Context, keyId: Id<"key">, since: Date): Promise<KeyCall[]> {
  return await runPrepared<KeyCall>("keys.calls", CALLS, [ctx.accountId, keyId, since]);
}

const PAUSES = `
  select key_id as "keyId", extract(epoch from max(hour - before))::float8 * 1000 as "pauseMs"
    from (select key_id, hour, lag(hour) over (partition by key_id order by hour) as before
            from api_key_usage
           where account_id = $1 and key_id = any ($2::text[]) and hour >= $3) as used
   where before is not null
   group by 1`;

/** The longest pause between two used hours of each key since a time; no row for keys used in fewer than two hours. */
export async function listPauses(
  ctx: Context,
  keyIds: ReadonlyArray<Id<"key">>,
  since: Date,
): Promise<{ keyId: Id<"key">; pauseMs: number }[]> {
  return await runPrepared("keys.pauses", PAUSES, [ctx.accountId, keyIds, since]);
}

/** Forgets addresses that were last used more than `keptMs` ago by the database's clock. */
export async function deleteOldAddresses(keptMs: number): Promise<void> {
  await db()
    .delete(apiKeyAddresses)
    .where(lt(apiKeyAddresses.lastAt, databaseAgo(keptMs)));
}

/** Deletes callers of slices that started more than `keptMs` ago by the database's clock. */
export async function deleteOldCallers(per: UsageSlot, keptMs: number): Promise<void> {
  await db()
    .delete(apiKeyCallers)
    .where(and(eq(apiKeyCallers.per, per), lt(apiKeyCallers.start, databaseAgo(keptMs))));
}

const VERSION_USE = `
  select u.version, u.named, u.key_id as "keyId", u.route,
         sum(u.requests) filter (where u.hour >= $3)::int as day,
         sum(u.requests) filter (where u.hour >= $4)::int as week,
         sum(u.requests)::int as month
    from api_version_usage u
    join api_keys k on k.account_id = u.account_id and k.id = u.key_id
   where u.account_id = $1 and k.mode = $2 and not k.managed and u.hour >= $5
   group by 1, 2, 3, 4
   order by month desc, 3, 4`;

/** Requests of the mode's keys by version and route since three times, of which `month` is the earliest. Takes no
 *  lock. */
export async function listVersionUse(
  ctx: Context,
  since: { day: Date; week: Date; month: Date },
): Promise<VersionUse[]> {
  const rows = await runPrepared<VersionUse & { day: number | null; week: number | null }>(
    "keys.version_use",
    VERSION_USE,
    [ctx.accountId, ctx.mode, since.day, since.week, since.month],
  );
  return rows.map((row) => ({ ...row, day: row.day ?? 0, week: row.week ?? 0 }));
}

const VERSION_DAYS = `
  select to_char(u.hour at time zone $3, 'YYYY-MM-DD') as day, u.version,
         sum(u.requests)::int as requests
    from api_version_usage u
    join api_keys k on k.account_id = u.account_id and k.id = u.key_id
   where u.account_id = $1 and k.mode = $2 and not k.managed and u.hour >= $4
   group by 1, 2
   order by 1, 2`;

/** Requests by version and local day since a time. Takes no lock. */
export async function listVersionDays(
  ctx: Context,
  zone: string,
  since: Date,
): Promise<VersionDay[]> {
  const { accountId, mode } = ctx;
  return await runPrepared("keys.version_days", VERSION_DAYS, [accountId, mode, zone, since]);
}

/** Deletes version counts older than `keptMs` by the database's clock. */
export async function deleteOldVersionUse(keptMs: number): Promise<void> {
  await db()
    .delete(apiVersionUsage)
    .where(lt(apiVersionUsage.hour, databaseAgo(keptMs)));
}
