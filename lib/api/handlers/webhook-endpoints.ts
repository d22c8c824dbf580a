import { pokeDispatcher } from "#lib/domain/events/index.ts";
import { findStored, type IdempotentRequest } from "#lib/domain/idempotency/index.ts";
import {
  checkChanges,
  checkEndpointRequest,
  checkReceiver,
  createEndpointIn,
  deleteEndpointIn,
  endOverlapIn,
  getEndpoint,
  listEndpoints,
  rotateSecretIn,
  testEndpointIn,
  updateEndpointIn,
} from "#lib/domain/webhooks/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import {
  createWebhookEndpointRoute,
  deleteWebhookEndpointRoute,
  endSecretOverlapRoute,
  listWebhookEndpointsRoute,
  readWebhookEndpointRoute,
  rotateSecretRoute,
  testWebhookEndpointRoute,
  updateWebhookEndpointRoute,
} from "../contract/webhook-endpoints.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";
import { toEventWire } from "../serializers/events.ts";
import {
  toDeletedWebhookEndpointWire,
  toWebhookEndpointWire,
  toWebhookEndpointWithSecretWire,
} from "../serializers/webhook-endpoints.ts";

/** A receiver is probed outside the transaction and before it; a repeat needs no probe, and must not
 *  fail because the receiver is down by now. */
async function unlessAnswered<T>(
  ctx: Context,
  request: IdempotentRequest | null,
  probe: () => Promise<T>,
): Promise<T | null> {
  const earlier = request && (await findStored(ctx, request));
  return earlier?.state === "finished" ? null : await probe();
}

export const webhookEndpointEndpoints = [
  endpoint(createWebhookEndpointRoute, async ({ ctx, body, idempotency, once }) => {
    const checked = await unlessAnswered(ctx, idempotency, () => {
      checkEndpointRequest(body);
      return checkReceiver(ctx.mode, body.url);
    });
    return await once((tx) => {
      // The earlier answer expired between the two looks: no address goes in that was not checked.
      if (!checked) throw new Error("the key expired meanwhile");
      return createEndpointIn(tx, ctx, body, checked);
    }, toWebhookEndpointWithSecretWire);
  }),

  endpoint(readWebhookEndpointRoute, async ({ ctx, params }) =>
    toWebhookEndpointWire(await getEndpoint(ctx, params.webhook_endpoint_id)),
  ),

  endpoint(listWebhookEndpointsRoute, async ({ ctx, query, list }) => {
    const page = await listEndpoints(ctx, { ...toPageRequest(query), status: query.status });
    return list(page, toWebhookEndpointWire);
  }),

  endpoint(updateWebhookEndpointRoute, async ({ ctx, params, body, idempotency, once }) => {
    const { send_held: sendHeld, ...rest } = body;
    const id = params.webhook_endpoint_id;
    const changes = { ...rest, sendHeld };
    const checked = await unlessAnswered(ctx, idempotency, () => checkChanges(ctx, id, changes));
    const answer = await once(
      (tx) => updateEndpointIn(tx, ctx, id, changes, checked),
      toWebhookEndpointWire,
    );
    pokeDispatcher();
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
    pokeDispatcher();
    return answer;
  }),
];
