import { now, nowMs } from "#lib/kernel/clock.ts";
import { hintOf } from "../endpoints/secrets.ts";
import { type FailureCause, failure } from "../outbound/failures.ts";
import type { Exchange, Post } from "../outbound/post.ts";
import type { ClaimedDelivery } from "./claim-due-deliveries.ts";
import { type AttemptRecord, attemptRecord } from "./record-attempts.ts";
import { signatureHeader } from "./signature.ts";

const USER_AGENT = "Paydesk-Webhooks/1.0";

/** Signs and posts one claimed delivery and answers what is to be recorded. Never throws. */
export async function sendDelivery(delivery: ClaimedDelivery, post: Post): Promise<AttemptRecord> {
  const { body, mode, url } = delivery;
  if (body === null) return attemptRecord(delivery, {}, notSent("body_unavailable", url));
  // Unsigned it would teach the receiver to accept what nobody signed.
  if (delivery.secrets.length === 0) {
    return attemptRecord(delivery, {}, notSent("secret_unavailable", url));
  }
  // All that is on the wire, in its order: the HTTP client writes the first two and the last, as they are said here.
  const headers = {
    Host: new URL(url).host,
    Connection: "keep-alive",
    "Content-Type": "application/json",
    "User-Agent": USER_AGENT,
    Accept: "*/*",
    "Accept-Encoding": "identity",
    "Service-Signature": signatureHeader(body, delivery.secrets, nowMs()),
    "Service-Event-Id": delivery.eventId,
    "Service-Delivery-Attempt": String(delivery.attemptNumber),
    "Content-Length": String(Buffer.byteLength(body)),
  };
  const exchange = await post({ mode, url, headers, body });
  return attemptRecord(delivery, headers, exchange, delivery.secrets.map(hintOf));
}

function notSent(cause: FailureCause, url: string): Exchange {
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
