import { inTransaction, transact } from "#db/transact.ts";
import { type Event, notifyDispatcher } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { listDeliveriesOfEvent } from "./deliveries/list-deliveries.ts";
import { replayDeliveryIn, replayEventIn } from "./deliveries/replay.ts";
import { replayManyIn } from "./deliveries/replay-many.ts";
import { deleteEndpointIn, endOverlapIn, rotateSecretIn } from "./endpoints/change-endpoint.ts";
import {
  emitTestEventIn,
  type TestEventRequest,
  testEndpointIn,
} from "./endpoints/send-test-event.ts";
import type { Delivery } from "./types.ts";

/** The verbs for a caller without a transaction: each opens its own and wakes the dispatcher after the
 *  commit. Each guarantees, throws and locks what the verb that it wraps does. */

export const replayDelivery = inTransaction(replayDeliveryIn, notifyDispatcher);
export const replayDeliveries = inTransaction(replayManyIn, notifyDispatcher);
export const replayEvent = inTransaction(replayEventIn, notifyDispatcher);

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

export const rotateSecret = inTransaction(rotateSecretIn);
export const endOverlap = inTransaction(endOverlapIn);
export const deleteEndpoint = inTransaction(deleteEndpointIn);
