import type { AttemptRecord } from "#lib/domain/webhooks/index.ts";
import { publishReadings, type Reading } from "#lib/kernel/readings.ts";
import type { Arrivals } from "./arrivals.ts";

/** Publishes a worker's figures of its deliveries. `add` counts recorded attempts; `withdraw` ends it. */
export function publishFigures(arrivals: Arrivals, inFlight: () => number) {
  const counts = { attempted: 0, failed: 0 };
  return {
    add(records: readonly AttemptRecord[]): void {
      counts.attempted += records.length;
      counts.failed += records.filter(({ failure }) => failure !== null).length;
    },
    withdraw: publishReadings(...readingsOf({ arrivals, inFlight, counts })),
  };
}

const readingsOf = (parts: {
  arrivals: Arrivals;
  inFlight: () => number;
  counts: Readonly<{ attempted: number; failed: number }>;
}): readonly Reading[] => [
  {
    name: "paydesk_lanes",
    help: "Lanes of new deliveries that this worker owns, of 16 in all.",
    read: parts.arrivals.lanes,
  },
  {
    name: "paydesk_deliveries_waiting",
    help: "New deliveries that this worker has read and that wait for a slot.",
    read: parts.arrivals.waiting,
  },
  {
    name: "paydesk_deliveries_in_flight",
    help: "Attempts of this worker under way or not yet recorded.",
    read: parts.inFlight,
  },
  {
    name: "paydesk_delivery_attempts",
    help: "Attempts that this worker has recorded since it started.",
    read: () => parts.counts.attempted,
  },
  {
    name: "paydesk_delivery_attempts_failed",
    help: "Attempts that failed, of those that this worker has recorded since it started.",
    read: () => parts.counts.failed,
  },
];
