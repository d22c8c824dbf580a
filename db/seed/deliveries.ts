import { createHash } from "node:crypto";
import type { schema } from "#db/client.ts";
import type { Event } from "#lib/domain/events/index.ts";
import { DEADLINE_MS, RETRY_LADDERS } from "#lib/domain/webhooks/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { DemoEndpoint } from "./endpoints.ts";
import type { Random } from "./random.ts";

type DeliveryRow = typeof schema.deliveries.$inferInsert;
type AttemptRow = typeof schema.deliveryAttempts.$inferInsert;
type Failure = { status: number | null; cause: string; message: string; body: string };

const LADDER_MS = RETRY_LADDERS.payment;
/** In the network for documentation (RFC 5737). */
const ADDRESS = "203.0.113.24";
/** The shop's receiver was down for this part of one evening. */
const OUTAGE_AGO_MS = { from: 9 * 24 * HOUR_MS, to: 9 * 24 * HOUR_MS - 50 * MINUTE_MS };

const UNAVAILABLE: Failure = {
  status: 503,
  cause: "http_server_error",
  message: "shop.lindenhof.example reported a server error. It answered 503.",
  body: '{"error":"upstream unavailable"}',
};
const REFUSED: Failure = {
  status: null,
  cause: "connection_refused",
  message: "warehouse.lindenhof.example refused the connection.",
  body: "",
};
const SLOW: Failure = {
  status: null,
  cause: "response_timeout",
  message: "shop.lindenhof.example did not answer within 10 seconds.",
  body: "",
};

/** The attempts of one event at one endpoint, as the dispatcher would have made them. */
export function planDelivery(
  random: Random,
  event: Event,
  endpoint: DemoEndpoint,
  nowMs: number,
): { delivery: DeliveryRow; attempts: AttemptRow[] } {
  const createdMs = event.createdAt.getTime();
  const facts = deliveryFacts(event, endpoint);
  if (createdMs >= endpoint.disabledMs) {
    return { delivery: { ...facts, status: "held" }, attempts: [] };
  }
  const attempts: AttemptRow[] = [];
  let sentMs = createdMs + random.int(30, 400);
  for (let number = 1; number <= LADDER_MS.length + 1 && sentMs < nowMs; number++) {
    if (sentMs >= endpoint.disabledMs) break;
    const failure = failureAt(random, endpoint, sentMs, number, nowMs);
    attempts.push(attemptRow(random, { facts, endpoint, number, sentMs, failure }));
    if (!failure) break;
    sentMs += (LADDER_MS[number - 1] ?? 0) + random.int(10, 900);
  }
  return { delivery: { ...facts, ...outcome(attempts, endpoint, sentMs) }, attempts };
}

function deliveryFacts(event: Event, endpoint: DemoEndpoint) {
  const endpointPart = createHash("md5").update(endpoint.id).digest("hex").slice(0, 10);
  return {
    accountId: event.accountId,
    id: `dlv_${event.id.slice(4)}${endpointPart}` as Id<"dlv">,
    mode: event.mode,
    eventId: event.id,
    eventType: event.type,
    objectId: event.objectId,
    endpointId: endpoint.id,
    createdAt: event.createdAt,
  };
}

function failureAt(
  random: Random,
  endpoint: DemoEndpoint,
  sentMs: number,
  number: number,
  nowMs: number,
): Failure | null {
  if (sentMs >= endpoint.brokenFromMs) return REFUSED;
  const ago = nowMs - sentMs;
  if (ago < OUTAGE_AGO_MS.from && ago > OUTAGE_AGO_MS.to) return UNAVAILABLE;
  return random.chance(number === 1 ? 0.012 : 0.1)
    ? random.chance(0.5)
      ? UNAVAILABLE
      : SLOW
    : null;
}

function outcome(
  attempts: AttemptRow[],
  endpoint: DemoEndpoint,
  nextMs: number,
): Partial<DeliveryRow> {
  const last = attempts.at(-1);
  const seen = {
    attemptCount: attempts.length,
    lastResponseStatus: last?.responseStatus ?? null,
    lastFailureCause: last?.failureCause ?? null,
  };
  if (last && !last.failureCause) return { ...seen, status: "delivered", finishedAt: last.sentAt };
  if (attempts.length > LADDER_MS.length)
    return { ...seen, status: "failed", finishedAt: last!.sentAt };
  // Pending retries are held when the endpoint is disabled.
  return nextMs >= endpoint.disabledMs
    ? { ...seen, status: "held" }
    : { ...seen, status: "failed" };
}

function attemptRow(
  random: Random,
  args: {
    facts: ReturnType<typeof deliveryFacts>;
    endpoint: DemoEndpoint;
    number: number;
    sentMs: number;
    failure: Failure | null;
  },
): AttemptRow {
  const { facts, endpoint, number, sentMs, failure } = args;
  const answered = !failure || failure.status !== null;
  const call = callOf(random, failure);
  return {
    accountId: facts.accountId,
    deliveryId: facts.id,
    number,
    sentAt: dateFromMs(sentMs),
    ...call,
    requestHeaders: {
      Host: new URL(endpoint.url).host,
      Connection: "keep-alive",
      "Content-Type": "application/json",
      "User-Agent": "Paydesk-Webhooks/1.0",
      "Service-Signature": `t=${Math.floor(sentMs / 1000)},v1=${digest(facts.id, number)}`,
      "Service-Event-Id": facts.eventId,
      "Service-Delivery-Attempt": String(number),
    },
    bodyVersion: endpoint.version,
    signedWith: [endpoint.secret.slice(-4)],
    responseStatus: failure ? failure.status : 200,
    responseHeaders: answered ? { "content-type": "application/json", server: "nginx" } : null,
    responseBody: answered ? Buffer.from(failure ? failure.body : '{"received":true}') : null,
    failureCause: failure?.cause ?? null,
    failureMessage: failure?.message ?? null,
    address: failure === REFUSED ? null : ADDRESS,
    certificate: failure === REFUSED ? null : certificateAt(new URL(endpoint.url).host, sentMs),
  };
}

/** The durations within one call. */
function callOf(random: Random, failure: Failure | null) {
  const dnsMs = random.int(1, 18);
  const connectMs = random.int(6, 24);
  if (failure === REFUSED) return { durationMs: dnsMs + connectMs, timings: { dnsMs } };
  const reused = random.chance(0.7);
  const opening = reused ? {} : { dnsMs, connectMs, tlsMs: random.int(14, 40) };
  if (failure === SLOW) return { durationMs: DEADLINE_MS, timings: opening };
  const timings = { ...opening, firstByteMs: random.int(24, 180), bodyMs: random.int(0, 3) };
  return { durationMs: Object.values(timings).reduce((sum, ms) => sum + ms, 0), timings };
}

/** The owner of the demo's receivers renews a certificate of ninety days every sixty. */
function certificateAt(subject: string, ms: number) {
  const from = Math.floor(ms / (60 * DAY_MS)) * 60 * DAY_MS;
  return {
    subject,
    issuer: "Let's Encrypt, E8",
    validFrom: dateFromMs(from).toISOString(),
    validTo: dateFromMs(from + 90 * DAY_MS).toISOString(),
  };
}

/** Placeholder for a signature: its secret never existed. */
function digest(deliveryId: string, number: number): string {
  return createHash("sha256").update(`${deliveryId}.${number}`).digest("hex");
}
