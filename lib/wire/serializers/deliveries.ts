import type { Attempt, Delivery } from "#lib/domain/webhooks/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type {
  AttemptWire,
  DeliveryWire,
  DeliveryWithAttemptsWire,
} from "../contract/deliveries.ts";

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
