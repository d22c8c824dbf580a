import { runShared } from "#db/client.ts";
import type { Event } from "#lib/domain/events/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { columnNames, type RecordOf, recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import type { ClaimedRow } from "./claim-store.ts";
import type { AttemptRecord } from "./send-delivery.ts";

export type BodyKey = { accountId: Id<"acct">; eventId: Id<"evt">; version: string };
export type StoredBody = BodyKey & { body: string };

/** The event and its body in one version, as far as they are stored. */
export type Known = {
  /** Null until the event is rendered for the first time. */
  body: string | null;
  /** Null after 30 days: a held or replayed delivery may outlive its event. `data` is null when there is a
   *  body. */
  event: (Omit<Event, "data"> & { data: Record<string, unknown> | null }) | null;
};

// $4 and $5 are the first and last event id, so the planner skips other partitions. `limit 1` makes it look up
// each event by its key; as a join it read all events between the two ids for each row.
const FIND = `
  select b.body,
         case when v.id is not null then json_build_object(
           'id', v.id, 'type', v.type, 'version', v.version, 'mode', v.mode,
           'objectId', v.object_id, 'accountId', v.account_id, 'requestId', v.request_id,
           'createdAt', v.created_at, 'data', case when b.body is null then v.data end) end as event
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as g (account_id, event_id, version, place)
    left join lateral (
      select * from events
       where account_id = g.account_id and id = g.event_id and id >= $4 and id <= $5
       limit 1) v on true
    left join lateral (
      select body from event_bodies
       where account_id = g.account_id and event_id = g.event_id and version = g.version
         and event_id >= $4 and event_id <= $5
       limit 1) b on true
   order by g.place`;

/** Each event and its body, in the order of `keys`. Takes no lock. */
export async function findBodies(keys: readonly BodyKey[]): Promise<Known[]> {
  return await runShared<Known>("webhooks.known", FIND, keysOf(keys));
}

const BODY_COLUMNS = [
  ["account_id", "text"],
  ["event_id", "text"],
  ["version", "text"],
  ["body", "text"],
] as const;

const KEEP = `
  insert into event_bodies (${columnNames(BODY_COLUMNS)})
  select ${columnNames(BODY_COLUMNS)} from ${recordsSql(1, "row_", BODY_COLUMNS)}
      on conflict do nothing returning true as kept`;

/** Stores each body unless one is stored already, and returns the stored bodies in their order: every attempt
 *  sends the body that was stored first. */
export async function keepBodies(bodies: readonly StoredBody[]): Promise<string[]> {
  const rows = bodies.map((each) => ({
    account_id: each.accountId,
    event_id: each.eventId,
    version: each.version,
    body: each.body,
  }));
  const values = recordsValues(BODY_COLUMNS, rows);
  const kept = await runShared("webhooks.keep_bodies", KEEP, values);
  if (kept.length === bodies.length) return bodies.map((each) => each.body);
  const stored = await findBodies(bodies);
  return stored.map(({ body }, index) => body ?? bodies[index]!.body);
}

function keysOf(keys: readonly BodyKey[]): unknown[] {
  const ids = keys.map((each) => each.eventId);
  const inOrder = [...ids].sort();
  return [
    keys.map((each) => each.accountId),
    ids,
    keys.map((each) => each.version),
    inOrder[0],
    inOrder.at(-1),
  ];
}

/** Finds each row by the ctid of its claim, as `RECORD` does: a leased row is not written, and a row that another
 *  worker has claimed since is left to that worker. */
