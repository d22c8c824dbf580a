import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  EVENT_TYPES,
  type Event,
  type EventType,
  emitEvent,
  emitEventTo,
  notifyQueue,
  sampleOf,
} from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { listDeliveriesOfEvent } from "../deliveries/read-deliveries.ts";
import type { Delivery, Endpoint } from "../types.ts";
import { getEndpoint } from "./read-endpoints.ts";

export type TestEventRequest = {
  type?: string | undefined;
  /** The object in the event; default: a sample. */
  data?: Record<string, unknown> | undefined;
  /** The only endpoint to send it to; default: every subscribed one. */
  endpointId?: string | undefined;
};

/**
 * Sends a sample event to one endpoint, regardless of its event types. Call `notifyQueue()` after the
 * commit. Throws `resource_missing`, `parameter_invalid` for an unknown type, and `state_invalid` when the
 * endpoint is disabled.
 */
export async function testEndpointIn(
  tx: Tx,
  ctx: Context,
  id: string,
  type?: string | undefined,
): Promise<Event> {
  if (type !== undefined) checkType(type);
  const endpoint = await getEndpoint(ctx, id, { tx });
  return await emitTestEventIn(tx, ctx, { type: type ?? firstType(endpoint), endpointId: id });
}

/**
 * Emits an event of any type with the caller's object, which need not exist, or a sample. Live mode allows
 * only a sample to one endpoint. The caller's object needs an `id` and a `status`. Throws as
 * `testEndpointIn`.
 */
export async function emitTestEventIn(
  tx: Tx,
  ctx: Context,
  request: TestEventRequest,
): Promise<Event> {
  const { type = "payment.succeeded", data, endpointId } = request;
  checkType(type);
  if (ctx.mode === "live" && (data || endpointId === undefined)) {
    throw new ApiError("state_invalid", "Events with your own object exist in test mode only.");
  }
  const payload = data ? withIdAndStatus(data) : sampleOf(type, ctx.mode);
  const event = { type, objectId: String(payload.id), data: payload };
  const subject = { id: endpointId ?? event.objectId, name: type };
  await recordChangeIn(tx, ctx, { action: "event.tested", subject });
  if (endpointId === undefined) return await emitEvent(tx, ctx, event);
  const endpoint = await getEndpoint(ctx, endpointId, { tx, param: "endpoint" });
  const refusal = whyNotTested(endpoint);
  if (refusal) throw refusal;
  return await emitEventTo(tx, ctx, event, endpoint.id);
}

function checkType(type: string): asserts type is EventType {
  if (!isEventType(type)) throw invalid("type", `There is no event type "${type.slice(0, 100)}".`);
}

/** The refusal of a test event, or null. */
export function whyNotTested({ status }: Pick<Endpoint, "status">): ApiError | null {
  if (status !== "disabled") return null;
  return new ApiError("state_invalid", "The endpoint is disabled. Enable it first.");
}

/** As `testEndpointIn`, or as `emitTestEventIn` when `data` is given, in a transaction of its own; wakes the
 *  dispatcher after the commit. Also returns the delivery. */
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
  notifyQueue();
  const [delivery] = await listDeliveriesOfEvent(ctx, event.id);
  return { event, delivery: delivery! };
}

/** As `emitTestEventIn` to every subscribed endpoint, in a transaction of its own; wakes the dispatcher
 *  after the commit. Also returns the deliveries. */
export async function emitTestEvent(
  ctx: Context,
  request: Omit<TestEventRequest, "endpointId">,
): Promise<{ event: Event; deliveries: Delivery[] }> {
  const event = await transact((tx) => emitTestEventIn(tx, ctx, request));
  notifyQueue();
  return { event, deliveries: await listDeliveriesOfEvent(ctx, event.id) };
}

/** Every event's object has both (service.md §2). Throws `parameter_invalid` for the missing field. */
function withIdAndStatus(data: Record<string, unknown>): Record<string, unknown> {
  for (const name of ["id", "status"]) {
    const value = data[name];
    if (typeof value === "string" && value !== "") continue;
    const message =
      value === undefined ? `Missing required parameter: data[${name}]` : "Must be text";
    throw invalid(`data[${name}]`, message);
  }
  return data;
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENT_TYPES, type);
}

/** The first event type that an endpoint receives. */
function firstType(endpoint: Endpoint): string {
  const [first = "*"] = endpoint.events;
  if (isEventType(first)) return first;
  const family = first.slice(0, -1);
  return Object.keys(EVENT_TYPES).find((type) => type.startsWith(family)) ?? "payment.succeeded";
}
