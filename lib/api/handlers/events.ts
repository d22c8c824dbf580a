import { getEvent, listEvents, notifyQueue } from "#lib/domain/events/index.ts";
import { emitTestEventIn, getListener, replayEventIn } from "#lib/domain/webhooks/index.ts";
import {
  createTestEventRoute,
  listEventsRoute,
  readEventRoute,
  replayEventRoute,
} from "#lib/wire/contract/events.ts";
import { readListenerRoute } from "#lib/wire/contract/listener.ts";
import { toDeliveryWire, toEventWire, toListenerWire } from "#lib/wire/serializers/webhooks.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const eventEndpoints = [
  endpoint(readEventRoute, async ({ ctx, params }) =>
    toEventWire(await getEvent(ctx, params.event_id)),
  ),

  endpoint(listEventsRoute, async ({ ctx, query, list }) => {
    const { type, object: objectId } = query;
    return list(await listEvents(ctx, { ...toPageRequest(query), type, objectId }), toEventWire);
  }),

  endpoint(readListenerRoute, async ({ ctx }) => toListenerWire(await getListener(ctx))),

  endpoint(replayEventRoute, async ({ ctx, params, body, once }) => {
    const answer = await once(
      (tx) => replayEventIn(tx, ctx, params.event_id, body.endpoint),
      (deliveries) => ({
        object: "list",
        url: "/v1/deliveries",
        data: deliveries.map(toDeliveryWire),
        has_more: false,
        next_cursor: null,
      }),
    );
    notifyQueue();
    return answer;
  }),

  endpoint(createTestEventRoute, async ({ ctx, body, once }) => {
    const { endpoint: endpointId, ...rest } = body;
    const answer = await once(
      (tx) => emitTestEventIn(tx, ctx, { ...rest, endpointId }),
      toEventWire,
    );
    notifyQueue();
    return answer;
  }),
];
