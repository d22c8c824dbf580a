import { runShared } from "#db/client.ts";
import type { Event } from "#lib/domain/events/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { columnNames, recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";

export type BodyKey = { accountId: Id<"acct">; eventId: Id<"evt">; version: string };
export type StoredBody = BodyKey & { body: string };

/** What there is of an event in one version. */
export type Known = {
  /** Null until it is rendered for the first time. */
  body: string | null;
  /** Null once its 30 days are over: a delivery that was held or replayed may outlive its event.
   *  Without its data where there is a body. */
  event: (Omit<Event, "data"> & { data: Record<string, unknown> | null }) | null;
};

// $4 and $5 are the first and the last event: the days outside are not even looked at. Each is looked up by
// its own key, whatever the planner thinks of joins: it read all events between the two, once for each.
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

/** Finds each event and its body, in the order of `keys`. */
export async function findBodies(keys: readonly BodyKey[]): Promise<Known[]> {
  return await runShared<Known>("webhooks.known", FIND, valuesOf(keys));
}

const COLUMNS = [
  ["account_id", "text"],
  ["event_id", "text"],
  ["version", "text"],
  ["body", "text"],
] as const;

const KEEP = `
  insert into event_bodies (${columnNames(COLUMNS)})
  select ${columnNames(COLUMNS)} from ${recordsSql(1, "row_", COLUMNS)}
      on conflict do nothing returning true as kept`;

/** Keeps each body unless one is kept already, and answers the kept ones, in their order: what is
 *  stored is what is sent, whoever rendered it first. */
export async function keepBodies(bodies: readonly StoredBody[]): Promise<string[]> {
  const rows = bodies.map((each) => ({
    account_id: each.accountId,
    event_id: each.eventId,
    version: each.version,
    body: each.body,
  }));
  const values = recordsValues(COLUMNS, rows);
  const kept = await runShared("webhooks.keep_bodies", KEEP, values);
  if (kept.length === bodies.length) return bodies.map((each) => each.body);
  const stored = await findBodies(bodies);
  return stored.map(({ body }, index) => body ?? bodies[index]!.body);
}

function valuesOf(keys: readonly BodyKey[]): unknown[] {
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
