import { transact } from "#db/transact.ts";
import { type Event, notifyDispatcher } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { listDeliveriesOfEvent } from "./deliveries/list-deliveries.ts";
import { replayDeliveryIn, replayEventIn } from "./deliveries/replay.ts";
import { type ReplayOutcome, replayManyIn } from "./deliveries/replay-many.ts";
import { deleteEndpointIn, endOverlapIn, rotateSecretIn } from "./endpoints/change-endpoint.ts";
import type { EndpointWithSecret } from "./endpoints/create-endpoint.ts";
import {
  emitTestEventIn,
  type TestEventRequest,
  testEndpointIn,
} from "./endpoints/send-test-event.ts";
import type { Delivery, Endpoint } from "./types.ts";

/** The verbs for a caller with no transaction of its own: each is one, and wakes the dispatcher
 *  after it. What they guarantee, throw and lock stands at the verbs they end in. */

/** As `replayDeliveryIn`. */
export async function replayDelivery(ctx: Context, id: string): Promise<Delivery> {
  const replay = await transact((tx) => replayDeliveryIn(tx, ctx, id));
  notifyDispatcher();
  return replay;
}

/** As `replayManyIn`. */
export async function replayDeliveries(
  ctx: Context,
  ids: readonly string[],
): Promise<ReplayOutcome[]> {
  const outcomes = await transact((tx) => replayManyIn(tx, ctx, ids));
  notifyDispatcher();
  return outcomes;
}

/** As `replayEventIn`. */
export async function replayEvent(
  ctx: Context,
  id: string,
  endpointId?: string,
): Promise<Delivery[]> {
  const replays = await transact((tx) => replayEventIn(tx, ctx, id, endpointId));
  notifyDispatcher();
  return replays;
}

/** As `testEndpointIn`, or with a chosen object as `emitTestEventIn`; also answers the delivery. */
export async function sendTestEvent(
  ctx: Context,
  endpointId: Id<"we">,
  request: Omit<TestEventRequest, "endpointId">,
): Promise<{ event: Event; delivery: Delivery }> {
  const event = await transact((tx) =>
    request.data
      ? emitTestEventIn(tx, ctx, { ...request, endpointId })
      : testEndpointIn(tx, ctx, endpointId, request.type),
  );
  notifyDispatcher();
  const [delivery] = await listDeliveriesOfEvent(ctx, event.id);
  return { event, delivery: delivery! };
}

/** As `emitTestEventIn`, to every endpoint that subscribes; also answers the deliveries. */
export async function emitTestEvent(
  ctx: Context,
  request: Omit<TestEventRequest, "endpointId">,
): Promise<{ event: Event; deliveries: Delivery[] }> {
  const event = await transact((tx) => emitTestEventIn(tx, ctx, request));
  notifyDispatcher();
  return { event, deliveries: await listDeliveriesOfEvent(ctx, event.id) };
}

/** As `rotateSecretIn`. */
export async function rotateSecret(
  ctx: Context,
  id: string,
  overlapHours?: number,
): Promise<EndpointWithSecret> {
  return await transact((tx) => rotateSecretIn(tx, ctx, id, overlapHours));
}

/** As `endOverlapIn`. */
export async function endOverlap(ctx: Context, id: string): Promise<Endpoint> {
  return await transact((tx) => endOverlapIn(tx, ctx, id));
}

/** As `deleteEndpointIn`. */
export async function deleteEndpoint(ctx: Context, id: string): Promise<void> {
  await transact((tx) => deleteEndpointIn(tx, ctx, id as Id<"we">));
}
