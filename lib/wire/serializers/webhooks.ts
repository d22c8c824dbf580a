import type { Event } from "#lib/domain/events/index.ts";
import type {
  Attempt,
  Delivery,
  Endpoint,
  Listener,
  Reconciliation,
} from "#lib/domain/webhooks/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type {
  AttemptWire,
  DeliveryWire,
  DeliveryWithAttemptsWire,
} from "../contract/deliveries.ts";
import type { DeliveryReconciliationWire } from "../contract/delivery-reconciliation.ts";
import type { EventWire } from "../contract/events.ts";
import type { ListenerWire } from "../contract/listener.ts";
import type { WebhookEndpointWire } from "../contract/webhook-endpoints.ts";
import { shapeVersionOf } from "../versions/walk.ts";

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
    headers: endpoint.headerHints,
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

export function toEventWire(event: Event): EventWire {
  return {
    id: event.id,
    object: "event",
    type: event.type,
    created: toIsoSeconds(event.createdAt),
    version: shapeVersionOf(event.version),
    livemode: event.mode === "live",
    data: event.data,
  };
}

export function toDeliveryWire(delivery: Delivery): DeliveryWire {
  return {
    id: delivery.id,
    object: "delivery",
    livemode: delivery.mode === "live",
    created: toIsoSeconds(delivery.createdAt),
    metadata: {},
    event: delivery.eventId,
    event_type: delivery.eventType,
    endpoint: delivery.endpointId,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    next_attempt_at: delivery.nextAttemptAt && toIsoSeconds(delivery.nextAttemptAt),
    replay_of: delivery.replayOf,
  };
}

export function toDeliveryWithAttemptsWire({
  delivery,
  attempts,
}: {
  delivery: Delivery;
  attempts: Attempt[];
}): DeliveryWithAttemptsWire {
  return { ...toDeliveryWire(delivery), attempts: attempts.map(toAttemptWire) };
}

function toAttemptWire(attempt: Attempt): AttemptWire {
  const { failureCause, failureMessage, timings } = attempt;
  return {
    number: attempt.number,
    sent_at: toIsoSeconds(attempt.sentAt),
    duration_ms: attempt.durationMs,
    request_headers: attempt.requestHeaders,
    request_body: attempt.requestBody,
    signed_with: attempt.signedWith,
    response_status: attempt.responseStatus,
    response_headers: attempt.responseHeaders,
    response_body: attempt.responseBody?.toString("utf8") ?? null,
    response_truncated: attempt.responseTruncated,
    failure: failureCause ? { cause: failureCause, message: failureMessage ?? "" } : null,
    timings: {
      dns_ms: timings.dnsMs,
      connect_ms: timings.connectMs,
      tls_ms: timings.tlsMs,
      first_byte_ms: timings.firstByteMs,
      body_ms: timings.bodyMs,
    },
  };
}

type Asked = {
  from: Date;
  to: Date;
  mode: Mode;
  type?: string | undefined;
  endpoint?: string | undefined;
};

export function toDeliveryReconciliationWire(
  found: Reconciliation,
  { from, to, mode, type, endpoint }: Asked,
): DeliveryReconciliationWire {
  const { emitted, unsubscribed, expected, delivered, pending, retrying, held, failed, canceled } =
    found;
  return {
    object: "delivery_reconciliation",
    livemode: mode === "live",
    from: toIsoSeconds(from),
    to: toIsoSeconds(to),
    type: type ?? null,
    endpoint: (endpoint as Id<"we"> | undefined) ?? null,
    emitted,
    unsubscribed,
    expected,
    delivered,
    pending,
    retrying,
    held,
    failed,
    canceled,
    complete: delivered === expected,
  };
}

export function toListenerWire({ accountId, mode, secret, latestEvent }: Listener): ListenerWire {
  return {
    object: "listener",
    account: accountId,
    livemode: mode === "live",
    secret,
    latest_event: latestEvent,
  };
}
