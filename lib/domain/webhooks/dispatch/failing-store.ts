import { type SQL, sql } from "drizzle-orm";
import { knowShards } from "#db/client.ts";
import { endpointOutages } from "#db/schema/webhooks.ts";
import { isSharded, shardOf } from "#db/shards.ts";
import type { Tx } from "#db/transact.ts";
import { DAY_MS } from "#lib/kernel/clock.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

export type FailingEndpoint = {
  accountId: Id<"acct">;
  endpointId: Id<"we">;
  mode: Mode;
  url: string;
  description: string | null;
  failingSince: Date;
};

/** Older deliveries are no longer kept. */
const DAYS_BACK = 32;

const shown = sql.raw(
  `e.account_id as "accountId", e.id as "endpointId", e.mode, e.url, e.description,
   e.failing_since as "failingSince"`,
);

/**
 * Disables endpoints that have failed since `since` or longer and still fail: the last failure came at least
 * `afterMs` after the first, or a failed delivery of an event waits for its next attempt. One that waits for its first
 * attempt proves nothing: after days of silence the receiver may work by now.
 * Skips endpoints that another worker has locked. Locks the endpoints.
 */
export async function disableFailing(
  tx: Tx,
  args: { now: Date; since: Date; afterMs: number; reason: string },
): Promise<FailingEndpoint[]> {
  const { now, since, afterMs, reason } = args;
  if (!(await isAnyFailing(tx, since))) return [];
  const oldest = idLowerBound("dlv", now.getTime() - DAYS_BACK * DAY_MS);
  return await onEachShard<FailingEndpoint>(
    tx,
    since,
    (to) => sql`
    with failing as (
      select account_id, id from webhook_endpoints e
       where status = 'enabled' and deleted_at is null and failing_since <= ${since}${to("e")}
         and (last_failure_at >= failing_since + ${`${afterMs} ms`}::interval
              or exists (select 1 from deliveries d
                          where d.id >= ${oldest}${to("d")} and d.status = 'retrying'
                            and d.account_id = e.account_id and d.endpoint_id = e.id
                            and d.next_attempt_at is not null
                            and d.origin = 'event' and d.replay_of is null))
       for update skip locked
    ),
    disabled as (
      update webhook_endpoints e
         set status = 'disabled', disabled_reason = ${reason}, disabled_at = ${now}
        from failing f where e.account_id = f.account_id and e.id = f.id${to("e")}
      returning e.*
    )
    select ${shown} from disabled e`,
  );
}

type To = (alias: string) => SQL;

/** Runs a statement about endpoints that have failed since `since`; on Citus, which skips locked rows within one shard only, on
 *  each shard that has some. */
async function onEachShard<R extends FailingEndpoint>(
  tx: Tx,
  since: Date,
  statement: (to: To) => SQL,
): Promise<R[]> {
  await knowShards();
  const run = async (to: To) => {
    const { rows } = await tx.execute(statement(to));
    return (rows as unknown as R[]).map(withDates);
  };
  if (!isSharded()) return await run(() => sql.empty());
  const { rows } = await tx.execute<{ accountId: string }>(sql`
    select distinct account_id as "accountId" from webhook_endpoints
     where status = 'enabled' and deleted_at is null and failing_since <= ${since}`);
  const done: R[] = [];
  for (const own of Map.groupBy(rows, ({ accountId }) => shardOf(accountId)).values()) {
    const accounts = own.map(({ accountId }) => accountId);
    const held = sql` = any (${sql.param(accounts)}::text[])`;
    done.push(...(await run((alias) => sql` and ${sql.raw(alias)}.account_id${held}`)));
  }
  return done;
}

/** A cheap check first: planning the statement over every partition of deliveries takes longer than everything
 *  else in a quiet second. */
async function isAnyFailing(tx: Tx, since: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (select 1 from webhook_endpoints
                    where status = 'enabled' and failing_since <= ${since}) as found`);
  return rows[0]!.found;
}

/**
 * Marks endpoints that have failed since `since` and whose owners have not had this warning since the last
 * success. Skips endpoints that another worker has locked. Locks the endpoints.
 */
export async function markWarned(
  tx: Tx,
  args: { hours: number; since: Date },
): Promise<FailingEndpoint[]> {
  const { hours, since } = args;
  return await onEachShard<FailingEndpoint>(
    tx,
    since,
    (to) => sql`
    with failing as (
      select account_id, id from webhook_endpoints w
       where status = 'enabled' and deleted_at is null
         and failing_since <= ${since} and warned_hours < ${hours}${to("w")}
       for update skip locked
    )
    update webhook_endpoints e set warned_hours = ${hours}
      from failing f where e.account_id = f.account_id and e.id = f.id${to("e")}
    returning ${shown}`,
  );
}

/** Keeps the longest of the watched times that an endpoint was without a success. */
export async function recordOutage(
  tx: Tx,
  { accountId, mode, endpointId, failingSince: since }: FailingEndpoint,
  hours: number,
): Promise<void> {
  const t = endpointOutages;
  await tx
    .insert(t)
    .values({ accountId, mode, endpointId, since, hours })
    .onConflictDoUpdate({
      target: [t.accountId, t.mode, t.since, t.endpointId],
      set: { hours: sql`greatest(${t.hours}, excluded.hours)` },
    });
}

/** Raw statements return dates as the driver does; this makes them `Date`. */
function withDates<R extends FailingEndpoint>(row: R): R {
  return { ...row, failingSince: new Date(row.failingSince) };
}