const SET_ASIDE = `
  update deliveries d
     set status = case when e.deleted_at is null and not g.forgotten then 'held' else 'canceled' end,
         next_attempt_at = null, leased_until = null, lease_id = null,
         finished_at = case when e.deleted_at is null and not g.forgotten then null
                            else $3::timestamptz end
    from unnest($1::text[], $2::text[], $5::boolean[], $6::text[]) as g (account_id, id, forgotten, place),
         webhook_endpoints e
   where d.ctid = g.place::tid and d.id >= $7 and d.id <= $8
     and d.account_id = g.account_id and d.id = g.id and d.lease_id = $4
     and e.account_id = d.account_id and e.id = d.endpoint_id
     and (e.status = 'disabled' or e.deleted_at is not null or g.forgotten)`;

/** Holds claimed deliveries of disabled endpoints; cancels those of deleted endpoints and of events that are no
 *  longer kept. */
export async function setAside(
  leaseId: string,
  rows: readonly (ClaimedRow & { known: Known })[],
  now: Date,
): Promise<void> {
  const inOrder = rows.map((row) => row.id).sort();
  await runShared("webhooks.set_aside", SET_ASIDE, [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    now,
    leaseId,
    rows.map((row) => row.known.event === null),
    rows.map((row) => row.place),
    inOrder[0],
    inOrder.at(-1),
  ]);
}

/** Columns of an attempt. */
const ATTEMPT = [
  ["account_id", "text"],
  ["delivery_id", "text"],
  ["number", "smallint"],
  ["sent_at", "timestamptz"],
  ["duration_ms", "int"],
  ["request_headers", "json"],
  ["body_version", "text"],
  ["response_status", "int"],
  ["response_headers", "json"],
  ["response_body", "bytea"],
  ["response_truncated", "boolean"],
  ["failure_cause", "text"],
  ["failure_message", "text"],
  ["address", "text"],
  ["timings", "jsonb"],
  ["signed_with", "text[]"],
  ["certificate", "jsonb"],
] as const;

/** Columns that also update the delivery. */
const COLUMNS = [
  ...ATTEMPT,
  ["endpoint_id", "text"],
  ["lease_id", "text"],
  ["retry_at", "timestamptz"],
  ["place", "text"],
] as const;

/**
 * One row per attempt, guarded by its lease: an attempt whose lease was lost writes nothing. `moved` returns every
 * column that later parts need, because the planner estimates a CTE at one row and would join hundreds of rows by
 * nested loops. `counted` holds what counts towards disabling: failures of event deliveries, except our own
 * failures, and successes of event deliveries and replays; test deliveries count as neither. $22 is how long an
 * endpoint may fail: `last_failure_at` is exact from then on and to the minute before, so that a failing endpoint's
 * row is not written for each attempt.
 */
