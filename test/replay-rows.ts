import { getPool } from "#db/client.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { type Id, newIdAt } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Merchant } from "./merchant.ts";

type Params = {
  status?: "failed" | "retrying" | "delivered" | "held";
  type?: string;
  /** Age of the newest; each is 1 ms older than the next. */
  agoMs?: number;
};

const AT_ONCE = 5_000;

/** Deliveries to one endpoint after an outage, each of its own event, oldest first. Retries are due in an hour. */
export async function outage(
  { account }: Pick<Merchant, "account">,
  endpointId: Id<"we">,
  count: number,
  { status = "failed", type = "payment.succeeded", agoMs = 60_000 }: Params = {},
): Promise<Array<{ id: Id<"dlv">; eventId: Id<"evt"> }>> {
  const endMs = nowMs() - agoMs;
  const rows = Array.from({ length: count }, (_, index) => {
    const ms = endMs - (count - 1 - index);
    const eventId = newIdAt("evt", ms);
    const id: Id<"dlv"> = `dlv_${eventId.slice(4)}${endpointId.slice(-10)}`;
    return { id, eventId, createdAt: dateFromMs(ms).toISOString() };
  });
  for (let start = 0; start < count; start += AT_ONCE) {
    const some = rows.slice(start, start + AT_ONCE);
    await getPool().query(
      `with given as (
         select * from unnest($1::text[], $2::text[], $3::timestamptz[]) as g (id, event_id, made)
       ), made as (
         insert into events (account_id, id, mode, type, object_id, version, data, created_at)
         select $4, event_id, 'test', $6, 'pay_' || substr(event_id, 5), $8,
                json_build_object('id', 'pay_' || substr(event_id, 5), 'status', 'succeeded'), made
           from given
       )
       insert into deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id,
                               status, attempt_count, next_attempt_at, last_failure_cause, created_at)
       select $4, id, 'test', event_id, $6, 'pay_' || substr(event_id, 5), $5, $7,
              case $7 when 'held' then 0 when 'delivered' then 1 else 2 end,
              case $7 when 'retrying' then now() + interval '1 hour' end,
              case when $7 in ('failed', 'retrying') then 'connection_refused' end, made
         from given`,
      [
        some.map((row) => row.id),
        some.map((row) => row.eventId),
        some.map((row) => row.createdAt),
        account.id,
        endpointId,
        type,
        status,
        NEWEST_VERSION,
      ],
    );
  }
  return rows.map(({ id, eventId }) => ({ id, eventId }));
}
