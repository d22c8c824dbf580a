import { z } from "zod";
import { EVENT_TYPES, type EventType, sampleOf } from "#lib/domain/events/index.ts";
import { emitTestEvent, getEndpoint, sendTestEvent } from "#lib/domain/webhooks/index.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { wireFault } from "#lib/wire/fault.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";

/** Made-up events, tried out from an endpoint's page. */
export const testEventRoutes = routesAt("/:mode/endpoints");

const params = z.strictObject({
  type: z.string().max(100).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  /** To every endpoint that subscribes, instead of to this one alone. */
  toAll: z.boolean().default(false),
  /** Sends an object that is not as the contract says: a receiver has to bear that too. */
  anyShape: z.boolean().default(false),
});

/** A made-up object of a type, to be changed and sent. */
testEventRoutes.get("/:id/sample", async (c) => {
  const ctx = c.get("ctx");
  await getEndpoint(ctx, c.req.param("id"));
  return reply(c, { data: sampleOf(readType(c.req.query("type") ?? ""), ctx.mode) });
});

testEventRoutes.post("/:id/test", requireRole("manage_webhooks"), async (c) => {
  const ctx = c.get("ctx");
  const { toAll, anyShape, ...request } = await readBody(c, params);
  const { id } = await getEndpoint(ctx, c.req.param("id"));
  if (request.data && !anyShape) checkShape(readType(request.type ?? ""), request.data);
  const { event, deliveries } = toAll
    ? await emitTestEvent(ctx, request)
    : await sendTestEvent(ctx, id, request).then(({ event, delivery }) => ({
        event,
        deliveries: [delivery],
      }));
  const shown = deliveries.find(({ endpointId }) => endpointId === id) ?? deliveries[0];
  return reply(
    c,
    {
      eventId: event.id,
      eventType: event.type,
      deliveryId: shown?.id ?? null,
      deliveries: deliveries.length,
    },
    201,
  );
});

/** Throws `parameter_invalid` with the first field that is not as the contract says. */
function checkShape(type: EventType, data: Record<string, unknown>): void {
  const fault = wireFault(type.slice(0, type.indexOf(".")), data);
  if (fault)
    throw invalid(`data.${fault.field}`, `${fault.field || "The object"}: ${fault.message}`);
}

function readType(type: string): EventType {
  if (Object.hasOwn(EVENT_TYPES, type)) return type as EventType;
  throw invalid("type", "There is no such event type.");
}
