import { sql } from "drizzle-orm";
import { endpointOutages } from "#db/schema/webhooks.ts";
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
 * `afterMs` after the first, or a delivery of an event is still to be sent. Holds their remaining deliveries.
 * Skips endpoints that another worker has locked. Locks the endpoints.
 */
export async function disableFailing(
  tx: Tx,
  args: { now: Date; since: Date; afterMs: number; reason: string },
): Promise<Array<FailingEndpoint & { held: number }>> {
  const { now, since, afterMs, reason } = args;
  if (!(await isAnyFailing(tx, since))) return [];
  const oldest = idLowerBound("dlv", now.getTime() - DAYS_BACK * DAY_MS);
  const { rows } = await tx.execute<FailingEndpoint & { held: number }>(sql`
    with failing as (
      select account_id, id from webhook_endpoints e
       where status = 'enabled' and deleted_at is null and failing_since <= ${since}
         and (last_failure_at >= failing_since + ${`${afterMs} ms`}::interval
              or exists (select from deliveries d
                          where d.id >= ${oldest} and d.status in ('pending', 'retrying')
                            and d.account_id = e.account_id and d.endpoint_id = e.id
                            and d.next_attempt_at is not null
                            and d.origin = 'event' and d.replay_of is null))
       for update skip locked
    ),
    disabled as (
      update webhook_endpoints e set status = 'disabled', disabled_reason = ${reason}
        from failing f where e.account_id = f.account_id and e.id = f.id
      returning e.*
    ),
    held as (
      update deliveries d set status = 'held', next_attempt_at = null
        from disabled e
       where d.account_id = e.account_id and d.endpoint_id = e.id
         and d.status in ('pending', 'retrying')
         and (d.leased_until is null or d.leased_until <= ${now})
      returning d.endpoint_id
    )
    select ${shown}, (select count(*)::int from held h where h.endpoint_id = e.id) as held
      from disabled e`);
  return rows.map(withDates);
}

/** A cheap check first: planning the statement over every partition of deliveries takes longer than everything
 *  else in a quiet second. */
async function isAnyFailing(tx: Tx, since: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (select from webhook_endpoints
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
  const { rows } = await tx.execute<FailingEndpoint>(sql`
    with failing as (
      select account_id, id from webhook_endpoints
       where status = 'enabled' and deleted_at is null
         and failing_since <= ${since} and warned_hours < ${hours}
       for update skip locked
    )
    update webhook_endpoints e set warned_hours = ${hours}
      from failing f where e.account_id = f.account_id and e.id = f.id
    returning ${shown}`);
  return rows.map(withDates);
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
