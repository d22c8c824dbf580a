import { notifyQueue } from "#lib/domain/events/index.ts";
import {
  getDeliveryWithAttempts,
  listDeliveries,
  replayDeliveryIn,
} from "#lib/domain/webhooks/index.ts";
import {
  listDeliveriesRoute,
  readDeliveryRoute,
  replayDeliveryRoute,
} from "#lib/wire/contract/deliveries.ts";
import { toDeliveryWire, toDeliveryWithAttemptsWire } from "#lib/wire/serializers/webhooks.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const deliveryEndpoints = [
  endpoint(readDeliveryRoute, async ({ ctx, params }) =>
    toDeliveryWithAttemptsWire(await getDeliveryWithAttempts(ctx, params.delivery_id)),
  ),

  endpoint(listDeliveriesRoute, async ({ ctx, query, list }) => {
    const { endpoint: endpointId, event: eventId, type, status, origin } = query;
    const page = await listDeliveries(ctx, {
      ...toPageRequest(query),
      endpointId,
      eventId,
      type,
      origin,
      ...(status ? { status: [status] } : {}),
    });
    return list(page, toDeliveryWire);
  }),

  endpoint(replayDeliveryRoute, async ({ ctx, params, once }) => {
    const answer = await once(
      (tx) => replayDeliveryIn(tx, ctx, params.delivery_id),
      toDeliveryWire,
    );
    notifyQueue();
    return answer;
  }),
];
