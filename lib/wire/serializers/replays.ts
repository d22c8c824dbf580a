import type { Replay, ReplayItem } from "#lib/domain/replays/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { ReplayResultWire, ReplayWire } from "../contract/replays.ts";

const orNull = (moment: Date | null) => moment && toIsoSeconds(moment);

export function toReplayWire(replay: Replay): ReplayWire {
  return {
    id: replay.id,
    object: "replay",
    livemode: replay.mode === "live",
    created: toIsoSeconds(replay.createdAt),
    metadata: replay.metadata,
    from: toIsoSeconds(replay.from),
    to: toIsoSeconds(replay.to),
    endpoints: replay.endpoints,
    types: replay.types,
    statuses: replay.statuses,
    dry_run: replay.dryRun,
    status: replay.status,
    reason: replay.reason,
    total: replay.total,
    delivered: replay.delivered,
    failed: replay.failed,
    skipped: replay.skipped,
    in_flight: replay.sent,
    estimated_seconds: replay.forecast.seconds,
    by_endpoint: byEndpoint(replay),
    by_type: replay.forecast.types,
    sample: replay.forecast.sample.map(({ id }) => id),
    started: orNull(replay.startedAt),
    finished: orNull(replay.finishedAt),
  };
}

/** A replay that has not started has only the counts of its creation. */
function byEndpoint(replay: Replay): ReplayWire["by_endpoint"] {
  if (!replay.frozen) {
    return replay.forecast.endpoints.map(({ endpointId, total }) => ({
      endpoint: endpointId,
      total,
      delivered: 0,
      failed: 0,
      skipped: 0,
      phase: "waiting",
      reason: null,
      per_second: 0,
    }));
  }
  return replay.lanes.map((lane) => ({
    endpoint: lane.endpointId,
    total: lane.total,
    delivered: lane.delivered,
    failed: lane.failed,
    skipped: lane.skipped,
    phase: lane.phase,
    reason: lane.reason,
    per_second: Math.round(lane.perSecond * 10) / 10,
  }));
}

export function toReplayResultWire(item: ReplayItem): ReplayResultWire {
  return {
    id: item.deliveryId,
    object: "replay_result",
    event: item.eventId,
    event_type: item.eventType,
    endpoint: item.endpointId,
    outcome: item.outcome,
    reason: item.reason,
    response_status: item.responseStatus,
    replay: item.replayDeliveryId,
    ended: orNull(item.endedAt),
  };
}
