import type { Endpoint } from "#lib/domain/webhooks/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { WebhookEndpointWire } from "../contract/webhook-endpoints.ts";

export function toWebhookEndpointWire(endpoint: Endpoint): WebhookEndpointWire {
  const moment = (at: Date | null) => at && toIsoSeconds(at);
  return {
    id: endpoint.id,
    object: "webhook_endpoint",
    livemode: endpoint.mode === "live",
    created: toIsoSeconds(endpoint.createdAt),
    metadata: endpoint.metadata,
    url: endpoint.url,
    events: endpoint.events,
    version: endpoint.version,
    description: endpoint.description,
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    failing_since: moment(endpoint.failingSince),
    previous_secret_expires_at: moment(endpoint.previousSecretExpiresAt),
  };
}

/** With the secret; used only by responses that create one. */
export function toWebhookEndpointWithSecretWire({
  endpoint,
  secret,
}: {
  endpoint: Endpoint;
  secret: string;
}) {
  return { ...toWebhookEndpointWire(endpoint), secret };
}

export function toDeletedWebhookEndpointWire({ id }: { id: string }) {
  return { id, object: "webhook_endpoint", deleted: true } as const;
}