const recordWithin = (where: string) => `
  with result as (
    select * from ${recordsSql(1, "row_", COLUMNS)}
  ),
  next as materialized (
    select r.*,
           case when r.failure_cause is null then 'delivered'
                when e.deleted_at is not null then 'canceled'
                when r.retry_at is null then 'failed'
                when e.status = 'disabled' then 'held'
                else 'retrying' end as status
      from result r
      join webhook_endpoints e on e.account_id = r.account_id and e.id = r.endpoint_id
  ),
  moved as (
    update deliveries d
       set status = n.status,
           attempt_count = n.number,
           next_attempt_at = case n.status when 'retrying' then n.retry_at end,
           leased_until = null,
           lease_id = null,
           last_response_status = n.response_status,
           last_failure_cause = n.failure_cause,
           finished_at = case when n.status in ('delivered', 'failed', 'canceled')
                              then n.sent_at + n.duration_ms * interval '1 millisecond' end
      from next n
     where d.account_id = n.account_id and d.endpoint_id = n.endpoint_id and d.id = n.delivery_id
       and d.lease_id = n.lease_id ${where}
    returning n.*, d.replay_of, d.origin
  ),
  recorded as (
    insert into delivery_attempts (${columnNames(ATTEMPT)})
    select ${columnNames(ATTEMPT)} from moved
  ),
  counted as (
    select account_id, endpoint_id, sent_at, failure_cause is null as ok,
           max(sent_at) filter (where failure_cause is null)
             over (partition by account_id, endpoint_id) as last_success
      from moved
     where origin <> 'test'
       and (failure_cause is null
            or (origin = 'event' and replay_of is null
                and failure_cause not in ('body_unavailable', 'secret_unavailable')))
  ),
  health as (
    select account_id, endpoint_id, bool_or(ok) as succeeded,
           min(sent_at) filter (where not ok and (last_success is null or sent_at > last_success)) as first_failure,
           max(sent_at) filter (where not ok and (last_success is null or sent_at > last_success)) as last_failure
      from counted
     group by 1, 2
  ),
  upkeep as (
    update webhook_endpoints e
       set failing_since = case when h.succeeded then h.first_failure
                                else coalesce(e.failing_since, h.first_failure) end,
           last_failure_at = case when h.succeeded then h.last_failure
                                  else greatest(e.last_failure_at, h.last_failure) end,
           warned_hours = case when h.succeeded then 0 else e.warned_hours end
      from health h
     where e.account_id = h.account_id and e.id = h.endpoint_id
       and (e.failing_since is distinct from
              case when h.succeeded then h.first_failure
                   else coalesce(e.failing_since, h.first_failure) end
            or e.last_failure_at is null and h.last_failure is not null
            or h.last_failure > e.last_failure_at + interval '1 minute'
            or h.last_failure >= e.failing_since + $22::interval
               and e.last_failure_at < e.failing_since + $22::interval)
  )
  select delivery_id as id from moved`;

/** Finds each row by the ctid of its claim. $23 and $24 are the first and last delivery id, so the planner skips
 *  other partitions. */
const RECORD = recordWithin("and d.ctid = n.place::tid and d.id >= $23 and d.id <= $24");

/** Searches every partition by key, for rows written since their claim. When another transaction writes a row at
 *  the same moment, PostgreSQL 18 drops it from an update whose bounds prune partitions, instead of checking it
 *  again. */
const RECORD_AGAIN = recordWithin("");

/** Records attempts and their consequences in one statement. Returns the deliveries whose lease was still held. */
export async function record(
  records: readonly AttemptRecord[],
  disableAfterMs: number,
): Promise<Array<Id<"dlv">>> {
  const ids = records.map((each) => each.deliveryId).sort();
  const values = [...valuesOf(records, disableAfterMs), ids[0], ids.at(-1)];
  const rows = await runShared<Recorded>("webhooks.record", RECORD, values);
  if (rows.length < records.length) {
    const done = new Set(rows.map((row) => row.id));
    const left = records.filter((each) => !done.has(each.deliveryId));
    const again = valuesOf(left, disableAfterMs);
    rows.push(...(await runShared<Recorded>("webhooks.record_again", RECORD_AGAIN, again)));
  }
  return rows.map((row) => row.id);
}

type Recorded = { id: Id<"dlv"> };

const valuesOf = (records: readonly AttemptRecord[], disableAfterMs: number) => [
  ...recordsValues(COLUMNS, records.map(rowOf)),
  `${disableAfterMs} ms`,
];

function rowOf(record: AttemptRecord): RecordOf<typeof COLUMNS> {
  return {
    account_id: record.accountId,
    delivery_id: record.deliveryId,
    number: record.number,
    sent_at: record.sentAt,
    duration_ms: record.durationMs,
    request_headers: record.requestHeaders,
    body_version: record.bodyVersion,
    response_status: record.status,
    response_headers: record.headers,
    response_body: record.body,
    response_truncated: record.truncated,
    failure_cause: record.failure?.cause,
    failure_message: record.failure?.message,
    address: record.address,
    timings: record.timings,
    signed_with: record.signedWith.length > 0 ? record.signedWith : null,
    certificate: record.certificate,
    endpoint_id: record.endpointId,
    lease_id: record.leaseId,
    retry_at: record.retryAt,
    place: record.place,
  };
}
