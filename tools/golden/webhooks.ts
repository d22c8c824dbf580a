import type { Event, EventType } from "#lib/domain/events/index.ts";
import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import type { Attempt, Delivery, Endpoint, Reconciliation } from "#lib/domain/webhooks/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";

/** Fixed endpoints, events and deliveries in every state that the API can show. */

const MADE = dateFromMs(Date.UTC(2026, 3, 12, 9, 31, 7));
const owned = { accountId: "acct_01kp0a0000000000000000000a", mode: "test" } as const;

/** An event of `type` with `data` in the newest shape. */
export function eventOf(type: EventType, data: Record<string, unknown>): Event {
  return {
    ...owned,
    id: "evt_01kp0c5n7v3m8q2w4x6y9z1b5d",
    type,
    objectId: String(data.id),
    data,
    version: NEWEST_VERSION,
    requestId: null,
    createdAt: MADE,
  };
}

/** The event types for objects of `nouns`, which have golden objects. */
export function eventTypesOf(nouns: Iterable<string>): EventType[] {
  const made = new Set(nouns);
  return (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => made.has(type.split(".")[0]!));
}

const endpoint: Endpoint = {
  ...owned,
  id: "we_01kp0b2h6n4r8t0v2x5z7a9c1e",
  url: "https://shop.example/hooks/payments",
  events: ["payment.*", "refund.settled"],
  // The endpoint's own pin, which no version of the API changes.
  version: "2025-10-01",
  description: "Order service",
  status: "enabled",
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  warnedHours: 0,
  secretHint: "AoUo",
  previousSecretHint: null,
  previousSecretExpiresAt: null,
  headerHints: {},
  metadata: {},
  createdAt: MADE,
};

export const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  enabled: endpoint,
  failing: { ...endpoint, failingSince: MADE, description: null },
  disabled: {
    ...endpoint,
    status: "disabled",
    disabledReason: "No delivery succeeded for 72 hours.",
    disabledAt: MADE,
    failingSince: MADE,
  },
  with_own_headers: {
    ...endpoint,
    headerHints: { authorization: "…YWI=", "x-tenant": "…" },
  },
  rotating: { ...endpoint, previousSecretExpiresAt: dateFromMs(Date.UTC(2026, 3, 13, 9, 31, 7)) },
};

const delivery: Delivery = {
  ...owned,
  id: "dlv_01kp0c5n7v3m8q2w4x6y9z1b5d3fa9c01b2e",
  eventId: "evt_01kp0c5n7v3m8q2w4x6y9z1b5d",
  eventType: "payment.succeeded",
  objectId: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  endpointId: endpoint.id,
  status: "delivered",
  attemptCount: 1,
  nextAttemptAt: null,
  lastResponseStatus: 200,
  lastFailureCause: null,
  replayOf: null,
  origin: "event",
  createdAt: MADE,
  finishedAt: MADE,
};

export const DELIVERIES: Readonly<Record<string, Delivery>> = {
  pending: { ...delivery, status: "pending", attemptCount: 0, nextAttemptAt: MADE },
  retrying: { ...delivery, status: "retrying", attemptCount: 2, nextAttemptAt: MADE },
  delivered: delivery,
  failed: { ...delivery, status: "failed", attemptCount: 6 },
  held: { ...delivery, status: "held", attemptCount: 0 },
  canceled: { ...delivery, status: "canceled", attemptCount: 3 },
  replay: { ...delivery, replayOf: "dlv_01kp0c5n7v3m8q2w4x6y9z1b5a3fa9c01b2e" },
};

const attempt: Attempt = {
  number: 1,
  sentAt: MADE,
  durationMs: 84,
  requestHeaders: { "Content-Type": "application/json", "Service-Delivery-Attempt": "1" },
  requestBody: '{"id":"evt_01kp0c5n7v3m8q2w4x6y9z1b5d","type":"payment.succeeded"}',
  bodyVersion: "2025-10-01",
  signedWith: ["AoUo", "7c9Q"],
  responseStatus: 200,
  // A receiver may respond with any header; none is an API object.
  responseHeaders: { "content-type": "text/plain", object: "payment", decline: "none" },
  responseBody: Buffer.from("ok"),
  responseTruncated: false,
  failureCause: null,
  failureMessage: null,
  address: "203.0.113.7",
  certificate: null,
  timings: { dnsMs: 3.1, connectMs: 12.4, tlsMs: 25.9, firstByteMs: 41.2, bodyMs: 0.3 },
};

export const ATTEMPTS: readonly Attempt[] = [
  {
    ...attempt,
    responseStatus: null,
    responseHeaders: null,
    responseBody: null,
    failureCause: "timeout",
    failureMessage: "No answer within 10 seconds",
    signedWith: null,
    timings: {},
  },
  { ...attempt, number: 2 },
];

/** The parameters of a reconciliation. */
export const RECONCILED = {
  from: dateFromMs(Date.UTC(2026, 3, 12)),
  to: dateFromMs(Date.UTC(2026, 3, 13)),
  mode: "test",
} as const;

const everythingArrived: Reconciliation = {
  emitted: 52,
  unsubscribed: 2,
  expected: 100,
  delivered: 100,
  pending: 0,
  retrying: 0,
  held: 0,
  failed: 0,
  canceled: 0,
};

/** Counts of events and of their delivery states per endpoint. */
export const RECONCILIATIONS: Readonly<Record<string, Reconciliation>> = {
  everything_arrived: everythingArrived,
  something_missing: {
    ...everythingArrived,
    delivered: 90,
    pending: 1,
    retrying: 2,
    held: 3,
    failed: 3,
    canceled: 1,
  },
};
