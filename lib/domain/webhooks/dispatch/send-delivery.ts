import { announceLive } from "#lib/domain/live/index.ts";
import { dateFromMs, now, nowMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { maskedHeaders } from "../endpoints/headers.ts";
import { hintOf } from "../endpoints/secrets.ts";
import { type FailureCause, failure } from "../outbound/failures.ts";
import type { HttpCall, Post } from "../outbound/post.ts";
import { DISABLE_AFTER_MS } from "./failing-endpoints.ts";
import type { PreparedDelivery } from "./prepare-deliveries.ts";
import { record } from "./record-store.ts";
import { retryDelayMs } from "./retry-ladder.ts";
import { signatureHeaders } from "./signature.ts";

const USER_AGENT = "Paydesk-Webhooks/1.0";

/** Signs and posts one claimed delivery and returns the attempt to record. Never throws. */
export async function sendDelivery(delivery: PreparedDelivery, post: Post): Promise<AttemptRecord> {
  const { body, mode, url } = delivery;
  if (body === null) return attemptRecord(delivery, {}, notSent("body_unavailable", url));
  // Never send an unsigned event: receivers would learn to accept one.
  if (delivery.secrets.length === 0) {
    return attemptRecord(delivery, {}, notSent("secret_unavailable", url));
  }
  // Every header sent, in the order sent. The HTTP client writes the first two and the last itself, with these values.
  const ours = {
    Host: new URL(url).host,
    Connection: "keep-alive",
    "Content-Type": "application/json",
    "User-Agent": USER_AGENT,
    Accept: "*/*",
    "Accept-Encoding": "identity",
    ...signatureHeaders({ id: delivery.eventId, body }, delivery.secrets, nowMs()),
    "Service-Event-Id": delivery.eventId,
    "Service-Delivery-Attempt": String(delivery.attemptNumber),
  };
  const last = { "Content-Length": String(Buffer.byteLength(body)) };
  const headers = { ...ours, ...delivery.headers, ...last };
  const call = await post({ mode, url, headers, body });
  const hasOwn = Object.keys(delivery.headers).length > 0;
  const shown = hasOwn ? { ...ours, ...maskedHeaders(delivery.headers), ...last } : headers;
  return attemptRecord(delivery, shown, call, delivery.secrets.map(hintOf));
}

function notSent(cause: FailureCause, url: string): HttpCall {
  return {
    sentAt: now(),
    durationMs: 0,
    status: null,
    headers: null,
    body: null,
    truncated: false,
    failure: failure(cause, url),
    address: null,
    certificate: null,
    timings: {},
  };
}

/** One attempt to record. */
export type AttemptRecord = HttpCall & {
  accountId: Id<"acct">;
  deliveryId: Id<"dlv">;
  endpointId: Id<"we">;
  eventId: Id<"evt">;
  /** Null for the first attempt of a new delivery. */
  leaseId: string | null;
  /** The ctid of the delivery's row when it was read. */
  place: string;
  number: number;
  requestHeaders: Record<string, string>;
  bodyVersion: string;
  /** The body, if it is not stored yet. */
  newBody: string | null;
  /** The last characters of each secret that signed it. */
  signedWith: readonly string[];
  /** When the next attempt is due; null after a success and after the last attempt. */
  retryAt: Date | null;
};

/** The attempt to record for one HTTP call, with the time of the next attempt. */
export function attemptRecord(
  delivery: PreparedDelivery,
  requestHeaders: Record<string, string>,
  call: HttpCall,
  signedWith: readonly string[] = [],
): AttemptRecord {
  const { accountId, id, eventId, endpointId, leaseId, place, attemptNumber, version } = delivery;
  const delayMs = call.failure
    ? retryDelayMs(delivery.eventType, attemptNumber, Math.random())
    : null;
  const endedMs = call.sentAt.getTime() + call.durationMs;
  return {
    ...call,
    accountId,
    deliveryId: id,
    eventId,
    endpointId,
    leaseId,
    place,
    number: attemptNumber,
    requestHeaders,
    bodyVersion: version,
    newBody: delivery.bodyStored ? null : delivery.body,
    signedWith,
    retryAt: delayMs === null ? null : dateFromMs(endedMs + delayMs),
  };
}

/**
 * Records attempts, their deliveries and each endpoint's `failing_since`, in one statement for new deliveries and one
 * for those of the queue. Ignores an attempt of a delivery that has passed to another worker: that worker's attempt
 * counts. Returns the number recorded.
 */
export async function recordAttempts(records: readonly AttemptRecord[]): Promise<number> {
  if (records.length === 0) return 0;
  const written = await record(records, DISABLE_AFTER_MS);
  for (const { accountId } of records) announceLive(accountId, "delivery");
  return written.length;
}
