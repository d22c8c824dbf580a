import { perShard, runShared } from "#db/client.ts";
import { textOf } from "#db/shards.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { columnNames, type RecordOf, recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import { type Held, type ShardSql, shardSql } from "#lib/kernel/shard-sql.ts";
import { disabledSql } from "./disabled-sql.ts";
import type { TakenDelivery } from "./prepare-deliveries.ts";
import type { AttemptRecord } from "./send-delivery.ts";

/** Finds each row by the ctid of its claim, as `RECORD` does: a leased row is not written, and a row that another
 *  worker has claimed since is left to that worker. */
const SET_ASIDE = shardSql(
  (held) => `
  with aside as materialized (
    select * from unnest($1::text[], $2::text[], $5::boolean[], $6::text[], $9::text[])
                    as g (account_id, id, forgotten, place, endpoint_id)
  ),
  ${disabledSql("aside", held, "share")},
  judged as materialized (
    select a.*, e.deleted_at is null and x.deleted_at is null and not a.forgotten as kept
      from aside a
      join webhook_endpoints e on e.account_id = a.account_id${held.to("e")} and e.id = a.endpoint_id
      left join disabled x on x.account_id = a.account_id and x.id = a.endpoint_id
     where x.id is not null or e.deleted_at is not null or a.forgotten
  )
  update deliveries d
     set status = case when g.kept and d.status <> 'canceled' then 'held' else 'canceled' end,
         next_attempt_at = null, leased_until = null, lease_id = null,
         finished_at = case when not g.kept or d.status = 'canceled' then $3::timestamptz end
    from judged g
   where ${held.at("d.ctid = g.place::tid and ")}d.id >= $7 and d.id <= $8
     and d.account_id = g.account_id${held.to("d")} and d.id = g.id and d.lease_id = $4`,
);

/** Holds claimed deliveries of disabled endpoints; cancels those of deleted endpoints and of events that are no
 *  longer kept. */
