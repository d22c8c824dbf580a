import type { Event, EventListItem } from "#lib/domain/events/index.ts";
import type { CauseCount, Forecast, Replay } from "#lib/domain/replays/index.ts";
import {
  type Attempt,
  attemptsOf,
  type DeliveryDetail,
  type DeliveryListItem,
  type findEndpoints,
  fixFor,
  ladderOf,
  type Reconciliation,
  type ReplayOutcome,
} from "#lib/domain/webhooks/index.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import type { ActionsView } from "./actions.ts";
import { iso, type SliceView } from "./shared.ts";

export function deliveryListItemView(item: DeliveryListItem) {
  return {
    id: item.id,
    eventId: item.eventId,
    eventType: item.eventType,
    objectId: item.objectId,
    money: item.money,
    endpoint: { id: item.endpointId, url: item.endpointUrl, deleted: item.endpointDeleted },
    status: item.status,
    attemptCount: item.attemptCount,
    maxAttempts: attemptsOf(item.eventType),
    nextAttemptAt: iso(item.nextAttemptAt),
    responseStatus: item.lastResponseStatus,
    failureCause: item.lastFailureCause,
    replayOf: item.replayOf,
    createdAt: item.createdAt.toISOString(),
    finishedAt: iso(item.finishedAt),
  };
}

export type DeliveryListItemView = ReturnType<typeof deliveryListItemView>;

/** `GET /internal/:mode/deliveries` */
export type DeliveryListView = SliceView & {
  /** There are more than `total` matches; they are not counted. */
  uncounted: boolean;
  deliveries: DeliveryListItemView[];
  /** Choices of the filters: endpoints that are not deleted, and all types. */
  endpoints: Array<{ id: string; url: string }>;
  types: string[];
};

/** `GET /internal/:mode/deliveries/reconciliation` */
export type ReconciliationView = Reconciliation & { types: string[] };

/** `POST /internal/:mode/deliveries/replay` */
export type ReplayedView = { outcomes: ReplayOutcome[] };

/** One attempt, with advice about its failure. */
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

/** A response can have any bytes: text if it is UTF-8, else hexadecimal. */
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
export function deliveryView(
  { delivery, attempts, original, replays }: DeliveryDetail,
  actions: ActionsView<"delivery">,
) {
  return {
    ...deliveryListItemView(delivery),
    allowedActions: actions,
    attempts: attempts.map(attemptView),
    /** Waits between attempts in milliseconds, the whole retry ladder. */
    ladder: ladderOf(delivery.eventType),
    original: original && deliveryListItemView(original),
    replays: replays.map(deliveryListItemView),
  };
}

export type DeliveryView = ReturnType<typeof deliveryView>;

export function eventListItemView(item: EventListItem) {
  return {
    id: item.id,
    type: item.type,
    objectId: item.objectId,
    createdAt: item.createdAt.toISOString(),
    deliveries: item.deliveries,
  };
}

export type EventListItemView = ReturnType<typeof eventListItemView>;

/** `GET /internal/:mode/events` */
export type EventListView = SliceView & {
  events: EventListItemView[];
  types: string[];
};

export type EventViewParts = {
  /** The version of `body`. */
  version: string;
  body: string;
  /** The account's pin, the default of `version`. */
  pin: string;
  deliveries: DeliveryListItemView[];
};

/** `GET /internal/:mode/events/:id` */
export function eventView(event: Event, parts: EventViewParts) {
  return {
    id: event.id,
    type: event.type,
    objectId: event.objectId,
    requestId: event.requestId,
    createdAt: event.createdAt.toISOString(),
    versions: [...RELEASED_VERSIONS].reverse(),
    ...parts,
  };
}

export type EventView = ReturnType<typeof eventView>;

export type Endpoints = Awaited<ReturnType<typeof findEndpoints>>;

const endpointRef = (id: string, endpoints: Endpoints) => {
  const found = endpoints.get(id);
  return {
    id,
    url: found?.endpoint.url ?? id,
    deleted: found?.deleted ?? true,
    disabled: found?.endpoint.status === "disabled",
  };
};

export function replayListItemView(replay: Replay, endpoints: Endpoints) {
  return {
    id: replay.id,
    status: replay.status,
    reason: replay.reason,
    from: replay.from.toISOString(),
    to: replay.to.toISOString(),
    types: replay.types,
    statuses: replay.statuses,
    endpoints: replay.endpoints.map((id) => endpointRef(id, endpoints)),
    total: replay.total,
    delivered: replay.delivered,
    failed: replay.failed,
    skipped: replay.skipped,
    /** Sent, without a response yet or with a retry to come. */
    sent: replay.sent,
    createdAt: replay.createdAt.toISOString(),
    startedAt: iso(replay.startedAt),
    finishedAt: iso(replay.finishedAt),
  };
}

export type ReplayListItemView = ReturnType<typeof replayListItemView>;

/** `GET /internal/:mode/replays` */
export type ReplayListView = SliceView & { replays: ReplayListItemView[] };

/** `GET /internal/:mode/replays/:id` */
export function replayDetailView(
  replay: Replay,
  causes: CauseCount[],
  endpoints: Endpoints,
  actions: ActionsView<"replay">,
) {
  return {
    ...replayListItemView(replay, endpoints),
    allowedActions: actions,
    frozen: replay.frozen,
    estimatedSeconds: replay.forecast.seconds,
    lanes: replay.lanes.map((lane) => ({
      endpoint: endpointRef(lane.endpointId, endpoints),
      phase: lane.phase,
      reason: lane.reason,
      total: lane.total,
      delivered: lane.delivered,
      failed: lane.failed,
      skipped: lane.skipped,
      sent: lane.sent,
      perSecond: Math.round(lane.perSecond),
    })),
    byType: replay.forecast.types,
    causes,
  };
}

export type ReplayDetailView = ReturnType<typeof replayDetailView>;
export type ReplayStatusView = Pick<ReplayDetailView, "status">;

/** `GET /internal/:mode/replays/preview` */
export function replayPreviewView(forecast: Forecast, endpoints: Endpoints) {
  const ref = (id: string) => endpointRef(id, endpoints);
  return {
    total: forecast.total,
    estimatedSeconds: forecast.seconds,
    byEndpoint: forecast.endpoints.map(({ endpointId, total }) => ({
      endpoint: ref(endpointId),
      total,
    })),
    byType: forecast.types,
    sample: forecast.sample.map(({ endpointId, ...rest }) => ({
      ...rest,
      endpoint: ref(endpointId),
    })),
  };
}

export type ReplayPreviewView = ReturnType<typeof replayPreviewView>;
