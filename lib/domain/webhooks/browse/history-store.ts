import { runPrepared } from "#db/client.ts";
import type { AttemptCertificate } from "#db/schema/webhooks.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import { oldestDeliveryId } from "../deliveries/read-deliveries.ts";

/** Attempts measured per slot: enough for a percentile, few enough for a month at any volume. */
export const MEASURED_PER_SLOT = 200;

export type SlotRow = {
  total: number;
  undelivered: number;
  /** Not sent yet, held or canceled. */
  unsent: number;
  measured: number;
  medianMs: number | null;
  p95Ms: number | null;
};

/** Per slot: the total from an index-only scan, the deliveries in other states from partial indexes,
 *  and response times from the newest attempts. */
const HISTORY = `
  select total.n::int as total, trouble.undelivered::int, (trouble.other + waiting.n)::int as unsent,
         times.measured::int, times.median as "medianMs", times.p95 as "p95Ms"
    from unnest($3::text[], $4::text[]) with ordinality as slot (lo, hi, place)
   cross join lateral (
     select count(*) as n from all_deliveries d
      where d.account_id = $1 and d.endpoint_id = $2 and d.id >= slot.lo and d.id < slot.hi
   ) total
   cross join lateral (
     select count(*) filter (where d.status in ('retrying', 'failed')) as undelivered,
            count(*) filter (where d.status in ('held', 'canceled')) as other
       from deliveries d
      where d.account_id = $1 and d.endpoint_id = $2 and d.id >= slot.lo and d.id < slot.hi
        and d.status not in ('pending', 'delivered')
   ) trouble
   cross join lateral (
     select count(*) as n from all_deliveries d
      where d.account_id = $1 and d.endpoint_id = $2 and d.id >= slot.lo and d.id < slot.hi
        and d.status = 'pending' and d.next_attempt_at is not null
   ) waiting
   cross join lateral (
     select count(*) as measured,
            percentile_disc(0.5) within group (order by ms) as median,
            percentile_disc(0.95) within group (order by ms) as p95
       from (
         select a.duration_ms as ms
           from deliveries d
           join delivery_attempts a on a.account_id = d.account_id and a.delivery_id = d.id
          where d.account_id = $1 and d.endpoint_id = $2 and d.id >= slot.lo and d.id < slot.hi
            and a.delivery_id >= slot.lo and a.delivery_id < slot.hi
          order by d.id desc
          limit ${MEASURED_PER_SLOT}
       ) newest
   ) times
   order by slot.place`;

/** Deliveries of an endpoint made between each of `momentsMs` and the next, in real time (the time in
 *  their ids). Takes no lock. */
export async function historyOf(
  ctx: Context,
  endpointId: Id<"we">,
  momentsMs: readonly number[],
): Promise<SlotRow[]> {
  const bounds = momentsMs.map((ms) => idLowerBound("dlv", ms));
  return await runPrepared<SlotRow>("webhooks.endpoint_history", HISTORY, [
    ctx.accountId,
    endpointId,
    bounds.slice(0, -1),
    bounds.slice(1),
  ]);
}

export type EndpointNow = {
  /** Leased by a worker now. */
  inFlight: number;
  /** When the oldest due delivery without a lease fell due; null without one. */
  waitingSince: Date | null;
};

/** Reads the head of the queue's index, which holds what is due and what is leased. */
const NOW = `
  select count(*) filter (where leased_until > $2)::int as "inFlight",
         min(next_attempt_at) filter (where leased_until is null or leased_until <= $2) as "waitingSince"
    from (
      (select next_attempt_at, leased_until from deliveries
        where id >= $3 and status = 'pending' and endpoint_id = $1 and next_attempt_at <= $2
        order by next_attempt_at, id limit 500)
      union all
      (select next_attempt_at, leased_until from deliveries
        where id >= $3 and status = 'retrying' and endpoint_id = $1 and next_attempt_at <= $2
        order by next_attempt_at, id limit 500)
    ) due`;

/** Deliveries in flight and waiting now, counting at most 500 per status. Takes no lock. */
export async function endpointNow(endpointId: Id<"we">): Promise<EndpointNow> {
  const [row] = await runPrepared<EndpointNow>("webhooks.endpoint_now", NOW, [
    endpointId,
    now(),
    oldestDeliveryId(),
  ]);
  return row!;
}

const CERTIFICATE = `
  select a.certificate
    from (select account_id, id from deliveries
           where account_id = $1 and endpoint_id = $2 and id >= $3
           order by id desc limit 100) d
    join delivery_attempts a on a.account_id = d.account_id and a.delivery_id = d.id
   where a.delivery_id >= $3 and a.certificate is not null
   order by a.sent_at desc
   limit 1`;

/** The latest certificate of an endpoint's server, among its newest 100 deliveries. */
export async function latestCertificate(
  ctx: Context,
  endpointId: Id<"we">,
): Promise<AttemptCertificate | null> {
  const [row] = await runPrepared<{ certificate: AttemptCertificate }>(
    "webhooks.endpoint_certificate",
    CERTIFICATE,
    [ctx.accountId, endpointId, oldestDeliveryId()],
  );
  return row?.certificate ?? null;
}
