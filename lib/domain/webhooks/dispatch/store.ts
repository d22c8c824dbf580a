import { runShared } from "#db/client.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { columnNames, type RecordOf, recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import type { Known } from "./bodies-store.ts";
import type { ClaimedRow } from "./claim-store.ts";
import type { AttemptRecord } from "./record-attempts.ts";

/** An attempt, as it is kept. */
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

/** And what moves its delivery. */
const COLUMNS = [
  ...ATTEMPT,
  ["endpoint_id", "text"],
  ["lease_id", "text"],
  ["retry_at", "timestamptz"],
  ["place", "text"],
] as const;

/**
 * One row per attempt, each guarded by the lease under which it was made: an attempt whose lease
 * was lost writes nothing. What was moved brings all that follows along: the planner takes a common
 * table expression for one row, and would hold each of hundreds against each. What counts towards disabling is in `counted`: failures of deliveries that
 * events made, unless they are our own, and successes of those and of replays; tests do neither.
 * $22 is how long an endpoint may fail: a failure later than that is kept exactly, others to the
 * minute, so that a failing endpoint's row is not written for each.
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

/** Writes each row where its claim left it. $23 and $24 are the first and the last delivery: the days outside are
 *  not even looked at. */
const RECORD = recordWithin("and d.ctid = n.place::tid and d.id >= $23 and d.id <= $24");

/** Looks on every day for what somebody has written since. PostgreSQL 18 loses a row of a table whose days it left
 *  out by such bounds when another transaction writes that row at the moment, instead of looking at it again. */
const RECORD_AGAIN = recordWithin("");

/** Records attempts and what follows from them in one statement; answers the deliveries that were
 *  still ours to record. */
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

/** Where the claim left each row, as `RECORD` does. Nobody writes a row while it is leased, so it stands there: what
 *  was claimed by another since is that one's to set aside. */
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

/** Holds claimed deliveries whose endpoint is disabled; cancels those whose endpoint is deleted or
 *  whose event is no longer kept. */
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
