import { notifyQueue } from "#lib/domain/events/index.ts";
import {
  checkChanges,
  checkNewEndpoint,
  createEndpointIn,
  deleteEndpointIn,
  endOverlapIn,
  getEndpoint,
  listEndpoints,
  rotateSecretIn,
  testEndpointIn,
  updateEndpointIn,
} from "#lib/domain/webhooks/index.ts";
import {
  createWebhookEndpointRoute,
  deleteWebhookEndpointRoute,
  endSecretOverlapRoute,
  listWebhookEndpointsRoute,
  readWebhookEndpointRoute,
  rotateSecretRoute,
  testWebhookEndpointRoute,
  updateWebhookEndpointRoute,
} from "#lib/wire/contract/webhook-endpoints.ts";
import {
  toDeletedWebhookEndpointWire,
  toEventWire,
  toWebhookEndpointWire,
  toWebhookEndpointWithSecretWire,
} from "#lib/wire/serializers/webhooks.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const webhookEndpointEndpoints = [
  endpoint(createWebhookEndpointRoute, ({ ctx, body, oncePrepared }) =>
    oncePrepared(
      () => checkNewEndpoint(ctx, body),
      (tx, checked) => createEndpointIn(tx, ctx, body, checked),
      toWebhookEndpointWithSecretWire,
    ),
  ),

  endpoint(readWebhookEndpointRoute, async ({ ctx, params }) =>
    toWebhookEndpointWire(await getEndpoint(ctx, params.webhook_endpoint_id)),
  ),

  endpoint(listWebhookEndpointsRoute, async ({ ctx, query, list }) => {
    const page = await listEndpoints(ctx, { ...toPageRequest(query), status: query.status });
    return list(page, toWebhookEndpointWire);
  }),

  endpoint(updateWebhookEndpointRoute, async ({ ctx, params, body, oncePrepared }) => {
    const { send_held: sendHeld, ...rest } = body;
    const id = params.webhook_endpoint_id;
    const changes = { ...rest, sendHeld };
    const answer = await oncePrepared(
      () => checkChanges(ctx, id, changes),
      (tx, checked) => updateEndpointIn(tx, ctx, id, changes, checked),
      toWebhookEndpointWire,
    );
    notifyQueue();
    return answer;
  }),

  endpoint(deleteWebhookEndpointRoute, ({ ctx, params, once }) =>
    once(
      (tx) => deleteEndpointIn(tx, ctx, params.webhook_endpoint_id),
      toDeletedWebhookEndpointWire,
    ),
  ),

  endpoint(rotateSecretRoute, ({ ctx, params, body, once }) =>
    once(
      (tx) => rotateSecretIn(tx, ctx, params.webhook_endpoint_id, body.overlap_hours),
      toWebhookEndpointWithSecretWire,
    ),
  ),

  endpoint(endSecretOverlapRoute, ({ ctx, params, once }) =>
    once((tx) => endOverlapIn(tx, ctx, params.webhook_endpoint_id), toWebhookEndpointWire),
  ),

  endpoint(testWebhookEndpointRoute, async ({ ctx, params, body, once }) => {
    const answer = await once(
      (tx) => testEndpointIn(tx, ctx, params.webhook_endpoint_id, body.type),
      toEventWire,
    );
    notifyQueue();
    return answer;
  }),
];
