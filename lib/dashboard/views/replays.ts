import type { CauseCount, Forecast, Replay } from "#lib/domain/replays/index.ts";
import type { findEndpoints } from "#lib/domain/webhooks/index.ts";
import { iso, type SliceView } from "./shared.ts";

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

/** A replay as a line of a list. */
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
    /** Sent, with no answer yet or another try to come. */
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
export function replayDetailView(replay: Replay, causes: CauseCount[], endpoints: Endpoints) {
  return {
    ...replayListItemView(replay, endpoints),
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

/** `GET /internal/:mode/replays/preview`: what would be sent. */
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
