import {
  type Attempt,
  attemptsOf,
  type DeliveryDetail,
  type DeliveryListItem,
  fixFor,
  ladderOf,
  type Reconciliation,
  type ReplayOutcome,
} from "#lib/domain/webhooks/index.ts";
import { iso, type SliceView } from "./shared.ts";

/** A delivery as a line of a list. */
export function deliveryListItemView(line: DeliveryListItem) {
  return {
    id: line.id,
    eventId: line.eventId,
    eventType: line.eventType,
    objectId: line.objectId,
    endpoint: { id: line.endpointId, url: line.endpointUrl, deleted: line.endpointDeleted },
    status: line.status,
    attemptCount: line.attemptCount,
    maxAttempts: attemptsOf(line.eventType),
    nextAttemptAt: iso(line.nextAttemptAt),
    responseStatus: line.lastResponseStatus,
    failureCause: line.lastFailureCause,
    replayOf: line.replayOf,
    createdAt: line.createdAt.toISOString(),
    finishedAt: iso(line.finishedAt),
  };
}

export type DeliveryListItemView = ReturnType<typeof deliveryListItemView>;

/** `GET /internal/:mode/deliveries` */
export type DeliveryListView = SliceView & {
  /** There are more than `total`; they are not counted. */
  uncounted: boolean;
  deliveries: DeliveryListItemView[];
  /** What the filters offer: every living endpoint, and every type. */
  endpoints: Array<{ id: string; url: string }>;
  types: string[];
};

/** `GET /internal/:mode/deliveries/reconciliation` */
export type ReconciliationView = Reconciliation & { types: string[] };

/** `POST /internal/:mode/deliveries/replay` */
export type ReplayedView = { outcomes: ReplayOutcome[] };

/** One HTTP call as it was, with what to do about its failure. */
export function attemptView(attempt: Attempt) {
  const { failureCause, failureMessage, responseBody } = attempt;
  return {
    number: attempt.number,
    sentAt: attempt.sentAt.toISOString(),
    durationMs: attempt.durationMs,
    version: attempt.bodyVersion,
    address: attempt.address,
    certificate: attempt.certificate,
    requestHeaders: attempt.requestHeaders,
    requestBody: attempt.requestBody,
    /** The last characters of each secret that signed it. */
    signedWith: attempt.signedWith,
    responseStatus: attempt.responseStatus,
    responseHeaders: attempt.responseHeaders,
    response: responseBody && bodyView(responseBody),
    responseTruncated: attempt.responseTruncated,
    failure:
      failureCause === null
        ? null
        : { cause: failureCause, message: failureMessage ?? "", fix: fixFor(failureCause) },
    timings: attempt.timings,
  };
}

export type AttemptView = ReturnType<typeof attemptView>;

/** A reply may hold any bytes: text where they are text, hexadecimal where not. */
function bodyView(bytes: Buffer) {
  const text = bytes.toString("utf8");
  const isText = Buffer.from(text, "utf8").equals(bytes) && !text.includes("\0");
  return {
    bytes: bytes.length,
    encoding: isText ? ("text" as const) : ("hex" as const),
    content: isText ? text : bytes.subarray(0, 1_024).toString("hex"),
  };
}

/** `GET /internal/:mode/deliveries/:id` */
export function deliveryView({ delivery, attempts, original, replays }: DeliveryDetail) {
  return {
    ...deliveryListItemView(delivery),
    attempts: attempts.map(attemptView),
    /** Milliseconds between one attempt and the next, all of the ladder. */
    ladder: ladderOf(delivery.eventType),
    original: original && deliveryListItemView(original),
    replays: replays.map(deliveryListItemView),
  };
}

export type DeliveryView = ReturnType<typeof deliveryView>;
