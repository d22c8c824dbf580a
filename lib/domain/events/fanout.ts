import { businessNow } from "#lib/kernel/business-time.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { RecordOf } from "#lib/kernel/record-rows.ts";
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
  ["receivers", "text[]"],
] as const;

/**
 * CTEs for one-statement transactions that fan out the events in the rows of `from`; rows without `event_id` are
 * skipped. `new_events` inserts the events, `new_deliveries` one delivery per subscribed endpoint of the account and
 * mode: due now, or held when the endpoint is disabled. Call `notifyDispatcher()` after the commit.
 *
 * A delivery's id combines its event's id with a hash of its endpoint's: unique, in the order of events and in the
 * partition of the event's day.
 */
export function eventFanoutSql(from: string): string {
  return `new_events as (
  insert into events (account_id, id, mode, type, object_id, version, data, request_id, created_at)
  select account_id, event_id, mode, event_type, object_id, event_version, event_data,
         event_request_id, event_created_at
    from ${from} where event_id is not null
),
new_deliveries as (
  insert into deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id,
                          status, next_attempt_at, created_at)
  select e.account_id, 'dlv_' || substr(e.event_id, 5) || substr(md5(we.id), 1, 10), e.mode,
         e.event_id, e.event_type, e.object_id, we.id,
         case we.status when 'enabled' then 'pending' else 'held' end,
         case we.status when 'enabled' then e.event_due_at end, e.event_due_at
    from ${from} e join webhook_endpoints we
      on we.account_id = e.account_id and we.mode = e.mode and we.deleted_at is null
     and (we.events && e.receivers or we.id = any (e.receivers))
   where e.event_id is not null
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
  };
}

/** An event in `FANOUT_COLUMNS`. With `only`, it goes to that endpoint alone, regardless of its event types. */
export function fanoutRow(event: Event, only?: Id<"we">): RecordOf<typeof FANOUT_COLUMNS> {
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
    receivers: only ? [only] : subscriptionsTo(event.type),
  };
}

/** The entries of an endpoint's event types that match `type`. */
export function subscriptionsTo(type: string): string[] {
  return [type, `${type.slice(0, type.indexOf("."))}.*`, "*"];
}
