import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  EVENT_TYPES,
  type Event,
  type EventType,
  emitEvent,
  emitEventTo,
  sampleOf,
} from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import type { Endpoint } from "../types.ts";
import { getEndpoint } from "./get-endpoint.ts";

export type TestEventRequest = {
  type?: string | undefined;
  /** The object to carry; a made-up one when left out. */
  data?: Record<string, unknown> | undefined;
  /** The only endpoint to send it to; every subscribed one when left out. */
  endpointId?: string | undefined;
};

/**
 * Sends a made-up event to one endpoint, whatever it subscribed to. Call `pokeDispatcher()` after
 * the commit. Throws `resource_missing`, `parameter_invalid` for an unknown type, and
 * `state_invalid` when the endpoint is disabled.
 */
export async function testEndpointIn(
  tx: Tx,
  ctx: Context,
  id: string,
  type?: string | undefined,
): Promise<Event> {
  const endpoint = await getEndpoint(ctx, id, { tx });
  return await emitTestEventIn(tx, ctx, { type: type ?? firstType(endpoint), endpointId: id });
}

/**
 * Emits an event of any type with a chosen object, of which nothing needs to exist. Test mode only,
 * unless the object is made up and goes to one endpoint. A chosen object has an `id` and a `status`. Throws as
 * `testEndpointIn`.
 */
export async function emitTestEventIn(
  tx: Tx,
  ctx: Context,
  request: TestEventRequest,
): Promise<Event> {
  const { type = "payment.succeeded", data, endpointId } = request;
  if (!isEventType(type)) throw invalid("type", `There is no event type "${type.slice(0, 100)}".`);
  if (ctx.mode === "live" && (data || endpointId === undefined)) {
    throw new ApiError("state_invalid", "Events with a chosen object exist in test mode only.");
  }
  const payload = data ? withIdAndStatus(data) : sampleOf(type, ctx.mode);
  const event = { type, objectId: String(payload.id), data: payload };
  const subject = { id: endpointId ?? event.objectId, name: type };
  await recordChangeIn(tx, ctx, { action: "event.tested", subject });
  if (endpointId === undefined) return await emitEvent(tx, ctx, event);
  const endpoint = await getEndpoint(ctx, endpointId, { tx, param: "endpoint" });
  if (endpoint.status === "disabled") {
    throw new ApiError("state_invalid", "The endpoint is disabled. Enable it first.");
  }
  return await emitEventTo(tx, ctx, event, endpoint.id);
}

/** Every event's object has both (service.md §2). Throws `parameter_invalid` naming what is missing. */
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

/** The first type that an endpoint subscribed to. */
function firstType(endpoint: Endpoint): string {
  const [first = "*"] = endpoint.events;
  if (isEventType(first)) return first;
  const family = first.slice(0, -1);
  return Object.keys(EVENT_TYPES).find((type) => type.startsWith(family)) ?? "payment.succeeded";
}
