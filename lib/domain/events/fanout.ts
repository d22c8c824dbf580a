import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Event, NewEvent } from "./types.ts";

/** Parameters that the fan-out takes, in order: the caller's next is `firstParam + this`. */
export const FANOUT_PARAMS = 10;

/**
 * The fan-out of one event as CTE text for one-statement transactions: `new_event` inserts the
 * event and `new_deliveries` one delivery per subscribed endpoint of the account and mode, due at
 * once, or held where the endpoint is disabled. Both do nothing unless the caller's CTE `proceed`
 * has a row. Parameters are numbered from `firstParam` and given by `values`. After the commit,
 * call `pokeDispatcher()`.
 *
 * A delivery's id is made of its event's and its endpoint's: unique, in the order of events, and
 * in the partition of the event's day.
 */
export function eventFanoutSql({ firstParam }: { firstParam: number }): {
  ctes: string;
  values(ctx: Context, event: NewEvent, eventId?: Id<"evt">): unknown[];
} {
  const p = (index: number, type: string) => `$${firstParam + index}::${type}`;
  const [account, event, mode, type, created] = [
    p(0, "text"),
    p(1, "text"),
    p(2, "text"),
    p(3, "text"),
    p(8, "timestamptz"),
  ];
  return {
    ctes: `new_event as (
  insert into events (account_id, id, mode, type, object_id, version, data, request_id, created_at)
  select ${account}, ${event}, ${mode}, ${type}, ${p(4, "text")}, ${p(5, "text")}, ${p(6, "json")},
         ${p(7, "text")}, ${created}
  where exists (select 1 from proceed)
  returning id
),
new_deliveries as (
  insert into deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id,
                          status, next_attempt_at, created_at)
  select we.account_id, 'dlv_' || substr(new_event.id, 5) || substr(md5(we.id), 1, 10), we.mode,
         new_event.id, ${type}, ${p(4, "text")}, we.id,
         case we.status when 'enabled' then 'pending' else 'held' end,
         case we.status when 'enabled' then ${created} end, ${created}
  from new_event join webhook_endpoints we
    on we.account_id = ${account} and we.mode = ${mode} and we.deleted_at is null
   and (we.events && ${p(9, "text[]")} or we.id = any (${p(9, "text[]")}))
  returning id
)`,
    values: (ctx, newEvent, eventId) => fanoutValues(toEvent(ctx, newEvent, eventId)),
  };
}

/** The event as it will stand, before it is written. */
export function toEvent(ctx: Context, event: NewEvent, eventId?: Id<"evt">): Event {
  return {
    ...event,
    id: eventId ?? newId("evt"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    version: NEWEST_VERSION,
    requestId: ctx.requestId,
    createdAt: event.createdAt ?? now(),
  };
}

/** `only` names the one endpoint to send it to, whatever that subscribed to. */
export function fanoutValues(event: Event, only?: Id<"we">): unknown[] {
  return [
    event.accountId,
    event.id,
    event.mode,
    event.type,
    event.objectId,
    event.version,
    JSON.stringify(event.data),
    event.requestId,
    event.createdAt,
    only ? [only] : subscriptionsTo(event.type),
  ];
}

/** What an endpoint may have in its list to receive `type`. */
export function subscriptionsTo(type: string): string[] {
  return [type, `${type.slice(0, type.indexOf("."))}.*`, "*"];
}
