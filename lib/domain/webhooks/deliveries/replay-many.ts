import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { findEvents } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { findEndpoints } from "../endpoints/get-endpoint.ts";
import type { Delivery } from "../types.ts";
import { oldestDeliveryId } from "./list-deliveries.ts";
import { rowOf } from "./replay.ts";
import * as store from "./store.ts";

/** Sent in one transaction; more than that is the work of a replay job. */
export const MOST_REPLAYED = 500;

/** Why one of a selection was not sent again. `repeated`: another one of the selection is of the same
 *  event and endpoint, and newer. */
export type ReplayRefusal =
  | "missing"
  | "expired"
  | "pending"
  | "endpoint_disabled"
  | "endpoint_deleted"
  | "repeated";

export type ReplayOutcome =
  | { id: string; replayId: Id<"dlv"> }
  | { id: string; refusal: ReplayRefusal };

/**
 * Sends a selection of deliveries again, now: as `replayDeliveryIn` for each, in one transaction. One
 * that cannot be sent does not keep the others back; each is answered in the order given. Call
 * `pokeDispatcher()` after the commit. Throws `parameter_invalid` for more than `MOST_REPLAYED`.
 */
export async function replayManyIn(
  tx: Tx,
  ctx: Context,
  ids: readonly string[],
): Promise<ReplayOutcome[]> {
  if (ids.length > MOST_REPLAYED) {
    throw invalid("ids", `At most ${MOST_REPLAYED} deliveries are sent again at once.`);
  }
  const found = new Map(
    (await store.findMany(ctx, ids, tx)).map((each) => [each.id as string, each]),
  );
  const originals = [...found.values()];
  const [events, endpoints] = await Promise.all([
    eventsOf(tx, ctx, originals),
    findEndpoints(
      ctx,
      originals.map(({ endpointId }) => endpointId),
      tx,
    ),
  ]);
  const refusalOf = (delivery: Delivery | undefined): ReplayRefusal | null => {
    if (!delivery || delivery.id < oldestDeliveryId()) return "missing";
    const known = endpoints.get(delivery.endpointId);
    if (!known || known.deleted) return "endpoint_deleted";
    if (known.endpoint.status === "disabled") return "endpoint_disabled";
    if (delivery.status === "pending") return "pending";
    if (!events.has(delivery.eventId)) return "expired";
    return newestOf(originals, delivery).id === delivery.id ? null : "repeated";
  };
  const refusals = new Map(ids.map((id) => [id, refusalOf(found.get(id))]));
  const sent = originals.filter(({ id }) => refusals.get(id) === null);
  await store.supersede(
    tx,
    ctx,
    sent.map(({ id }) => id),
  );
  const rows = sent.map((one) => rowOf(ctx, events.get(one.eventId)!, one.endpointId, one.id));
  const [first] = rows;
  if (first) {
    await store.insert(tx, rows);
    await recordChangeIn(tx, ctx, {
      action: "delivery.replayed",
      subject: { id: first.replayOf ?? first.id },
      after: { deliveries: rows.length },
    });
  }
  const replays = new Map(rows.map((row) => [row.replayOf as string, row.id]));
  return ids.map((id) => {
    const replayId = replays.get(id);
    return replayId ? { id, replayId } : { id, refusal: refusals.get(id)! };
  });
}

async function eventsOf(tx: Tx, ctx: Context, originals: readonly Delivery[]) {
  const wanted = [...new Set(originals.map(({ eventId }) => eventId))];
  const found = await findEvents(ctx, wanted, tx);
  return new Map([...found.values()].map((event) => [event.id, event]));
}

/** Of those of one event to one endpoint. */
function newestOf(originals: readonly Delivery[], { eventId, endpointId }: Delivery): Delivery {
  return originals
    .filter((each) => each.eventId === eventId && each.endpointId === endpointId)
    .reduce((newest, each) => (each.id > newest.id ? each : newest));
}
