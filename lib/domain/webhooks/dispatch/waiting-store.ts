import { sql } from "drizzle-orm";
import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";

export type Waiting = { accountId: Id<"acct">; endpointId: string };

/** Rows per statement and status. A busy endpoint has more waiting after an outage than one statement may write. */
const AT_ONCE = 10_000;

/** Deliveries of an endpoint that wait for an attempt. */
export async function countWaiting(tx: Tx, { accountId, endpointId }: Waiting): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n from deliveries
     where account_id = ${accountId} and endpoint_id = ${endpointId}
       and status in ('pending', 'retrying') and next_attempt_at is not null`);
  return rows[0]!.n;
}

/**
 * Holds or cancels deliveries of an endpoint that was disabled or deleted in this transaction: of each status those that
 * are due first, up to `AT_ONCE`, because its lock lasts as long. The dispatcher sets the others aside when they are due.
 * Leaves leased ones to the worker that records their attempt.
 */
export async function setWaitingAside(
  tx: Tx,
  { accountId, endpointId }: Waiting,
  become: "held" | "canceled",
  at: Date,
): Promise<void> {
  for (const status of ["pending", "retrying"] as const) {
    const its = sql`account_id = ${accountId} and endpoint_id = ${endpointId} and status = ${status}
      and next_attempt_at is not null`;
    await tx.execute(sql`
      update deliveries
         set status = ${become}, next_attempt_at = null,
             finished_at = case when ${become} = 'canceled' then ${at}::timestamptz end
       where ${its} and (leased_until is null or leased_until <= ${at})
         and (next_attempt_at, id) <= (
           select next_attempt_at, id from (
             select next_attempt_at, id from deliveries where ${its} order by 1, 2 limit ${AT_ONCE}) first
            order by 1 desc, 2 desc limit 1)`);
  }
}

/** Makes the held deliveries of an endpoint due at `at`, or cancels them, in the order of their ids. Those with attempts
 *  continue on their retry ladder. */
export async function endHolding(
  tx: Tx,
  { accountId, endpointId }: Waiting,
  become: "due" | "canceled",
  at: Date,
): Promise<void> {
  const its = sql`account_id = ${accountId} and endpoint_id = ${endpointId} and status = 'held'`;
  const changes =
    become === "due"
      ? sql`status = case when attempt_count = 0 then 'pending' else 'retrying' end, next_attempt_at = ${at}`
      : sql`status = 'canceled', next_attempt_at = null, finished_at = ${at}`;
  for (let after = ""; ; ) {
    const { rows } = await tx.execute<{ last: string | null; n: number }>(sql`
      select max(id) as last, count(*)::int as n from (
        select id from deliveries where ${its} and id > ${after} order by id limit ${AT_ONCE}) part`);
    const { last, n } = rows[0]!;
    if (last === null) return;
    await tx.execute(sql`
      update deliveries set ${changes} where ${its} and id > ${after} and id <= ${last}`);
    if (n < AT_ONCE) return;
    after = last;
  }
}
