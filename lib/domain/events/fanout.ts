import { businessNow } from "#lib/kernel/business-time.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { RecordOf } from "#lib/kernel/record-rows.ts";
import type { Held } from "#lib/kernel/shard-sql.ts";
import { currentTraceparent } from "#lib/kernel/tracing.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Event, NewEvent } from "./types.ts";

/** Columns that `eventFanoutSql` needs in addition to `account_id` and `mode`. */
export const FANOUT_COLUMNS = [
  ["event_id", "text"],
  ["event_type", "text"],
  ["object_id", "text"],
  ["event_version", "text"],
  ["event_data", "json"],
  ["event_request_id", "text"],
  ["event_created_at", "timestamptz"],
  ["event_due_at", "timestamptz"],
  ["event_traceparent", "text"],
  ["receivers", "text[]"],
] as const;

/**
 * CTEs for one-statement transactions that fan out the events in the rows of `from`; rows without `event_id` are
 * skipped. `emitted_events` inserts the events; `arrived_deliveries` one new delivery per subscribed and enabled endpoint
 * of the account and mode, and `held_deliveries` one held delivery per disabled one. Call `notifyDispatcher()` after the
 * commit.
 *
 * Locks the disabled endpoints for share, and only those: one that is being enabled is waited for, so that no delivery is
 * held after the held ones were sent, and one that is being deleted gets none.
 *
 * A delivery's id combines its event's id with a hash of its endpoint's: unique, in the order of events and in the
 * partition of the event's day.
 */
export function eventFanoutSql(from: string, held: Held): string {
  const tx = held.tx("arrival_tx");
  return `${tx.cte} emitted_events as (
  insert into events (account_id, id, mode, type, object_id, version, data, request_id, created_at, traceparent)
  select account_id, event_id, mode, event_type, object_id, event_version, event_data,
         event_request_id, event_created_at, event_traceparent
    from ${held.from(from)} where event_id is not null
),
receiving as materialized (
  select e.account_id, 'dlv_' || substr(e.event_id, 5) || substr(md5(we.id), 1, 10) as id, e.mode,
         e.event_id, e.event_type, e.object_id, we.id as endpoint_id,
         we.status = 'enabled' as was_enabled, e.event_due_at as created_at
    from ${from} e join webhook_endpoints we
      on we.account_id = e.account_id${held.to("we")} and we.mode = e.mode and we.deleted_at is null
     and we.events && e.receivers
   where e.event_id is not null
),
disabled as materialized (
  select we.account_id, we.id, we.status = 'enabled' as enabled
    from ${held.keyed("webhook_endpoints", "we", "endpoint_id", "receiving where not was_enabled")}
     and we.deleted_at is null
     for share of we
),
received as materialized (
  select r.*, coalesce(d.enabled, r.was_enabled) as enabled
    from receiving r left join disabled d on d.account_id = r.account_id and d.id = r.endpoint_id
   where r.was_enabled or d.id is not null
),
arrived_deliveries as (
  insert into new_deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id, created_at${tx.column})
  select account_id, id, mode, event_id, event_type, object_id, endpoint_id, created_at${tx.value}
    from ${held.from("received")}${tx.from} where enabled
),
held_deliveries as (
  insert into deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id, status, created_at)
  select account_id, id, mode, event_id, event_type, object_id, endpoint_id, 'held', created_at
    from ${held.from("received")} where not enabled
)`;
}

/** The event as it will be stored. Writes nothing. */
export function toEvent(ctx: Context, event: NewEvent, eventId?: Id<"evt">): Event {
  return {
    ...event,
    id: eventId ?? newId("evt"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    version: NEWEST_VERSION,
    requestId: ctx.requestId,
    createdAt: event.createdAt ?? businessNow(ctx),
    traceparent: event.traceparent === undefined ? currentTraceparent() : event.traceparent,
  };
}

/** An event in `FANOUT_COLUMNS`. */
export function fanoutRow(event: Event): RecordOf<typeof FANOUT_COLUMNS> {
  return {
    event_id: event.id,
    event_type: event.type,
    object_id: event.objectId,
    event_version: event.version,
    event_data: event.data,
    event_request_id: event.requestId,
    event_created_at: event.createdAt,
    // The test clock may be ahead; deliveries are sent by real time.
    event_due_at: dateFromMs(Math.min(event.createdAt.getTime(), nowMs())),
    event_traceparent: event.traceparent ?? null,
    receivers: subscriptionsTo(event.type),
  };
}

/** The entries of an endpoint's event types that match `type`. */
export function subscriptionsTo(type: string): string[] {
  return [type, `${type.slice(0, type.indexOf("."))}.*`, "*"];
}