export async function setAside(
  leaseId: string,
  rows: ReadonlyArray<TakenDelivery & { forgotten: boolean }>,
  now: Date,
): Promise<void> {
  await perShard(rows, async (own) => {
    const inOrder = own.map((row) => row.id).sort();
    await runShared("webhooks.set_aside", textOf(SET_ASIDE), [
      own.map((row) => row.accountId),
      own.map((row) => row.id),
      now,
      leaseId,
      own.map((row) => row.forgotten),
      own.map((row) => row.place),
      inOrder[0],
      inOrder.at(-1),
      own.map((row) => row.endpointId),
    ]);
  });
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

const BODY_COLUMNS = [
  ["account_id", "text"],
  ["event_id", "text"],
  ["version", "text"],
  ["body", "text"],
] as const;

const [AFTER_MS, BODIES] = [COLUMNS.length + 1, COLUMNS.length + 2];
/** The first and last delivery id of the batch, so the planner skips other partitions. */
const [FIRST_ID, LAST_ID] = [BODIES + BODY_COLUMNS.length, BODIES + BODY_COLUMNS.length + 1];

/**
 * One row per attempt. `moved` writes the deliveries that its guard still allows, and returns every column that later
 * parts need, because the planner estimates a CTE at one row and would join hundreds of rows by nested loops. `bodies`
 * stores what was rendered for these attempts. `counted` holds what counts towards disabling: failures of event
 * deliveries, except our own failures, and successes of event deliveries and replays; test deliveries count as neither.
 * An endpoint may fail for the interval `AFTER_MS`: `last_failure_at` is exact from then on and to the minute before, so
 * that a failing endpoint's row is not written for each attempt.
 */
const recordSql = (moved: (held: Held) => string) =>
  shardSql(
    (held) => `
  with result as (
    select * from ${recordsSql(1, "row_", COLUMNS)}
  ),
  ${disabledSql("result", held, "no key update")},
  next as materialized (
    select r.*, r.sent_at + r.duration_ms * interval '1 millisecond' as ended_at,
           case when r.failure_cause is null then 'delivered'
                when e.deleted_at is not null or x.deleted_at is not null then 'canceled'
                when r.retry_at is null then 'failed'
                when x.id is not null then 'held'
                else 'retrying' end as status
      from result r
      join webhook_endpoints e on e.account_id = r.account_id${held.to("e")} and e.id = r.endpoint_id
      left join disabled x on x.account_id = e.account_id and x.id = e.id
  ),
  ${moved(held)},
  recorded as (
    insert into delivery_attempts (${columnNames(ATTEMPT)})
    select ${columnNames(ATTEMPT)} from ${held.from("moved")}
  ),
  bodies as (
    insert into event_bodies (${columnNames(BODY_COLUMNS)})
    select ${columnNames(BODY_COLUMNS)} from ${held.from(recordsSql(BODIES, "body_", BODY_COLUMNS))}
        on conflict do nothing
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
     where e.account_id = h.account_id${held.to("e")} and e.id = h.endpoint_id
       and (e.failing_since is distinct from
              case when h.succeeded then h.first_failure
                   else coalesce(e.failing_since, h.first_failure) end
            or e.last_failure_at is null and h.last_failure is not null
            -- Differences, because Citus takes no stable function of a column in an update.
            or h.last_failure - e.last_failure_at > interval '1 minute'
            or h.last_failure - e.failing_since >= $${AFTER_MS}::interval
               and e.last_failure_at - e.failing_since < $${AFTER_MS}::interval)
  )
  select delivery_id as id from moved`,
  );

const finishedAt = (status: string) =>
  `case when ${status} in ('delivered', 'failed', 'canceled') then n.ended_at end`;

/** A replay that began during the attempt has canceled the retries after it. */
const STATUS = `case when d.status = 'canceled' and n.status in ('retrying', 'held') then 'canceled' else n.status end`;

const updated = (guard: string, place?: string) => (held: Held) =>
  `moved as (
    update deliveries d
       set status = ${STATUS},
           attempt_count = n.number,
           next_attempt_at = case ${STATUS} when 'retrying' then n.retry_at end,
           leased_until = null,
           lease_id = null,
           last_response_status = n.response_status,
           last_failure_cause = n.failure_cause,
           finished_at = ${finishedAt(STATUS)}
      from next n
     where d.account_id = n.account_id${held.to("d")} and d.endpoint_id = n.endpoint_id and d.id = n.delivery_id
       and ${guard}${place ? held.at(` and ${place}`) : ""}
    returning n.*, d.replay_of, d.origin
  )`;

/** Attempts of the queue. Finds each row by the ctid of its claim. */
const RECORD = recordSql(
  updated(
    `d.lease_id = n.lease_id and d.id >= $${FIRST_ID} and d.id <= $${LAST_ID}`,
    "d.ctid = n.place::tid",
  ),
);

/** Searches every partition by key, for rows written since their claim. When another transaction writes a row at
 *  the same moment, PostgreSQL 18 drops it from an update whose bounds prune partitions, instead of checking it
 *  again. */
const RECORD_AGAIN = recordSql(updated("d.lease_id = n.lease_id"));

/** First attempts of new deliveries: moves each row to `deliveries`, with its outcome. */
const RECORD_NEW = recordSql(
  (held) => `moved as (
    delete from new_deliveries q using next n
     where ${held.at("q.ctid = n.place::tid and ")}q.account_id = n.account_id${held.to("q")} and q.id = n.delivery_id
    returning n.*, q.mode, q.event_id, q.event_type, q.object_id, q.created_at,
              null::text as replay_of, 'event'::text as origin
  ),
  written as (
    insert into deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id, status,
                            attempt_count, next_attempt_at, last_response_status, last_failure_cause,
                            created_at, finished_at)
    select account_id, delivery_id, mode, event_id, event_type, object_id, endpoint_id, status,
           number, case status when 'retrying' then retry_at end, response_status, failure_cause,
           created_at, ${finishedAt("n.status")}
      from ${held.from("moved n")}
  )`,
);

/** First attempts of new deliveries that were moved during the attempt, because their endpoint was disabled or deleted.
 *  An outcome that another worker recorded stays. */
const RECORD_MOVED = recordSql(
  updated("d.attempt_count = 0 and d.lease_id is null and d.replay_of is null"),
);

/** Records attempts and their consequences. Returns the deliveries that were still this worker's. */
export async function record(
  records: readonly AttemptRecord[],
  disableAfterMs: number,
): Promise<Array<Id<"dlv">>> {
  const written = await perShard(records, async (own) => {
    const [first, later] = [own.filter(isNew), own.filter((each) => !isNew(each))];
    return await Promise.all([
      recordFirst(first, disableAfterMs),
      recordLater(later, disableAfterMs),
    ]);
  });
  return written.flat(2);
}

const isNew = ({ leaseId }: AttemptRecord) => leaseId === null;

const recordFirst = (records: readonly AttemptRecord[], disableAfterMs: number) =>
  inTwoSteps(records, disableAfterMs, [
    { name: "webhooks.record_new", text: RECORD_NEW },
    { name: "webhooks.record_moved", text: RECORD_MOVED },
  ]);

const recordLater = (records: readonly AttemptRecord[], disableAfterMs: number) =>
  inTwoSteps(records, disableAfterMs, [
    { name: "webhooks.record", text: RECORD, bounded: true },
    { name: "webhooks.record_again", text: RECORD_AGAIN },
  ]);

type Statement = { name: string; text: ShardSql; bounded?: boolean };

/** Runs the first statement, and the second for the records that the first did not write. */
async function inTwoSteps(
  records: readonly AttemptRecord[],
  disableAfterMs: number,
  statements: readonly Statement[],
): Promise<Array<Id<"dlv">>> {
  const done = new Set<Id<"dlv">>();
  for (const { name, text, bounded = false } of statements) {
    const left = records.filter((each) => !done.has(each.deliveryId));
    if (left.length === 0) break;
    const ids = left.map((each) => each.deliveryId).sort();
    const bounds = bounded ? [ids[0], ids.at(-1)] : [];
    const values = [...valuesOf(left, disableAfterMs), ...bounds];
    for (const { id } of await runShared<{ id: Id<"dlv"> }>(name, textOf(text), values)) {
      done.add(id);
    }
  }
  return [...done];
}

const valuesOf = (records: readonly AttemptRecord[], disableAfterMs: number) => [
  ...recordsValues(COLUMNS, records.map(rowOf)),
  `${disableAfterMs} ms`,
  ...recordsValues(BODY_COLUMNS, bodiesOf(records)),
];

/** The bodies that are not stored yet, each once. */
function bodiesOf(records: readonly AttemptRecord[]): Array<RecordOf<typeof BODY_COLUMNS>> {
  const found = new Map<string, RecordOf<typeof BODY_COLUMNS>>();
  for (const { accountId, eventId, bodyVersion, newBody } of records) {
    if (newBody === null) continue;
    const row = { account_id: accountId, event_id: eventId, version: bodyVersion, body: newBody };
    found.set(`${eventId} ${bodyVersion}`, row);
  }
  return [...found.values()];
}

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
